// Reads the first sheet of a workbook (.xlsx). The file may come from anyone, so sizes are limited while it is read,
// and the sizes that its headers state are not trusted.

/** Maximum size of the file in bytes. */
export const MAX_FILE_BYTES = 8 * 1_024 * 1_024
/** Maximum size in bytes of all unpacked parts of the file together. */
export const MAX_UNPACKED_BYTES = 24 * 1_024 * 1_024
/** Maximum number of parts in the ZIP archive. */
const MAX_PARTS = 1_000
/** Maximum row number; a longer sheet is refused. */
export const MAX_SHEET_ROWS = 20_000
/** Number of columns that are read; columns to the right of them are ignored. */
const MAX_COLUMNS = 200
/** Maximum number of texts that cells refer to by index. */
const MAX_SHARED_TEXTS = 300_000
/** Maximum number of characters in a cell; a longer text becomes UNREADABLE_CELL. */
const MAX_CELL_LENGTH = 1_000

/** Why a workbook can't be read. */
export type WorkbookFault = 'TOO_BIG' | 'LOCKED' | 'BROKEN'

export class UnreadableWorkbook extends Error {
  readonly fault: WorkbookFault

  constructor(fault: WorkbookFault) {
    super(fault)
    this.fault = fault
  }
}

const broken = () => new UnreadableWorkbook('BROKEN')
const tooBig = () => new UnreadableWorkbook('TOO_BIG')

/**
 * A part of a ZIP archive: its compression method (0 is none, 8 is deflate), its compressed size in bytes, and the
 * offset of its local header in bytes.
 */
type Part = { method: number; packedSize: number; offset: number }

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50

/**
 * The parts of a ZIP archive by path, from its central directory. Refuses ZIP64, the format of archives over 4 GB. Also
 * refuses two parts with the same name, because Excel might read one of them and this reader the other.
 */
function partsOf(view: DataView): Map<string, Part> {
  let end = view.byteLength - 22
  while (end >= Math.max(0, view.byteLength - 22 - 65_535) && view.getUint32(end, true) !== END_OF_DIRECTORY) end--
  if (end < 0 || view.getUint32(end, true) !== END_OF_DIRECTORY) throw broken()
  const [count, start] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)]
  if (count > MAX_PARTS) throw tooBig()
  const parts = new Map<string, Part>()
  for (let position = start, left = count; left > 0; left--) {
    if (view.getUint32(position, true) !== DIRECTORY_ENTRY) throw broken()
    if (view.getUint16(position + 8, true) & 1) throw new UnreadableWorkbook('LOCKED')
    const nameLength = view.getUint16(position + 28, true)
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + position + 46, nameLength))
    if (parts.has(name)) throw broken()
    parts.set(name, {
      method: view.getUint16(position + 10, true),
      packedSize: view.getUint32(position + 20, true),
      offset: view.getUint32(position + 42, true),
    })
    position += 46 + nameLength + view.getUint16(position + 30, true) + view.getUint16(position + 32, true)
  }
  return parts
}

/**
 * Unpacks parts of one archive as texts, at most MAX_UNPACKED_BYTES for all parts together. The unpacked sizes in the
 * headers are not trusted.
 */
class Archive {
  readonly #view: DataView
  readonly #parts: Map<string, Part>
  #bytesLeft = MAX_UNPACKED_BYTES

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#parts = partsOf(this.#view)
  }

  has(path: string): boolean {
    return this.#parts.has(path)
  }

  async text(path: string): Promise<string> {
    const part = this.#parts.get(path)
    if (!part) throw broken()
    const view = this.#view
    if (view.getUint32(part.offset, true) !== LOCAL_HEADER) throw broken()
    const start = part.offset + 30 + view.getUint16(part.offset + 26, true) + view.getUint16(part.offset + 28, true)
    if (start + part.packedSize > view.byteLength) throw broken()
    const packed = new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset + start, part.packedSize)
    const stream = new Blob([packed]).stream()
    if (part.method !== 0 && part.method !== 8) throw broken()
    return this.#read(part.method === 0 ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw')))
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<string> {
    const decoder = new TextDecoder()
    const reader = stream.getReader()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw broken()
      })
      if (done) return text + decoder.decode()
      this.#bytesLeft -= value.byteLength
      if (this.#bytesLeft < 0) {
        await reader.cancel().catch(() => undefined)
        throw tooBig()
      }
      text += decoder.decode(value, { stream: true })
    }
  }
}

