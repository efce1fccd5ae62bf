import { bankTableColumns } from '../labels.ts'
import { guessColumns, parseSignedWon, type TableColumns, type TableLine } from './rules.ts'

/** Maximum number of columns in a column map. */
export const MAX_MAP_COLUMNS = 60
/** Maximum number of characters of a heading in a column map. */
export const MAX_HEADING_LENGTH = 60
/** Maximum number of column maps that are stored. */
export const MAX_MAPS = 100

/**
 * Why columns can't be stored as a column map. MISSING: time, name or amount isn't among them. TWICE: two columns have
 * the same meaning, other than the direction of the money. OTHER_SUM: a column that is headed as balances or
 * withdrawals was chosen for deposits. HEADLESS: there are fewer than three headings, or fewer than columns. WIDE:
 * there are too many columns, or a heading is too long.
 */
export type ColumnMapFault = 'MISSING' | 'TWICE' | 'OTHER_SUM' | 'HEADLESS' | 'WIDE'

/**
 * Why these columns can't be stored for tables with these headings; null if they can. A heading that is known to mean
 * balances or withdrawals can't be stored for deposits: otherwise a staff member could have money credited that never
 * came.
 */
export function columnMapFaultOf(headings: readonly string[], columns: TableColumns): ColumnMapFault | null {
  if (headings.filter(Boolean).length < 3 || columns.length > headings.length) return 'HEADLESS'
  if (headings.length > MAX_MAP_COLUMNS || headings.some(({ length }) => length > MAX_HEADING_LENGTH)) return 'WIDE'
  if (!(['at', 'name', 'amount'] as const).every((each) => columns.includes(each))) return 'MISSING'
  const countOf = (column: string) => columns.filter((each) => each === column).length
  if (bankTableColumns.some((each) => each !== 'direction' && countOf(each) > 1)) return 'TWICE'
  const guessed = guessColumns(headings)[columns.indexOf('amount')]
  return guessed === 'balance' || guessed === 'out' ? 'OTHER_SUM' : null
}

/** Minimum number of pairs of successive lines that are needed to judge a column. */
const MIN_PAIRS = 3
/** Minimum share of these pairs (0 to 1) whose difference must be an amount in another column. */
const MIN_FITTING_SHARE = 0.8

/**
 * True if the column of deposits changes like a balance: from line to line by an amount that another column contains.
 * Deposits read from such a column would be money that never came.
 */
export function movesLikeBalance(lines: readonly TableLine[], columns: TableColumns): boolean {
  const amountAt = columns.indexOf('amount')
  if (amountAt < 0) return false
  const rows = lines.map(({ cells }) => cells.map((cell) => Math.abs(parseSignedWon(cell) ?? 0)))
  const sums = rows.map((row) => row[amountAt] ?? 0)
  const otherSumsOf = (row: number) => (rows[row] ?? []).filter((sum, at) => at !== amountAt && sum > 0)
  // Index of the second line of each pair of successive lines with an amount.
  const pairs = sums.slice(1).flatMap((sum, at) => (sum > 0 && (sums[at] ?? 0) > 0 ? [at + 1] : []))
  if (pairs.length < MIN_PAIRS) return false
  // The row with the change is the later one of a pair: the second line (0) if the table begins with the oldest line,
  // the first line (1) if it begins with the newest.
  const countFitting = (linesBack: 0 | 1) =>
    pairs.filter((at) => otherSumsOf(at - linesBack).includes(Math.abs((sums[at] ?? 0) - (sums[at - 1] ?? 0)))).length
  return Math.max(countFitting(0), countFitting(1)) >= pairs.length * MIN_FITTING_SHARE
}
