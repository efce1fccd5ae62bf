import { UNREADABLE_CELL } from './unreadable.ts'
import { forEachTag } from './xml-tags.ts'

/** How the number in a cell is shown: as a number, or as a date and time to the day, the minute or the second. */
export type NumberForm = 'NUMBER' | 'DATE' | 'MINUTE' | 'SECOND'

/**
 * NumberForm of a built-in number format, by its id. Files contain no format codes for built-in formats. Some of the
 * formats are Korean date formats.
 */
const builtInForm = (id: number): NumberForm => {
  if ([18, 20].includes(id)) return 'MINUTE'
  if (id === 22) return 'MINUTE'
  if ([19, 21, 45, 46, 47].includes(id)) return 'SECOND'
  return (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'DATE' : 'NUMBER'
}

/** NumberForm of a format code such as `yyyy-mm-dd hh:mm`. */
function formOf(formatCode: string): NumberForm {
  const letters = formatCode
    .slice(0, 200)
    .replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '')
    .toLowerCase()
  if (letters.includes('general') || !/[ymdhs]/.test(letters)) return 'NUMBER'
  if (letters.includes('s')) return 'SECOND'
  return letters.includes('h') ? 'MINUTE' : 'DATE'
}

/** NumberForm of each cell style of the workbook, by the index of the style. */
export function formsOf(styles: string): NumberForm[] {
  const customForms = new Map<number, NumberForm>()
  const forms: NumberForm[] = []
  let inCells = false
  forEachTag(styles, {
    open(name, attribute) {
      if (name === 'numFmt') customForms.set(Number(attribute('numFmtId')), formOf(attribute('formatCode') ?? ''))
      if (name === 'cellXfs') inCells = true
      if (name !== 'xf' || !inCells) return
      const id = Number(attribute('numFmtId') ?? 0)
      forms.push(customForms.get(id) ?? builtInForm(id))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return forms
}

const DAY_MS = 86_400_000
/** Day 0 of the two date systems of Excel, in milliseconds since 1970. */
const FIRST_DAY = Date.UTC(1899, 11, 30)
const FIRST_DAY_1904 = Date.UTC(1904, 0, 1)
/** The day number after 9999-12-31, the last date that Excel knows. */
const SERIAL_LIMIT = 2_958_466

/**
 * Formats a date and time for the import of deposits. Excel stores it as a number of days (`serial`); a number below 1
 * is a time of day without a date.
 */
export function momentText(serial: number, form: NumberForm, is1904: boolean): string {
  if (!(serial >= 0 && serial < SERIAL_LIMIT)) return UNREADABLE_CELL
  const at = (is1904 ? FIRST_DAY_1904 : FIRST_DAY) + Math.round(serial * 86_400) * 1_000
  const [day = '', time = ''] = new Date(at).toISOString().slice(0, 19).split('T')
  const shown = form === 'SECOND' || at % 60_000 !== 0 ? time : time.slice(0, 5)
  if (serial < 1) return shown
  return form === 'DATE' && at % DAY_MS === 0 ? day : `${day} ${shown}`
}

/** Text of a number as it is stored in a cell. */
export function numberText(text: string): string {
  if (/^-?\d{1,15}$/.test(text)) return text
  const value = Number(text)
  return text.trim() === '' || !Number.isFinite(value) ? UNREADABLE_CELL : String(value)
}
