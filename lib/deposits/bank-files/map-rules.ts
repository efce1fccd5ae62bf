import { bankTableColumns } from '../labels.ts'
import { guessColumns, parseSignedWon, type TableColumns, type TableLine } from './rules.ts'

/** Maximum number of columns in a column map. */
export const MAX_MAP_COLUMNS = 60
/** Maximum number of characters of a heading in a column map. */
export const MAX_HEADING_LENGTH = 60
/** Maximum number of column maps that are stored. */
export const MAX_COLUMN_MAPS = 100

/**
 * Why columns can't be stored as a column map. MISSING: there is no column for the time, the name or the amount. TWICE:
 * two columns have the same meaning (only `direction` may occur twice). OTHER_SUM: the column chosen for deposits has a
 * heading that means balances or withdrawals. HEADLESS: there are fewer than three headings, or fewer headings than
 * columns. WIDE: there are too many columns, or a heading is too long.
 */
export type ColumnMapFault = 'MISSING' | 'TWICE' | 'OTHER_SUM' | 'HEADLESS' | 'WIDE'

/**
 * Why these columns can't be stored for tables with these headings; null if they can. A column whose heading means
 * balances or withdrawals can't be stored as deposits: otherwise a staff member could have money credited that never
 * arrived.
 */
export function findColumnMapFault(headings: readonly string[], columns: TableColumns): ColumnMapFault | null {
  if (headings.filter(Boolean).length < 3 || columns.length > headings.length) return 'HEADLESS'
  if (headings.length > MAX_MAP_COLUMNS || headings.some(({ length }) => length > MAX_HEADING_LENGTH)) return 'WIDE'
  if (!(['at', 'name', 'amount'] as const).every((each) => columns.includes(each))) return 'MISSING'
  const countOf = (column: string) => columns.filter((each) => each === column).length
  if (bankTableColumns.some((each) => each !== 'direction' && countOf(each) > 1)) return 'TWICE'
  const guessed = guessColumns(headings)[columns.indexOf('amount')]
  return guessed === 'balance' || guessed === 'out' ? 'OTHER_SUM' : null
}

/** Minimum number of pairs of successive lines needed to judge whether a column contains balances. */
const MIN_PAIRS = 3
/**
 * Minimum share (0 to 1) of the pairs of successive lines that must fit for a column to count as balances. A pair fits
 * if its difference is an amount in another column.
 */
const MIN_FITTING_SHARE = 0.8

/**
 * True if the column chosen for deposits changes like a balance: from line to line by an amount that another column
 * contains. Deposits read from such a column would be money that never arrived.
 */
export function isAmountColumnABalance(lines: readonly TableLine[], columns: TableColumns): boolean {
  const amountAt = columns.indexOf('amount')
  if (amountAt < 0) return false
  const rows = lines.map(({ cells }) => cells.map((cell) => Math.abs(parseSignedWon(cell) ?? 0)))
  const sums = rows.map((row) => row[amountAt] ?? 0)
  const otherSumsOf = (row: number) => (rows[row] ?? []).filter((sum, at) => at !== amountAt && sum > 0)
  // Index of the second line of each pair of successive lines with an amount.
  const pairs = sums.slice(1).flatMap((sum, at) => (sum > 0 && (sums[at] ?? 0) > 0 ? [at + 1] : []))
  if (pairs.length < MIN_PAIRS) return false
  // The amount that explains a difference is in the later row of the pair. The later row is the second line
  // (`linesBack` 0) if the table begins with the oldest row, and the first line (`linesBack` 1) if the table begins
  // with the newest row.
  const countFitting = (linesBack: 0 | 1) =>
    pairs.filter((at) => otherSumsOf(at - linesBack).includes(Math.abs((sums[at] ?? 0) - (sums[at - 1] ?? 0)))).length
  return Math.max(countFitting(0), countFitting(1)) >= pairs.length * MIN_FITTING_SHARE
}
