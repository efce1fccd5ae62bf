/** What a field's values are called where they are codes. */
type ValueLabels = Readonly<Record<string | number, string>>

/** A list's columns in order: the field of a row, its heading, and the words of its codes. */
export type CsvHeads<Row> = { readonly [Field in keyof Row]?: string | readonly [heading: string, words: ValueLabels] }

/** Excel reads a file without it in the machine's own code page. */
const BYTE_ORDER_MARK = '\ufeff'

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

// A sheet runs what begins like a formula, full width or after blanks too, and rounds or cuts what is only digits:
// phone and account numbers. An apostrophe makes words of both.
const risky = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]|^0\d+$|^\d{12,}$/

const harmless = (text: string): string => (risky.test(text) ? `'${text}` : text)

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const SEOUL = 9 * 3_600_000

const seoulTime = (iso: string): string =>
  new Date(Date.parse(iso) + SEOUL).toISOString().slice(0, 19).replace('T', ' ')

function textOf(value: unknown, labels: ValueLabels | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'string') {
    const word = labels && Object.hasOwn(labels, value) ? labels[value] : undefined
    if (word !== undefined) return word
    if (typeof value === 'number') return String(value)
    return ISO.test(value) ? seoulTime(value) : harmless(value)
  }
  return harmless(
    Array.isArray(value) ? value.join(' ') : typeof value === 'object' ? JSON.stringify(value) : String(value),
  )
}

const line = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

/** A table's first line. */
export const csvHead = <Row>(heads: CsvHeads<Row>): string =>
  BYTE_ORDER_MARK + line(Object.values(heads).map((head) => (typeof head === 'string' ? head : (head as [string])[0])))

/** One row as a line; moments in Seoul's time, codes in words, nothing that a sheet would run. */
export const csvLine = <Row extends object>(heads: CsvHeads<Row>, row: Row): string =>
  line(
    Object.entries(heads).map(([field, head]) =>
      textOf(row[field as keyof Row], Array.isArray(head) ? (head[1] as ValueLabels) : undefined),
    ),
  )
