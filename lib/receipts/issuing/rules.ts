import { seoulDay } from '#lib/core/seoul-moment.ts'
import type { Points } from '#lib/money/points.ts'
import { splitIntoSupplyAndTax } from '../rules.ts'

/** Amounts in whole won; `supply` + `tax` = `total`. */
export type DocumentSums = { total: number; supply: number; tax: number }

/** One won, in hundredths. */
const WON = 100n

/** Number of times that an issuer may refuse a document before staff have to decide. */
export const MAX_REFUSALS = 3

/**
 * Seconds for which a claimed document belongs to the worker that claimed it. This is longer than all requests about
 * one document may take. After this time another worker may claim the document.
 */
export const CLAIM_SECONDS = 120

/** Seconds after which the issuer is asked again whether the tax office has an issued document. */
export const SECONDS_BETWEEN_TAX_OFFICE_CHECKS = 3_600

/** Days during which the issuer is asked about an issued document. Normally the tax office has it after two days. */
export const TAX_OFFICE_CHECK_DAYS = 14

/**
 * Minutes after a document's creation from which a failed attempt files a task about its issuer. A refusal isn't such a
 * failure: after three refusals (MAX_REFUSALS), a task about the receipt is filed instead. For a busy issuer no task is
 * filed.
 */
export const MINUTES_UNTIL_TASK = 60

const FIRST_PAUSE_SECONDS = 5
const LONGEST_PAUSE_SECONDS = 1_800

/** Seconds until the next attempt, after `attempts` failed attempts. */
export const secondsUntilNextAttempt = (attempts: number): number =>
  Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(Math.max(attempts - 1, 0), 20))

const wonOf = (sum: Points): number => Number(sum / WON)

/** Splits an amount, in hundredths of a won, into supply value and tax. */
export function documentSumsOf(sum: Points): DocumentSums {
  const { supply, tax } = splitIntoSupplyAndTax(sum)
  return { total: wonOf(sum), supply: wonOf(supply), tax: wonOf(tax) }
}

/**
 * Sums of a correction that takes back `amount` from documents whose total is `before`. They are differences of rounded
 * sums, so that the supply values and taxes of all corrections add up exactly to those of the original.
 */
export function correctionSums(before: Points, amount: Points): DocumentSums {
  const [sumsBefore, sumsAfter] = [documentSumsOf(before), documentSumsOf(before - amount)]
  return {
    total: sumsBefore.total - sumsAfter.total,
    supply: sumsBefore.supply - sumsAfter.supply,
    tax: sumsBefore.tax - sumsAfter.tax,
  }
}

const SEOUL_OFFSET_MS = 9 * 3_600_000

/** A time in Seoul as 14 digits. */
export const seoulTimeDigits = (at: Date): string =>
  new Date(at.getTime() + SEOUL_OFFSET_MS).toISOString().replace(/\D/g, '').slice(0, 14)

/**
 * True if a cash receipt may state this time of trade (14 digits, in Seoul): it is today or yesterday, and not in the
 * future.
 */
export const isRecentTrade = (tradedAt: string, now: Date): boolean =>
  [0, -1].some((days) => seoulDay(now, days).replaceAll('-', '') === tradedAt.slice(0, 8)) &&
  tradedAt <= seoulTimeDigits(now)

/**
 * True if a link that an issuer returned leads to that issuer: https, at its domain, without a user name. `standInUrl`:
 * the URL of a stand-in, which only tests and the demo have; the link must then lead there.
 */
export function isLinkToIssuer(
  link: string,
  { domain, standInUrl }: { domain: string; standInUrl: string | null },
): boolean {
  const url = URL.parse(link)
  if (url?.username !== '' || url.password !== '') return false
  if (standInUrl !== null) return url.origin === URL.parse(standInUrl)?.origin
  return (
    url.protocol === 'https:' && url.port === '' && (url.hostname === domain || url.hostname.endsWith(`.${domain}`))
  )
}
