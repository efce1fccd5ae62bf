/**
 * Kind of a call: failed or, if it succeeded, whether it changed something. Each kind has a limit of rows per minute.
 */
export type RequestKind = 'read' | 'write' | 'failure'

/**
 * How many calls of a member are stored per minute, by kind; further calls are only counted (docs/decisions/0047).
 * Reads are mostly identical polls, and some hundred failures show what is wrong. All successful writes are stored:
 * their rate limit bounds them.
 */
const STORED_A_MINUTE: Readonly<Record<RequestKind, number>> = {
  read: 60,
  write: Number.POSITIVE_INFINITY,
  failure: 120,
}

const MINUTE_MS = 60_000
/** Maximum number of counts in memory, one for each member and kind; the oldest is dropped. */
const MAX_COUNTS = 20_000

/**
 * Calls of a member and kind: those stored in `minute` (minutes since 1970), and those left out since the last stored.
 */
type Count = { minute: number; stored: number; omitted: number }

/**
 * Makes a function that decides whether a call at the time `at` (milliseconds since 1970) is stored. It returns null if
 * not, else the number of calls of the same member and kind that were left out since the last stored one.
 */
export function requestBudget(storedAMinute = STORED_A_MINUTE) {
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
