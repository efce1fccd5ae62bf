import { type ChargeStatus, chargeStatuses } from '#lib/charges/labels.ts'

type SearchQuery = Readonly<Record<string, string | string[] | undefined>>

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
