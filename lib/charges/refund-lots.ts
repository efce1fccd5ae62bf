import { largerOf, type Points, smallerOf } from '#lib/money/points.ts'

/**
 * A ledger entry, reduced to what cash refunds depend on. A lot is the unspent points of one charge. `cause` identifies
 * the order, bulk order or auto order that the points paid for, so that its refund returns them to the lots that they
 * came from.
 */
export type LotEntry =
  /**
   * Points that the member paid for. `chargeId` is null if the caller doesn't need the unspent points of this charge.
   */
  | { type: 'CHARGE'; chargeId: number | null; point: Points }
  /** Points that the member didn't pay for: bonuses, coupons, rewards, recoveries, adjustments. */
  | { type: 'BONUS'; point: Points }
  /** Points debited for an order. If `cause` is null, points debited for anything else. */
  | { type: 'SPENT'; cause: string | null; point: Points }
  /** Points refunded for an order. */
  | { type: 'RETURNED'; cause: string; point: Points }
  /** A cash refund, and the charges whose points it took. */
  | { type: 'CASH'; parts: readonly { chargeId: number; point: Points }[]; point: Points }
  /**
   * Points debited by the reversal or cancellation of a charge, or debited later to pay the debt that the reversal
   * left. Negative if they were given back because PortOne refused the cancellation.
   */
  | { type: 'REVERSAL'; chargeId: number; point: Points }
  /**
   * Summary of several consecutive bonuses, payments and refunds: the lowest balance during them, and the balance after
   * them.
   */
  | { type: 'SPAN'; low: Points; end: Points }

/** Points taken from a lot. */
type LotPart = { lot: Lot; point: Points }

/**
 * The unspent points of one charge. If the charge was reversed after some of its points were spent, other lots paid the
 * missing points: `borrowed` lists them. When the refund of an order returns points to this lot, they first repay those
 * other lots.
 */
type Lot = { chargeId: number | null; unspent: Points; borrowed: LotPart[] }

/**
 * `pool`: points that nobody paid for, and the balance before the first entry. `lots`: the charges, oldest first.
 * `payments`: by cause, the parts of lots that paid for an order, an auto order or a bulk order.
 */
type LotState = { pool: Lot; lots: Lot[]; payments: Map<string, LotPart[]> }

const newLot = (chargeId: number | null, unspent: Points): Lot => ({ chargeId, unspent, borrowed: [] })

/** Takes `wanted` points from a lot, or all its points if it has fewer. Returns the number of points taken. */
function takeFrom(lot: Lot, wanted: Points): Points {
  const taken = smallerOf(largerOf(lot.unspent, 0n), wanted)
  lot.unspent -= taken
  return taken
}

/**
 * Takes points from these lots, first to last. Returns the part taken from each lot, and the number of points that all
 * lots together lacked.
 */
function takeFromAll(lots: readonly Lot[], point: Points): { parts: LotPart[]; missing: Points } {
  const parts: LotPart[] = []
  let missing = point
  for (const lot of lots) {
    const taken = takeFrom(lot, missing)
    if (taken > 0n) parts.push({ lot, point: taken })
    missing -= taken
  }
  return { parts, missing }
}

/**
 * Spends points of the pool first, then of the charges from the oldest to the newest. Returns the parts taken from
 * them.
 */
function spendPoints({ pool, lots }: LotState, point: Points): LotPart[] {
  const { parts, missing } = takeFromAll([pool, ...lots], point)
  pool.unspent -= missing
  return parts
}

/**
 * Gives refunded points back to the lots that paid for an order, starting with the part that was taken last. After a
 * refund of half an order, the lots are as if only the other half had been ordered. Returns the points that are left
 * once all parts are given back.
 */
function returnToLots(parts: LotPart[], point: Points): Points {
  let left = point
  for (let lastPart = parts.at(-1); lastPart && left > 0n; lastPart = parts.at(-1)) {
    const returned = smallerOf(lastPart.point, left)
    lastPart.point -= returned
    left -= returned
    if (lastPart.point === 0n) parts.pop()
    // Not `lastPart.lot.unspent += returnToLots(…)`, which reads `unspent` before the call: the call may change it by
    // repaying this lot.
    const restored = returnToLots(lastPart.lot.borrowed, returned)
    lastPart.lot.unspent += restored
  }
  return left
}

/**
 * Applies the reversal of a charge: takes its points from the charge's own lot and, if that has too few, the missing
 * points from other lots.
 */
function applyReversal(state: LotState, chargeId: number, point: Points): void {
  const lot = state.lots.find((each) => each.chargeId === chargeId)
  if (!lot) {
    spendPoints(state, point)
    return
  }
  const taken = takeFrom(lot, point)
  lot.borrowed.push(...spendPoints(state, point - taken))
}

/**
 * Applies a cash refund: takes its points from the charges that it names. Points that these charges lack are taken from
 * the newest charges.
 */
function applyCashRefund(state: LotState, { parts, point }: Extract<LotEntry, { type: 'CASH' }>): void {
  let left = point
  for (const part of parts) {
    const lot = state.lots.find(({ chargeId }) => chargeId === part.chargeId)
    left -= takeFrom(lot ?? state.pool, smallerOf(part.point, left))
  }
  const { missing } = takeFromAll([...state.lots.toReversed(), state.pool], left)
  state.pool.unspent -= missing
}

/**
 * Applies a span. If the lowest balance during the span was below the sum of the lots, the difference was spent from
 * the lots. The points of the final balance that don't belong to a lot belong to the pool.
 */
function applySpan({ pool, lots }: LotState, { low, end }: Extract<LotEntry, { type: 'SPAN' }>): void {
  const sumOfLots = lots.reduce((sum, lot) => sum + lot.unspent, 0n)
  if (low < sumOfLots) takeFromAll(lots, sumOfLots - low)
  pool.unspent = end - smallerOf(sumOfLots, low)
}

function applyEntry(state: LotState, entry: LotEntry): void {
  const { pool, lots, payments } = state
  if (entry.type === 'CHARGE') lots.push(newLot(entry.chargeId, entry.point))
  else if (entry.type === 'BONUS') pool.unspent += entry.point
  else if (entry.type === 'RETURNED') {
    const leftOver = returnToLots(payments.get(entry.cause) ?? [], entry.point)
    pool.unspent += leftOver
  } else if (entry.type === 'REVERSAL') applyReversal(state, entry.chargeId, entry.point)
  else if (entry.type === 'CASH') applyCashRefund(state, entry)
  else if (entry.type === 'SPAN') applySpan(state, entry)
  else {
    const parts = spendPoints(state, entry.point)
    if (entry.cause !== null) payments.set(entry.cause, [...(payments.get(entry.cause) ?? []), ...parts])
  }
}

/** A charge and its unspent points, or a part of them. */
export type UnspentOfCharge = { chargeId: number; unspent: Points }

/**
 * Computes the unspent points of each charge among a member's ledger entries, newest charge first
 * (docs/decisions/0031). An order first spends points that nobody paid for and the balance `before` the first entry,
 * then points of the oldest charge. The refund of an order placed before the first entry returns its points to that
 * balance.
 */
export function unspentByCharge(before: Points, entries: Iterable<LotEntry>): UnspentOfCharge[] {
  const state: LotState = { pool: newLot(null, before), lots: [], payments: new Map() }
  for (const entry of entries) applyEntry(state, entry)
  return state.lots.toReversed().flatMap(({ chargeId, unspent }) => (chargeId === null ? [] : [{ chargeId, unspent }]))
}
