/**
 * Kind of a call, which has its own limit of log rows per minute. The first kind that fits:
 * - `failure`: the call failed.
 * - `test`: it was made with a test key.
 * - `read`: it only read.
 * - `order`: it placed one new order.
 * - `write`: any other call, such as a bulk or auto order, a repeated order, or a request for a price (`dryRun`).
 */
export type RequestKind = 'read' | 'order' | 'write' | 'test' | 'failure'

/**
 * How many calls of a member are stored per minute, by kind; further calls are only counted (docs/decisions/0047). Most
 * reads are identical polls, and some hundred failures are enough to show the cause. Calls that placed one order are
 * all stored, because each was paid for. Calls that may cost their caller nothing have a limit.
 */
const STORED_A_MINUTE: Readonly<Record<RequestKind, number>> = {
  read: 60,
  order: Number.POSITIVE_INFINITY,
  write: 120,
  test: 60,
  failure: 120,
}

const MINUTE_MS = 60_000
/** Maximum number of members whose newest orders are in memory; beyond it, the oldest entry is dropped. */
const MAX_MEMBERS = 20_000
/**
 * Number of a member's newest order ids in memory. Up to this many orders may be placed at the same time and answered
 * in another sequence than placed.
 */
const MAX_NEWEST = 256

/**
 * Makes a function that returns true if it is called for the first time with this order of this member. It returns
 * false for orders older than the MAX_NEWEST newest ones. A request repeated with the same Idempotency-Key gets the
 * order of the first request, so its order isn't new.
 */
export function makeNewOrderDetector() {
  const newestByMember = new Map<number, number[]>()
  return (memberId: number, orderId: number): boolean => {
    const newest = newestByMember.get(memberId) ?? []
    const place = newest.findLastIndex((other) => other <= orderId)
    if (newest[place] === orderId || (place < 0 && newest.length >= MAX_NEWEST)) return false
    if (newest.length === 0 && newestByMember.size >= MAX_MEMBERS)
      newestByMember.delete(newestByMember.keys().next().value ?? 0)
    newest.splice(place + 1, 0, orderId)
    if (newest.length > MAX_NEWEST) newest.shift()
    newestByMember.set(memberId, newest)
    return true
  }
}

/** Maximum number of counts in memory, one per member and kind; beyond it, the oldest count is dropped. */
const MAX_COUNTS = 20_000

/**
 * Counts of a member's calls of one kind: those stored in `minute` (minutes since 1970), and those left out since the
 * last stored call.
 */
type Count = { minute: number; stored: number; omitted: number }

/**
 * Makes a function that decides whether a call at the time `at` (milliseconds since 1970) is stored. For a call that
 * isn't stored it returns null. Otherwise it returns how many calls of the same member and kind were left out since the
 * last stored one.
 */
export function makeRequestBudget(storedAMinute = STORED_A_MINUTE) {
  const counts = new Map<string, Count>()
  return (memberId: number, kind: RequestKind, at: number): number | null => {
    const key = `${memberId}:${kind}`
    const minute = Math.floor(at / MINUTE_MS)
    const existing = counts.get(key)
    const count = existing ?? { minute, stored: 0, omitted: 0 }
    if (!existing) {
      if (counts.size >= MAX_COUNTS) counts.delete(counts.keys().next().value ?? '')
      counts.set(key, count)
    }
    if (count.minute !== minute) Object.assign(count, { minute, stored: 0 })
    if (count.stored >= storedAMinute[kind]) {
      count.omitted += 1
      return null
    }
    const { omitted } = count
    Object.assign(count, { stored: count.stored + 1, omitted: 0 })
    return omitted
  }
}
