/** A sum of points, in hundredths of a point; one point is one won (docs/contract.md#money). */
export type Points = bigint

/** Number of hundredths in one whole point. */
const HUNDREDTHS = 100n

/** Largest possible balance: the largest value of a BIGINT column. */
export const MAX_POINTS: Points = 2n ** 63n - 1n

export const largerOf = (a: Points, b: Points): Points => (a > b ? a : b)

export const smallerOf = (a: Points, b: Points): Points => (a < b ? a : b)

/** Converts a whole number of points to the hundredths that `Points` counts. */
export const wholePoints = (points: number | bigint): Points => BigInt(points) * HUNDREDTHS

/** Converts a JSON number of points with at most two decimals, below 10^15; null for any other number. */
export function pointsFromNumber(value: number): Points | null {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,2}))?$/.exec(String(value))
  if (!match) return null
  const hundredths = BigInt(match[2] ?? '0') * HUNDREDTHS + BigInt((match[3] ?? '').padEnd(2, '0'))
  return match[1] ? -hundredths : hundredths
}

/** Converts points to a JSON number with at most two decimals. Exact up to 70 trillion points. */
export const pointsToNumber = (points: Points): number => Number(points) / 100

/** Points as text without a unit and without commas: '518.1'. */
export function pointsToText(points: Points): string {
  const sign = points < 0n ? '-' : ''
  const absolute = points < 0n ? -points : points
  const decimals = String(absolute % HUNDREDTHS)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return `${sign}${absolute / HUNDREDTHS}${decimals && `.${decimals}`}`
}

/** Puts commas between the thousands of a number's text. */
const groupDigits = (text: string): string => text.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))

/**
 * Points as '1,234원', for members' screens, prices, bank transfers and e-mails about cash refunds
 * (docs/contract.md#money).
 */
export const formatWon = (points: Points): string => `${groupDigits(pointsToText(points))}원`

/** Points as '518.1P', for staff's ledger, refunds and adjustments, and for messages to members about orders. */
export const formatPoints = (points: Points): string => `${groupDigits(pointsToText(points))}P`

/** A count with commas: '1,000'. */
export const formatCount = (count: number): string => groupDigits(String(count))

/**
 * Converts a number of points in a JSON response of the shop to `Points`. The shop's responses contain only valid
 * numbers, so the fallback 0 is never used.
 */
export const pointsFromResponse = (amount: number): Points => pointsFromNumber(amount) ?? 0n

/** Points in a JSON response, as '1,234원'. */
export const wonText = (amount: number): string => formatWon(pointsFromResponse(amount))

/** Points in a JSON response, as '518.1P'. */
export const pointText = (amount: number): string => formatPoints(pointsFromResponse(amount))

/** A change of points in a JSON response, with its sign: '+1,500P' if points were added, '-1,500P' if taken. */
export const signedPointText = (delta: number): string => `${delta > 0 ? '+' : ''}${pointText(delta)}`
