import type { ChargePoints, ModelEntry } from './state.ts'

// Computes from a member's ledger how many points of each charge are unspent (docs/contract.md#cash-refunds and
// docs/decisions/0031-what-a-cash-refund-rests-on.md).

/**
 * Points from one source: a charge, or everything that nobody paid for (`charge` is ''). `owed` are points that other
 * sources gave for a reversal of this source. If an order returns points to this source, they go to those other sources
 * instead.
 */
type Source = { charge: string; left: number; owed: Taken[] }
type Taken = { from: Source; points: number }

const payments = new Set(['ORDER', 'BULK_ORDER', 'AUTO_ORDER'])
const returns = new Set(['ORDER_REFUND', 'AUTO_ORDER_REFUND'])
const reversals = new Set(['CHARGE_REVERSAL', 'DEBT_RECOVERY'])

/** Takes points from the sources, first to last. Returns how many were taken from which source. */
function take(sources: readonly Source[], points: number): Taken[] {
  let missing = points
  return sources.flatMap((from) => {
    const taken = Math.min(from.left, missing)
    from.left -= taken
    missing -= taken
    return taken > 0 ? [{ from, points: taken }] : []
  })
}

/**
 * Gives points back to the sources that they were taken from, the last taken first. Returns the points that exceed what
 * was taken.
 */
function giveBack(taken: Taken[], points: number): number {
  let left = points
  for (const each of taken.toReversed()) {
    const given = Math.min(each.points, left)
    each.points -= given
    left -= given
    const own = giveBack(each.from.owed, given)
    each.from.left += own
  }
  return left
}

/**
 * Unspent points of each charge, newest first. Reads the ledger from the oldest charge in `wanted` on; the balance
 * before this charge counts as points that nobody paid for.
 */
export function unspentPoints(entries: readonly ModelEntry[], wanted: ReadonlySet<string>): ChargePoints[] {
  const start = entries.findIndex(({ kind, cause }) => kind === 'CHARGE' && wanted.has(cause))
  if (start < 0) return []
  const before = entries.slice(0, start).reduce((sum, { delta }) => sum + delta, 0)
  const free: Source = { charge: '', left: before, owed: [] }
  const charges: Source[] = []
  const paid = new Map<string, Taken[]>()
  const sourceOf = (charge: string) => charges.find((each) => each.charge === charge)
  for (const { kind, delta, cause, parts = [] } of entries.slice(start)) {
    const own = sourceOf(cause)
    if (kind === 'CHARGE') charges.push({ charge: cause, left: delta, owed: [] })
    else if (returns.has(kind)) free.left += giveBack(paid.get(cause) ?? [], delta)
    else if (kind === 'CASH_REFUND') for (const { charge, points } of parts) take([sourceOf(charge) ?? free], points)
    else if (delta > 0) free.left += delta
    else if (reversals.has(kind) && own) {
      const found = Math.min(own.left, -delta)
      own.left -= found
      own.owed.push(...take([free, ...charges], -delta - found))
    } else {
      const taken = take([free, ...charges], -delta)
      if (payments.has(kind)) paid.set(cause, taken)
    }
  }
  return charges
    .toReversed()
    .filter(({ charge }) => wanted.has(charge))
    .map(({ charge, left }) => ({ charge, points: left }))
}
