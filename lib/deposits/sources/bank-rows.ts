import { normalName } from '#lib/core/normal-name.ts'
import type { DepositPrecision } from '../labels.ts'
import { isTransferKind } from '../rules.ts'

// Functions for adapters of deposit sources that report the rows of the bank account. These sources write times as
// digits, in Seoul's time, and amounts as text.

const SEOUL_HOURS = 9
const DAY_MS = 86_400_000

/** The day in Seoul, as `YYYYMMDD`, that is `days` days after the time `now` (in milliseconds). */
export const seoulDayDigits = (now: number, days = 0): string =>
  new Date(now + SEOUL_HOURS * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')

/** The day before a day given as `YYYYMMDD`. */
export const dayBefore = (day: string): string =>
  seoulDayDigits(Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00+09:00`), -1)

/** The later of two days given as `YYYYMMDD`. */
export const laterDay = (a: string, b: string): string => (a < b ? b : a)

/**
 * Parses the time of a row: `YYYYMMDD`, alone or with `HHMM` or `HHMMSS` after it. Banks that report no seconds, or no
 * time of day, write zeros, so zeros count as missing. A time in the future becomes the present. Null if the text can't
 * be read.
 */
export function parseBankTime(digits: string): { at: string; precision: DepositPrecision } | null {
  const match = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?$/.exec(digits.trim())
  if (!match) return null
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = match
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+0${SEOUL_HOURS}:00`)
  if (Number.isNaN(time)) return null
  const hasMinute = hour !== '00' || minute !== '00'
  const precision = second !== '00' ? 'EXACT' : hasMinute ? 'MINUTE' : 'DAY'
  return { at: new Date(Math.min(time, Date.now())).toISOString(), precision }
}

/**
 * Parses an amount in won: digits, perhaps with thousands separators. Null for fractions of a won and for any other
 * text.
 */
export function parseBankAmount(text: string): number | null {
  const digits = text
    .trim()
    .replace(/^(\d{1,3})((?:,\d{3})+)(?!\d)/, (_, first, rest) => first + rest.replaceAll(',', ''))
  const won = /^\d{1,15}(?:\.0+)?$/.test(digits) ? Number(digits) : Number.NaN
  return Number.isSafeInteger(won) ? won : null
}

/** Parses a balance in won, which may be negative; null if there is none, or the text can't be read. */
export function parseBankBalance(text: string): number | null {
  const sum = parseBankAmount(text.trim().replace(/^-/, ''))
  return sum !== null && text.trim().startsWith('-') ? -sum : sum
}

/**
 * True for an amount below zero: the bank corrects an earlier row, and the money moves the other way. A deposit that is
 * taken back (입금취소) is no deposit.
 */
export const isCorrection = (text: string): boolean => (parseBankBalance(text) ?? 0) < 0

/** Won that came in and went out by a row with these amounts; a correction moves its money the other way. */
export function parseBankMovement(deposit: string, withdrawal: string): { paidIn: number; paidOut: number } {
  const [paidIn, paidOut] = [parseBankBalance(deposit) ?? 0, parseBankBalance(withdrawal) ?? 0]
  return {
    paidIn: Math.max(paidIn, 0) + Math.max(-paidOut, 0),
    paidOut: Math.max(paidOut, 0) + Math.max(-paidIn, 0),
  }
}

/** Converts a name or remark of a row to the text that is stored: without control characters, cut to 100 characters. */
export const storedRowText = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 100)

/**
 * The depositor's name in a remark of a row; '' if the remark only says how the transfer was made. Other texts that name
 * nobody stay, because they tell staff whose money it is.
 */
export const parseDepositorName = (remark: string): string =>
  normalName(remark) === '' || isTransferKind(remark) ? '' : remark
