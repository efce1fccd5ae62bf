/** Labels by code, or of true and false: the file gets the labels instead of the values. */
type ValueLabels = Readonly<Record<string | number, string>>

/**
 * Columns of a CSV file from left to right. Each key is the field of a row that the column shows. Each value is the
 * heading; for a field with codes, or true and false, the heading and their labels.
 */
export type CsvHeads<Row> = { readonly [Field in keyof Row]?: string | readonly [heading: string, labels: ValueLabels] }

/**
 * Written at the beginning of the file; without it, Excel reads the file in the system's code page instead of UTF-8.
 */
const BYTE_ORDER_MARK = '\ufeff'

const quotedCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

// Matches cells that Excel would change. Excel evaluates cells that begin like a formula (even with a full-width sign
// or after blanks), rounds long numbers, and drops the leading zeros of phone and account numbers. A leading apostrophe
// makes such a cell text.
const riskyCell = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]|^0\d+$|^\d{12,}$/

const cellAsText = (text: string): string => (riskyCell.test(text) ? `'${text}` : text)

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const SEOUL_OFFSET_MS = 9 * 3_600_000

const seoulTime = (iso: string): string =>
  new Date(Date.parse(iso) + SEOUL_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')

function cellText(value: unknown, labels: ValueLabels | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') {
    const text = String(value)
    const label = labels && Object.hasOwn(labels, text) ? labels[text] : undefined
    if (label !== undefined) return label
    if (typeof value !== 'string') return text
    return ISO_TIME.test(value) ? seoulTime(value) : cellAsText(value)
  }
  return cellAsText(
    Array.isArray(value) ? value.join(' ') : typeof value === 'object' ? JSON.stringify(value) : String(value),
  )
}

const lineOfCells = (cells: readonly string[]): string => `${cells.map(quotedCell).join(',')}\r\n`

/** First line of the file, with byte order mark and headings. */
export const csvHeadingLine = <Row>(heads: CsvHeads<Row>): string =>
  BYTE_ORDER_MARK +
  lineOfCells(Object.values(heads).map((head) => (typeof head === 'string' ? head : (head as [string])[0])))

/** One row as a line of the file: times in Seoul, codes as labels, risky cells as text. */
export const csvLine = <Row extends object>(heads: CsvHeads<Row>, row: Row): string =>
  lineOfCells(
    Object.entries(heads).map(([field, head]) =>
      cellText(row[field as keyof Row], Array.isArray(head) ? (head[1] as ValueLabels) : undefined),
    ),
  )
