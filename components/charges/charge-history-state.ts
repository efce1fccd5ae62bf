import { type ChargeStatus, chargeStatuses } from '#lib/charges/labels.ts'
import type { Query } from '../ui/href.ts'

export type SearchQuery = Readonly<Record<string, string | string[] | undefined>>

/** Filter and page of the charge history, as contained in the URL. */
export interface ChargeHistoryState {
  readonly status: ChargeStatus | undefined
  readonly page: number
}

/** Parses the query string; an invalid status means no filter, an invalid page means page 1. */
export function parseChargeHistoryState({ status, page }: SearchQuery): ChargeHistoryState {
  const number = Number(page)
  return {
    status: chargeStatuses.find((each) => String(each) === status),
    page: Number.isInteger(number) && number >= 1 && number <= 1_000 ? number : 1,
  }
}

/** Parameters of /point that decide what stands above the history: a charge's account, a typed amount, a payment. */
const parametersAbove = ['amount', 'charge', 'paymentId', 'by']

/**
 * The parameters of the URL that a link of the history repeats. Without them its filters and pages would take away the
 * account that the member is about to pay to, and empty a form that the URL has filled in.
 */
export const queryAboveHistory = (query: SearchQuery): Query =>
  Object.fromEntries(
    parametersAbove.flatMap((name) => {
      const value = query[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
