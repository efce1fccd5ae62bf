/**
 * Reads the list of orders that a member pastes, or loads from a file, into the bulk order screen. Safe in a browser.
 */
import { bulkLineProblems } from './labels.ts'

/** An order of the list, as it is sent to the server. `amount`: its quantity, 0 if the line has none. */
export type BulkListRow = { serviceId: number; link: string; amount: number }

/** A line of the list: its number in the text, from 1, its text, and its order or the reason why it can't be read. */
export type BulkLine = { line: number; text: string } & ({ row: BulkListRow } | { problem: string })

/**
 * Splits a CSV line into cells. A cell that contains a comma must be in quotes. The result may end with an extra empty
 * cell.
 */
const commaCells = (line: string): string[] =>
  [...line.matchAll(/("(?:""|[^"])*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
    /^".*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  )

/** A cell's text without spaces and thousands separators; full-width characters become normal-width ones. */
const withoutSeparators = (cell: string): string => cell.normalize('NFKC').replace(/[\s,]/g, '')

/** The service id in a cell; '[1024]' and '#1024' are accepted too, because screens show service ids like this. */
const idOf = (cell: string): string => withoutSeparators(cell).replace(/^[[#]+|\]+$/g, '')

const isWholeNumber = (cell: string): boolean => /^\d+$/.test(withoutSeparators(cell))

/** Splits a line into cells, and drops empty cells at its end. Also returns the separator. */
function cellsOf(line: string): { cells: string[]; separator: string } {
  const separator = line.includes('|') ? '|' : line.includes('\t') ? '\t' : ','
  const cells = separator === ',' ? commaCells(line) : line.split(separator)
  while (cells.at(-1)?.trim() === '') cells.pop()
  return { cells, separator }
}

/**
 * Splits a line into service id, link and quantity: its first cell, the cells in between, and its last cell ('' if it
 * has fewer than three). The cells in between form one link, because a link may contain the separator. Returns null for
 * an ambiguous line: commas separate its cells, and a part of the link after the first comma is a number.
 */
function partsOf(line: string): [id: string, link: string, amount: string] | null {
  const { cells, separator } = cellsOf(line)
  const [id = '', link = '', ...rest] = cells
  if (separator === ',' && rest.slice(0, -1).some(isWholeNumber)) return null
  return [id, [link, ...rest.slice(0, -1)].join(separator), rest.at(-1) ?? '']
}

function readLine(text: string): { row: BulkListRow } | { problem: string } {
  const parts = partsOf(text)
  if (!parts) return { problem: bulkLineProblems.commas }
  const [id, link, amount] = parts
  if (!/^\d{1,9}$/.test(idOf(id))) return { problem: link === '' ? bulkLineProblems.columns : bulkLineProblems.number }
  const quantity = withoutSeparators(amount).replace(/개$/, '')
  if (!/^(-?\d{1,9})?$/.test(quantity)) return { problem: bulkLineProblems.amount }
  return { row: { serviceId: Number(idOf(id)), link: link.trim(), amount: Number(quantity) } }
}

/** True for a line of headings: no digit in its first cell. */
const isHeading = (text: string): boolean => !/\d/.test(withoutSeparators(cellsOf(text).cells[0] ?? ''))

/**
 * Reads a list with one order per line: service id, link and quantity, as `상품번호|링크|수량` or separated by tabs or commas.
 * Leaves out empty lines, and a first line of headings if other lines follow it.
 */
export function readBulkText(text: string): BulkLine[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|[\r\n\u2028\u2029]/u)
    .map((line, index) => ({ line: index + 1, text: line }))
    .filter((line) => line.text.trim() !== '')
  const [first] = lines
  const orders = first && lines.length > 1 && isHeading(first.text) ? lines.slice(1) : lines
  return orders.map((line) => ({ ...line, ...readLine(line.text) }))
}
