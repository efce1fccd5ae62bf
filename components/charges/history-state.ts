import { type ChargeStatus, chargeStatuses } from '#lib/charges/labels.ts'

type Query = Readonly<Record<string, string | string[] | undefined>>

/** What of the history is shown; it lives in the URL. */
export interface HistoryState {
  readonly status: ChargeStatus | undefined
  readonly page: number
}

/** Anything that can't be is the whole list's first page. */
export function historyState({ status, page }: Query): HistoryState {
  const number = Number(page)
  return {
    status: chargeStatuses.find((each) => String(each) === status),
    page: Number.isInteger(number) && number >= 1 && number <= 1_000 ? number : 1,
  }
}
