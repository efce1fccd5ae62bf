import { balanceGaps } from '../statements/rules.ts'
import type { StatementRow } from '../statements/schema.ts'
import { readDirection, readLineMoment, readSum, type TableColumns, type TableLine } from './rules.ts'

const MAX_TEXT = 100

/** A cell as it is stored: without control characters, and shortened to MAX_TEXT. */
const textOf = (cell = ''): string =>
  cell
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .trim()

/** Amounts of a line that came in and went out, in won; null if they can't be read. */
function sumsOf(line: TableLine, columns: TableColumns): { paidIn: number; paidOut: number } | null {
  const cell = (column: 'amount' | 'out') =>
    columns.includes(column) ? (line.cells[columns.indexOf(column)] ?? '') : ''
  const [sum, out] = [readSum(cell('amount')) ?? 0, Math.abs(readSum(cell('out')) ?? 0)]
  if (sum < 0 || (sum > 0 && readDirection(line, columns)))
    return out > 0 ? null : { paidIn: 0, paidOut: Math.abs(sum) }
  return sum > 0 === out > 0 ? null : { paidIn: sum, paidOut: out }
}

/**
 * Orders a file's rows from the oldest to the newest: by their times or, if these are equal, so that the balances fit.
 */
function oldestFirst<R extends Omit<StatementRow, 'turn'>>(rows: readonly R[]): readonly R[] {
  const [first, last] = [rows[0]?.at ?? '', rows.at(-1)?.at ?? '']
  const reversed = [...rows].reverse()
  if (first !== last) return Date.parse(first) < Date.parse(last) ? rows : reversed
  const gapsOf = (some: readonly R[]) => balanceGaps(some).filter((gap) => gap !== null && gap !== 0).length
  return gapsOf(reversed) < gapsOf(rows) ? reversed : rows
}

/**
 * Reads all rows of a bank's table, deposits and withdrawals, each with the bank's balance after it, for the comparison
 * of a day's money. Leaves out lines without a time or an amount. The oldest comes first.
 */
export function readStatement(lines: readonly TableLine[], columns: TableColumns): StatementRow[] {
  const cellOf = ({ cells }: TableLine, column: 'name' | 'memo' | 'balance') =>
    columns.includes(column) ? cells[columns.indexOf(column)] : undefined
  const rows = lines.flatMap((line) => {
    const [moment, sums] = [readLineMoment(line, columns), sumsOf(line, columns)]
    if (!moment || !sums) return []
    const balance = readSum(cellOf(line, 'balance') ?? '')
    return [{ ...moment, ...sums, name: textOf(cellOf(line, 'name')), memo: textOf(cellOf(line, 'memo')), balance }]
  })
  const turns = new Map<string, number>()
  return oldestFirst(rows).map((row) => {
    const alike = JSON.stringify(row)
    const turn = (turns.get(alike) ?? 0) + 1
    turns.set(alike, turn)
    return { ...row, turn }
  })
}
