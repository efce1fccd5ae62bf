import { largerOf, type Points, smallerOf } from '#lib/money/points.ts'

/**
 * A ledger entry, reduced to what cash refunds depend on. A lot is the unspent points of one charge. `cause` identifies
 * the order, bulk order or auto order that points paid for, so that its refund returns them to the lots they came from.
 */
export type LotEntry =
  /**
   * Points that the member paid for. `chargeId` is null if the caller doesn't want the unspent points of this charge.
   */
  | { type: 'CHARGE'; chargeId: number | null; point: Points }
  /** Points that the member didn't pay for: bonuses, coupons, rewards, recoveries, adjustments. */
  | { type: 'BONUS'; point: Points }
  /** Points debited for an order, or (`cause` null) for anything else. */
  | { type: 'SPENT'; cause: string | null; point: Points }
  /** Points that came back for an order. */
  | { type: 'RETURNED'; cause: string; point: Points }
  /** A cash refund, and the charges whose points it took. */
  | { type: 'CASH'; parts: readonly { chargeId: number; point: Points }[]; point: Points }
  /**
   * Points debited by a charge's reversal or cancellation, or later to pay the debt that it left; negative if they were
   * given back because PortOne refused the cancellation.
   */
  | { type: 'REVERSAL'; chargeId: number; point: Points }
  /** Summary of a run of bonuses, payments and returns: the lowest balance during the run, and the balance after it. */
  | { type: 'SPAN'; low: Points; end: Points }

/** Points taken from a lot. */
type LotPart = { lot: Lot; point: Points }

/**
 * The unspent points of one charge. If the charge was reversed after some of its points were spent, other lots paid the
 * missing points: `borrowed` records which. Points that an order's refund returns to this lot repay the other lots
 * first.
 */
type Lot = { chargeId: number | null; unspent: Points; borrowed: LotPart[] }

/**
 * `pool` contains the points that nobody paid for, and the balance from before the first entry. `lots` are the charges,
 * oldest first. `payments` records, by cause, which parts of which lots paid for an order, an auto order or a bulk
 * order.
 */
type LotState = { pool: Lot; lots: Lot[]; payments: Map<string, LotPart[]> }

const newLot = (chargeId: number | null, unspent: Points): Lot => ({ chargeId, unspent, borrowed: [] })

/** Takes these points from a lot or, if it has fewer, all that it has. Returns the points taken. */
function takeFrom(lot: Lot, wanted: Points): Points {
  const taken = smallerOf(largerOf(lot.unspent, 0n), wanted)
  lot.unspent -= taken
  return taken
}

/**
 * Takes points from these lots, first to last. Returns the part taken from each, and how many points all lots lacked.
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

/** Spends points of the pool first, then of the charges from the oldest to the newest. Returns the parts taken. */
function spendPoints({ pool, lots }: LotState, point: Points): LotPart[] {
  const { parts, missing } = takeFromAll([pool, ...lots], point)
  pool.unspent -= missing
  return parts
}

/**
 * Gives refunded points back to the lots that paid for an order, the part taken last first. So if half an order is
 * refunded, the lots are as if half the order had been placed. Returns the points left over once all parts are given
 * back.
 */
function returnToLots(parts: LotPart[], point: Points): Points {
  let left = point
  for (let lastPart = parts.at(-1); lastPart && left > 0n; lastPart = parts.at(-1)) {
    const returned = smallerOf(lastPart.point, left)
    lastPart.point -= returned
    left -= returned
    if (lastPart.point === 0n) parts.pop()
    // Not `lastPart.lot.unspent += returnToLots(…)`: that reads `unspent` before the call, and the call may change it
    // by repaying this lot.
    const restored = returnToLots(lastPart.lot.borrowed, returned)
    lastPart.lot.unspent += restored
  }
  return left
}

/**
 * Applies the reversal of a charge: debits what is unspent of the charge, and the missing points from the other lots.
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
 * Applies a cash refund: takes its points from the charges that it names, and what they lack from the newest charges.
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
 * Applies a span. Points of charges count as spent only if the lowest balance during the span was below their sum, and
 * only by the difference. All other points at the end count as the pool's.
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
 * (docs/decisions/0031). An order spends first the points that nobody paid for and the balance `before` the first
 * entry, and then the oldest charge. The refund of an order placed before the first entry returns to that balance.
 */
export function unspentByCharge(before: Points, entries: Iterable<LotEntry>): UnspentOfCharge[] {
  const state: LotState = { pool: newLot(null, before), lots: [], payments: new Map() }
  for (const entry of entries) applyEntry(state, entry)
  return state.lots.toReversed().flatMap(({ chargeId, unspent }) => (chargeId === null ? [] : [{ chargeId, unspent }]))
}
