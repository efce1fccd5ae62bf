import { Archive } from './archive.ts'
import { formsOf, momentText, numberText } from './number-forms.ts'
import { broken, tooBig, UNREADABLE_CELL, UnreadableWorkbook } from './unreadable.ts'
import { forEachTag } from './xml-tags.ts'

// Reads the first sheet of a workbook (.xlsx). The file may come from anyone, so sizes are limited while it is read,
// and the sizes that its headers state are not trusted.

/** Maximum size of the file in bytes. */
export const MAX_FILE_BYTES = 8 * 1_024 * 1_024
/** Maximum row number; a longer sheet is refused. */
export const MAX_SHEET_ROWS = 20_000
/** Number of columns that are read; columns to the right of them are ignored. */
const MAX_COLUMNS = 200
/** Maximum number of texts that cells refer to by index. */
const MAX_SHARED_TEXTS = 300_000
/** Maximum number of characters in a cell; a longer text becomes UNREADABLE_CELL. */
const MAX_CELL_LENGTH = 1_000
/** Maximum number of characters in all cells together: many cells can refer to one text. */
export const MAX_SHEET_LENGTH = 24 * 1_024 * 1_024

/** Index of the column, from 0, of a cell reference such as `B12`. */
const columnOf = (cellReference: string): number => {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(cellReference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Text of a cell, from its type (attribute `t`), the index of its style (attribute `s`) and its content. */
type CellReader = (type: string, style: number, text: string) => string

/** The rows of a sheet. The index of a row is its row number in Excel less 1. */
function rowsOf(sheet: string, read: CellReader): string[][] {
  const rows: string[][] = []
  let [row, column, type, style, text, isFormula, inText] = [-1, -1, '', 0, '', false, false]
  let lengthLeft = MAX_SHEET_LENGTH
  forEachTag(sheet, {
    open(name, attribute, content) {
      if (name === 'row') {
        const rowNumber = attribute('r')
        const next = rowNumber === undefined ? row + 1 : Number(rowNumber) - 1
        if (!(next > row)) throw broken()
        if (next >= MAX_SHEET_ROWS) throw tooBig()
        ;[row, column] = [next, -1]
      } else if (name === 'c') {
        const cellReference = attribute('r')
        column = cellReference === undefined ? column + 1 : columnOf(cellReference)
        ;[type, style, text, isFormula] = [attribute('t') ?? 'n', Number(attribute('s') ?? 0), '', false]
      } else if (name === 'f') isFormula = true
      else if (name === 'v' || name === 't') {
        inText = true
        text += content
      } else if (inText) text += content
    },
    close(name) {
      if (name === 'v' || name === 't') inText = false
      if (name !== 'c' || row < 0 || column < 0 || column >= MAX_COLUMNS) return
      const cell = isFormula ? UNREADABLE_CELL : text === '' ? '' : read(type, style, text)
      if (cell === '') return
      lengthLeft -= cell.length
      if (lengthLeft < 0) throw tooBig()
      rows[row] ??= []
      const cells = rows[row] ?? []
      while (cells.length < column) cells.push('')
      cells[column] = cell
    },
  })
  return Array.from(rows, (cells) => cells ?? [])
}

/** A text as a cell shows it: on one line, with single spaces. */
const shownText = (text: string): string =>
  text === UNREADABLE_CELL || text.length > MAX_CELL_LENGTH
    ? UNREADABLE_CELL
    : text
        .replace(/\p{Cc}/gu, ' ')
        .replace(/ +/g, ' ')
        .trim()

/** The texts that cells refer to by index, without the phonetic readings of Asian characters (rPh). */
function sharedTextsOf(xml: string): string[] {
  const texts: string[] = []
  let [text, inReading] = ['', false]
  forEachTag(xml, {
    open(name, _, content) {
      if (name === 'si') text = ''
      if (name === 'rPh') inReading = true
      if (name === 't' && !inReading) text += content
    },
    close(name) {
      if (name === 'rPh') inReading = false
      if (name === 'si' && texts.push(shownText(text)) > MAX_SHARED_TEXTS) throw tooBig()
    },
  })
  return texts
}

/** Path of the first sheet, and whether the workbook counts days from 1904 instead of 1900. */
async function firstSheet(archive: Archive): Promise<{ path: string; is1904: boolean }> {
  let [id, is1904] = ['', false]
  forEachTag(await archive.text('xl/workbook.xml'), {
    open(name, attribute) {
      if (name === 'sheet' && id === '') id = attribute('id') ?? ''
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
    },
  })
  let path = ''
  forEachTag(await archive.text('xl/_rels/workbook.xml.rels'), {
    open(name, attribute) {
      if (name !== 'Relationship' || attribute('Id') !== id || attribute('TargetMode') === 'External') return
      const target = attribute('Target') ?? ''
      path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    },
  })
  return { path, is1904 }
}

/**
 * Reads the cells of a workbook's first sheet as texts. The index of a row is its row number in Excel less 1, so that
 * empty rows keep their place. Numbers are written as digits, times as `2026-11-21 19:21:07`. Parts of a time that the
 * cell's format hides are left out if they are zero.
 * @throws UnreadableWorkbook
 */
export async function readXlsx(bytes: Uint8Array): Promise<string[][]> {
  if (bytes.byteLength > MAX_FILE_BYTES) throw tooBig()
  try {
    const archive = new Archive(bytes)
    const { path, is1904 } = await firstSheet(archive)
    const texts = archive.has('xl/sharedStrings.xml') ? sharedTextsOf(await archive.text('xl/sharedStrings.xml')) : []
    const forms = archive.has('xl/styles.xml') ? formsOf(await archive.text('xl/styles.xml')) : []
    return rowsOf(await archive.text(path), (type, style, text) => {
      const form = forms[style] ?? 'NUMBER'
      if (type === 'n') return form === 'NUMBER' ? numberText(text) : momentText(Number(text), form, is1904)
      if (type === 'e') return UNREADABLE_CELL
      return type === 's' ? (texts[Number(text)] ?? UNREADABLE_CELL) : shownText(text)
    })
  } catch (error) {
    // Reading past the end of a truncated file throws a RangeError.
    throw error instanceof UnreadableWorkbook ? error : broken()
  }
}
