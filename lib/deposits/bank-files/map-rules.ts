import { bankTableColumns } from '../labels.ts'
import { guessColumns, readSum, type TableColumns, type TableLine } from './rules.ts'

/** Maximum number of columns of a column map, of characters of a heading, and of maps. */
export const MAX_MAP_COLUMNS = 60
export const MAX_HEADING_LENGTH = 60
export const MAX_MAPS = 100

export type ColumnMapFault = 'MISSING' | 'TWICE' | 'OTHER_SUM' | 'HEADLESS' | 'WIDE'

/**
 * Why the columns of a table can't be remembered for its headings; null if they can. A heading that is known to mean
 * balances or withdrawals can't be remembered as that of deposits: otherwise whoever chose that could credit money that
 * never came.
 */
export function columnMapFaultOf(headings: readonly string[], columns: TableColumns): ColumnMapFault | null {
  if (headings.filter(Boolean).length < 3 || columns.length > headings.length) return 'HEADLESS'
  if (headings.length > MAX_MAP_COLUMNS || headings.some(({ length }) => length > MAX_HEADING_LENGTH)) return 'WIDE'
  if (!(['at', 'name', 'amount'] as const).every((each) => columns.includes(each))) return 'MISSING'
  const countOf = (column: string) => columns.filter((each) => each === column).length
  if (bankTableColumns.some((each) => each !== 'direction' && countOf(each) > 1)) return 'TWICE'
  const known = guessColumns(headings)[columns.indexOf('amount')]
  return known === 'balance' || known === 'out' ? 'OTHER_SUM' : null
}

/** Minimum number of pairs of lines by which a column is judged, and the share of them that must fit. */
const MIN_PAIRS = 3
const MIN_FITTING_SHARE = 0.8

/**
 * True if the column of deposits changes like a balance: from one line to the next by an amount that another column
 * contains. Deposits read from such a column would be money that never came.
 */
export function movesLikeBalance(lines: readonly TableLine[], columns: TableColumns): boolean {
  const place = columns.indexOf('amount')
  if (place < 0) return false
  const rows = lines.map(({ cells }) => cells.map((cell) => Math.abs(readSum(cell) ?? 0)))
  const sums = rows.map((row) => row[place] ?? 0)
  const othersOf = (row: number) => (rows[row] ?? []).filter((sum, at) => at !== place && sum > 0)
  const pairs = sums.slice(1).flatMap((sum, at) => (sum > 0 && (sums[at] ?? 0) > 0 ? [at + 1] : []))
  if (pairs.length < MIN_PAIRS) return false
  // The table may begin with the oldest or the newest line: the later line of a pair is its second line in the first
  // case (0), else its first line (1).
  const fits = (later: 0 | 1) =>
    pairs.filter((at) => othersOf(at - later).includes(Math.abs((sums[at] ?? 0) - (sums[at - 1] ?? 0)))).length
  return Math.max(fits(0), fits(1)) >= pairs.length * MIN_FITTING_SHARE
}
