/** A smaller difference between the two clocks is ignored, because the network's delay may have caused it. */
const MIN_DIFFERENCE_MS = 60_000

let aheadMs = 0

/**
 * Compares the browser's clock with the server's. `serverTime` is a time of the server: the header `Date` of an answer,
 * or milliseconds. `now` is the time of the browser at that moment.
 */
export function recordServerTime(serverTime: string | number | null, now = Date.now()): void {
  const difference = new Date(serverTime ?? '').getTime() - now
  if (!Number.isNaN(difference)) aheadMs = Math.abs(difference) < MIN_DIFFERENCE_MS ? 0 : difference
}

/**
 * Milliseconds by which the server's clock is ahead of the browser's, negative if it is behind. 0 until the page
 * is hydrated, and while the clocks differ by less than a minute.
 */
export const serverAheadMs = (): number => aheadMs
