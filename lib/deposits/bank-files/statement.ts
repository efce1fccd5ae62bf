import type { BankTableColumn } from '../labels.ts'
import { isBooked } from '../rules.ts'
import { balanceGaps } from '../statements/rules.ts'
import type { StatementRow } from '../statements/schema.ts'
import {
  emptyAmount,
  isMarkedAsWithdrawal,
  parseSignedWon,
  readLineMoment,
  type TableColumns,
  type TableLine,
} from './rules.ts'

/** Maximum number of characters of a stored name or memo. */
const MAX_TEXT = 100

/** Text of a cell as it is stored: without control characters, and cut to MAX_TEXT characters. */
const textOf = (cell = ''): string =>
  cell
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .trim()

/**
 * Won that came in (`paidIn`) or went out (`paidOut`) by a line. Null unless exactly one of them is more than 0. An
 * amount in the column of deposits went out if it is negative or marked as a withdrawal.
 */
function sumsOf(line: TableLine, columns: TableColumns): { paidIn: number; paidOut: number } | null {
  const cell = (column: 'amount' | 'out') =>
    columns.includes(column) ? (line.cells[columns.indexOf(column)] ?? '') : ''
  const [sum, out] = [parseSignedWon(cell('amount')) ?? 0, Math.abs(parseSignedWon(cell('out')) ?? 0)]
  if (sum < 0 || (sum > 0 && isMarkedAsWithdrawal(line, columns)))
    return out > 0 ? null : { paidIn: 0, paidOut: Math.abs(sum) }
  return sum > 0 === out > 0 ? null : { paidIn: sum, paidOut: out }
}

/**
 * The columns because of which `readBankStatement` leaves out a line that seems to move money: an amount that can't be
 * read, a second amount, or no time. Empty for a line that becomes a row, now or on its day, and for one without an
 * amount.
 */
export function statementFaultsOf(line: TableLine, columns: TableColumns): BankTableColumn[] {
  const amounts = (['amount', 'out'] as const).filter((column) => columns.includes(column))
  const cellOf = (column: BankTableColumn) => line.cells[columns.indexOf(column)] ?? ''
  const filled = amounts.filter((column) => !emptyAmount.test(cellOf(column)))
  const unreadable = filled.filter((column) => parseSignedWon(cellOf(column)) === null)
  if (unreadable.length > 0) return unreadable
  if (sumsOf(line, columns) === null) return filled.length > 1 ? ['out'] : []
  return readLineMoment(line, columns) ? [] : ['at']
}

/**
 * Returns a file's rows oldest first. Reverses them if the first row is later than the last one. If both have the same
 * time, the sequence in which the balances have fewer gaps decides (`balanceGaps`).
 */
function oldestFirst<R extends Omit<StatementRow, 'turn'>>(rows: readonly R[]): readonly R[] {
  const [first, last] = [rows[0]?.at ?? '', rows.at(-1)?.at ?? '']
  const reversed = [...rows].reverse()
  if (first !== last) return Date.parse(first) < Date.parse(last) ? rows : reversed
  const countGaps = (some: readonly R[]) => balanceGaps(some).filter((gap) => gap !== null && gap !== 0).length
  return countGaps(reversed) < countGaps(rows) ? reversed : rows
}

/**
 * Reads the rows of a bank's table, oldest first: deposits and withdrawals, each with the balance after it (null if the
 * bank states none). They are used to compare a day at the bank with the shop's records. Leaves out lines without a
 * time, or with one that is later than `now` (`isBooked`), and lines that don't have exactly one amount (`sumsOf`);
 * `statementFaultsOf` says why.
 */
export function readBankStatement(lines: readonly TableLine[], columns: TableColumns, now: Date): StatementRow[] {
  const cellOf = ({ cells }: TableLine, column: 'name' | 'memo' | 'balance') =>
    columns.includes(column) ? cells[columns.indexOf(column)] : undefined
  const rows = lines.flatMap((line) => {
    const [moment, sums] = [readLineMoment(line, columns), sumsOf(line, columns)]
    if (!moment || !sums || !isBooked(moment, now)) return []
    const balance = parseSignedWon(cellOf(line, 'balance') ?? '')
    return [{ ...moment, ...sums, name: textOf(cellOf(line, 'name')), memo: textOf(cellOf(line, 'memo')), balance }]
  })
  const turns = new Map<string, number>()
  return oldestFirst(rows).map((row) => {
    const content = JSON.stringify(row)
    const turn = (turns.get(content) ?? 0) + 1
    turns.set(content, turn)
    return { ...row, turn }
  })
}
