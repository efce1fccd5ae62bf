import type { Points } from '#lib/money/points.ts'
import type { ReceiptStatus } from './labels.ts'

const moves: Record<ReceiptStatus, readonly ReceiptStatus[]> = {
  REQUESTED: ['ISSUED', 'FAILED'],
  FAILED: ['ISSUED', 'REQUESTED'],
  ISSUED: ['FAILED'],
}

/** Statuses that staff can set next. An issued receipt can only fail, if it had to be withdrawn. */
export const nextStatuses = (from: ReceiptStatus): readonly ReceiptStatus[] => moves[from]

/** Statuses from which this one can be reached. */
export const comesFrom = (to: ReceiptStatus): readonly ReceiptStatus[] =>
  (Object.keys(moves) as ReceiptStatus[]).filter((from) => moves[from].includes(to))

const WON = 100n

/** A transfer's supply value and its tax, a tenth of it, in whole won: what an invoice is written with. */
export function taxOf(payAmount: Points): { supply: Points; tax: Points } {
  const supply = (((payAmount / WON) * 10n + 5n) / 11n) * WON
  return { supply, tax: payAmount - supply }
}
