import type { Points } from '#lib/money/points.ts'
import type { ReceiptStatus } from './labels.ts'

const nextByStatus: Record<ReceiptStatus, readonly ReceiptStatus[]> = {
  REQUESTED: ['ISSUED', 'FAILED'],
  FAILED: ['ISSUED', 'REQUESTED'],
  ISSUED: ['FAILED'],
}

/** Statuses that staff can set next. An issued receipt can only become FAILED, after it was withdrawn. */
export const nextStatuses = (from: ReceiptStatus): readonly ReceiptStatus[] => nextByStatus[from]

/** Statuses from which `to` can be reached. */
export const previousStatuses = (to: ReceiptStatus): readonly ReceiptStatus[] =>
  (Object.keys(nextByStatus) as ReceiptStatus[]).filter((from) => nextByStatus[from].includes(to))

const WON = 100n

/** Splits a transfer into supply value and tax (10% of the supply value) for an invoice. Whole won, in hundredths. */
export function taxOf(payAmount: Points): { supply: Points; tax: Points } {
  const supply = (((payAmount / WON) * 10n + 5n) / 11n) * WON
  return { supply, tax: payAmount - supply }
}
