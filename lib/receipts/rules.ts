import { predicate } from '#lib/core/predicate.ts'
import { largerOf, type Points } from '#lib/money/points.ts'
import type { ReceiptStatus } from './labels.ts'

/** True for receipts that staff or an issuer (a connected service, such as Popbill) still have to issue. */
export const requestedReceipt = predicate<{ status: ReceiptStatus }>({ status: 'REQUESTED' })

const nextByStatus: Record<ReceiptStatus, readonly ReceiptStatus[]> = {
  REQUESTED: ['ISSUED', 'FAILED'],
  FAILED: ['ISSUED', 'REQUESTED'],
  ISSUED: ['FAILED'],
}

/**
 * Statuses to which staff can change a receipt with the status `from`. An issued receipt can only become FAILED, after
 * staff have withdrawn it.
 */
export const nextReceiptStatuses = (from: ReceiptStatus): readonly ReceiptStatus[] => nextByStatus[from]

/** Statuses from which staff can change a receipt to `to`. */
export const previousReceiptStatuses = (to: ReceiptStatus): readonly ReceiptStatus[] =>
  (Object.keys(nextByStatus) as ReceiptStatus[]).filter((from) => nextByStatus[from].includes(to))

/** One won, in hundredths. */
const WON = 100n

/**
 * Amount that a receipt should state: the amount paid less the amount paid back, rounded down to whole won, in
 * hundredths of a won. 0 if the charge was reversed.
 */
export function receiptAmountDue(charge: { payAmount: Points; paidBack: Points; isReversed: boolean }): Points {
  const paid = charge.isReversed ? 0n : largerOf(charge.payAmount - charge.paidBack, 0n)
  return (paid / WON) * WON
}

/**
 * Splits an amount that includes tax into supply value and tax (10% of the supply value), in hundredths of a won. Both
 * are whole won if the amount is.
 */
export function splitIntoSupplyAndTax(payAmount: Points): { supply: Points; tax: Points } {
  const supply = (((payAmount / WON) * 10n + 5n) / 11n) * WON
  return { supply, tax: payAmount - supply }
}

/** `isSent`: an issuer may have received the document, or may be receiving it now. */
type Document = Readonly<{ kind: string; state: string; isSent: boolean }>

/** True if an issuer has issued this receipt, or may be issuing it now. Staff then can't settle it. */
export const isIssuedByConnectedIssuer = ({ documents }: { readonly documents: readonly Document[] }): boolean =>
  documents.some(
    ({ kind, state, isSent }) =>
      kind === 'ISSUE' && (state === 'ISSUED' || state === 'FILED' || (state === 'WAITING' && isSent)),
  )

/** True for a correction that staff may settle: the issuer refused it, or it isn't being sent. */
export const isSettleableCorrection = ({ kind, state, isSent }: Document): boolean =>
  kind === 'CORRECTION' && (state === 'FAILED' || (state === 'WAITING' && !isSent))

/** Amount in won, tax included, from which the law requires a cash receipt even if the member didn't ask for it. */
export const MANDATORY_FROM_WON = 100_000
