import { seoulDay } from '#lib/core/seoul-moment.ts'
import type { Points } from '#lib/money/points.ts'
import { splitTax } from '../rules.ts'

/** Sums in whole won; `supply` and `tax` together are `total`. */
export type DocumentSums = { total: number; supply: number; tax: number }

const WON = 100n

/** Refusals of one document by the service after which staff have to decide. */
export const MAX_REFUSALS = 3

/**
 * Seconds for which a claimed document belongs to the worker that claimed it; then another may take it. Longer than the
 * requests for one document may take.
 */
export const CLAIM_SECONDS = 120

/** Seconds until an issued document is asked about again, to learn whether the tax office has it. */
export const FILING_SECONDS = 3_600

/** Days for which an issued document is asked about; the tax office has it after two. */
export const FILING_DAYS = 14

/** Minutes for which a document may wait for a service that doesn't take it until a task is filed. */
export const MINUTES_UNTIL_TASK = 60

const FIRST_PAUSE_SECONDS = 5
const LONGEST_PAUSE_SECONDS = 1_800

/** Seconds until the next attempt after `attempts` that failed. */
export const pauseAfter = (attempts: number): number =>
  Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(Math.max(attempts - 1, 0), 20))

/** Sum that a receipt should state: what its member paid and wasn't paid back. Nothing once the charge is reversed. */
export function dueSum(charge: { payAmount: Points; paidBack: Points; isReversed: boolean }): Points {
  const left = charge.isReversed ? 0n : charge.payAmount - charge.paidBack
  return left <= 0n ? 0n : (left / WON) * WON
}

const wonOf = (sum: Points): number => Number(sum / WON)

/** A sum in whole won with its supply value and tax. */
export function sumsOf(sum: Points): DocumentSums {
  const { supply, tax } = splitTax(sum)
  return { total: wonOf(sum), supply: wonOf(supply), tax: wonOf(tax) }
}

/**
 * The sums of a correction by `amount` of what stated `before` until then: supply values and taxes of all corrections
 * add up to those of the original, whatever parts it was taken back in.
 */
export function correctionSums(before: Points, amount: Points): DocumentSums {
  const [old, now] = [sumsOf(before), sumsOf(before - amount)]
  return { total: old.total - now.total, supply: old.supply - now.supply, tax: old.tax - now.tax }
}

const SEOUL_OFFSET_MS = 9 * 3_600_000

/** A moment as 14 digits in Seoul. */
export const seoulDigits = (at: Date): string =>
  new Date(at.getTime() + SEOUL_OFFSET_MS).toISOString().replace(/\D/g, '').slice(0, 14)

/**
 * True if a cash receipt may state this moment, 14 digits in Seoul, as that of the trade: it is today or yesterday, and
 * not in the future.
 */
export const isRecentTrade = (tradedAt: string, now: Date): boolean =>
  [0, -1].some((days) => seoulDay(now, days).replaceAll('-', '') === tradedAt.slice(0, 8)) &&
  tradedAt <= seoulDigits(now)

/**
 * True if an address that a service gave leads to that service alone: https, at its domain, without a user's name. A
 * connection to another address, which only tests and the demo have, leads to that one.
 */
export function isOwnLink(link: string, { domain, other }: { domain: string; other: string | null }): boolean {
  const url = URL.parse(link)
  if (url?.username !== '' || url.password !== '') return false
  if (other !== null) return url.origin === URL.parse(other)?.origin
  return (
    url.protocol === 'https:' && url.port === '' && (url.hostname === domain || url.hostname.endsWith(`.${domain}`))
  )
}