/** Returns the decoded value of an attribute of a tag; undefined if the tag does not have it. */
type ReadAttribute = (name: string) => string | undefined

/** Callbacks of `forEachTag`. `text` is the text between the opening tag and the next tag. */
type TagHandlers = { open(name: string, attribute: ReadAttribute, text: string): void; close?(name: string): void }

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Decodes the five named entities of XML and numeric character references. No other references can occur: `forEachTag`
 * refuses documents that declare entities.
 */
const plainText = (content: string): string =>
  content.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{1,10}));/g, (all, decimal, hex, name) => {
    if (name) return entities[name] ?? all
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

// A tag and the text after it. No two alternatives begin with the same character and none goes past the next '<', so
// that matching takes linear time.
const tag = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:[^<>"']|"[^<"]*"|'[^<']*')*)>([^<]*)/g

const attributePatterns = new Map<string, RegExp>()

function attributePattern(name: string): RegExp {
  const known = attributePatterns.get(name)
  if (known) return known
  const pattern = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*("[^"]*"|'[^']*')`)
  attributePatterns.set(name, pattern)
  return pattern
}

/**
 * Calls `open` for each opening tag and `close` for each closing tag; for an empty element such as `<c/>` it calls
 * both. They get the name of the tag without its namespace prefix.
 * @throws UnreadableWorkbook if the document has a document type, an entity declaration or a CDATA section
 */
function forEachTag(xml: string, { open, close }: TagHandlers): void {
  if (/<!DOCTYPE|<!ENTITY|<!\[CDATA\[/i.test(xml)) throw broken()
  for (const [, end, name = '', attributesText = '', text = ''] of xml.matchAll(tag)) {
    if (end) {
      close?.(name)
      continue
    }
    const attribute: ReadAttribute = (wanted) => {
      const found = attributePattern(wanted).exec(attributesText)?.[1]
      return found === undefined ? undefined : plainText(found.slice(1, -1))
    }
    open(name, attribute, plainText(text))
    if (attributesText.endsWith('/')) close?.(name)
  }
}

/** How the number in a cell is shown: as a number, or as a date and time to the day, the minute or the second. */
type NumberForm = 'NUMBER' | 'DATE' | 'MINUTE' | 'SECOND'

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
function formsOf(styles: string): NumberForm[] {
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
function momentText(serial: number, form: NumberForm, is1904: boolean): string {
  if (!(serial >= 0 && serial < SERIAL_LIMIT)) return UNREADABLE_CELL
  const at = (is1904 ? FIRST_DAY_1904 : FIRST_DAY) + Math.round(serial * 86_400) * 1_000
  const [day = '', time = ''] = new Date(at).toISOString().slice(0, 19).split('T')
  const shown = form === 'SECOND' || at % 60_000 !== 0 ? time : time.slice(0, 5)
  if (serial < 1) return shown
  return form === 'DATE' && at % DAY_MS === 0 ? day : `${day} ${shown}`
}

function numberText(text: string): string {
  if (/^-?\d{1,15}$/.test(text)) return text
  const value = Number(text)
  return text.trim() === '' || !Number.isFinite(value) ? UNREADABLE_CELL : String(value)
}

/**
 * Replaces a cell that is not read: an error, an overlong text, an invalid number, an invalid date, an invalid
 * reference to a shared text, or a formula, whose stored result can't be checked here. The first character of this
 * constant occurs in no name or amount, so the import reports a line as unreadable if a needed column contains it.
 */
export const UNREADABLE_CELL = '\u001a(수식)'

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
      rows[row] ??= []
      const cells = rows[row] ?? []
      while (cells.length < column) cells.push('')
      cells[column] = cell
    },
  })
  return Array.from(rows, (cells) => cells ?? [])
}

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
      if (name === 'si' && texts.push(text) > MAX_SHARED_TEXTS) throw tooBig()
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
      const cell = type === 's' ? (texts[Number(text)] ?? UNREADABLE_CELL) : text
      if (cell.length > MAX_CELL_LENGTH) return UNREADABLE_CELL
      return cell === UNREADABLE_CELL
        ? cell
        : cell
            .replace(/\p{Cc}/gu, ' ')
            .replace(/ +/g, ' ')
            .trim()
    })
  } catch (error) {
    // Reading past the end of a truncated file throws a RangeError.
    throw error instanceof UnreadableWorkbook ? error : broken()
  }
}
