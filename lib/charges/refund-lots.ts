import { largerOf, type Points, smallerOf } from '#lib/money/points.ts'

/**
 * A ledger entry, reduced to what it does to a member's points as far as cash refunds depend on it. A lot is the
 * unspent points of one charge. `cause` identifies the order or auto order that points paid for, so that its refund
 * returns them to the lots they came from.
 */
export type LotEntry =
  /** Points that the member paid for. `chargeId` is null if the unspent points of this charge aren't asked for. */
  | { type: 'CHARGE'; chargeId: number | null; point: Points }
  /** Points that the member didn't pay for: bonuses, coupons, rewards, recoveries, adjustments. */
  | { type: 'BONUS'; point: Points }
  | { type: 'SPENT'; cause: string | null; point: Points }
  | { type: 'RETURNED'; cause: string; point: Points }
  /** A cash refund, and the charges whose points it took. */
  | { type: 'CASH'; parts: readonly { chargeId: number; point: Points }[]; point: Points }
  /** Points debited by a charge's reversal, or by a later credit that paid its debt. */
  | { type: 'REVERSAL'; chargeId: number; point: Points }
  /** Summary of a run of bonuses, payments and returns: the lowest balance during it, and the balance after it. */
  | { type: 'SPAN'; low: Points; end: Points }

type LotPart = { lot: Lot; point: Points }

/**
 * The unspent points (`rest`) of one charge. If the charge was reversed after some of it was spent, other lots paid for
 * the missing part: `borrowed` records which. Points that an order's refund returns to this lot repay those lots first.
 */
type Lot = { chargeId: number | null; rest: Points; borrowed: LotPart[] }

/**
 * `pool` contains the points that nobody paid for, and the balance from before the first entry. `lots` are the charges,
 * oldest first. `payments` records which parts of which lots paid for an order or auto order, by cause.
 */
type LotState = { pool: Lot; lots: Lot[]; payments: Map<string, LotPart[]> }

const newLot = (chargeId: number | null, rest: Points): Lot => ({ chargeId, rest, borrowed: [] })

function takeFrom(lot: Lot, most: Points): Points {
  const taken = smallerOf(largerOf(lot.rest, 0n), most)
  lot.rest -= taken
  return taken
}

/**
 * Takes points from these lots, first to last. Returns the part taken from each lot, and how many points were missing.
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

/** Spends points: those of the pool first, then those of the oldest charge, and so on. Returns the parts taken. */
function spendPoints({ pool, lots }: LotState, point: Points): LotPart[] {
  const { parts, missing } = takeFromAll([pool, ...lots], point)
  pool.rest -= missing
  return parts
}

/**
 * Returns refunded points of an order to the lots that paid for it, in the reverse of the order in which they were
 * taken. So half an order refunded leaves the lots as if half the order had been placed. Returns the points that are
 * left over once all parts are returned.
 */
function returnToLots(parts: LotPart[], point: Points): Points {
  let left = point
  for (let last = parts.at(-1); last && left > 0n; last = parts.at(-1)) {
    const given = smallerOf(last.point, left)
    last.point -= given
    left -= given
    if (last.point === 0n) parts.pop()
    // Not `last.lot.rest += returnToLots(…)`: that reads `rest` before the call, and the call may change it by repaying
    // this lot.
    const restored = returnToLots(last.lot.borrowed, given)
    last.lot.rest += restored
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
  const own = takeFrom(lot, point)
  lot.borrowed.push(...spendPoints(state, point - own))
}

/** Applies a cash refund: takes it from the charges that it names, and what those lack from the newest charges. */
function applyCashRefund(state: LotState, { parts, point }: Extract<LotEntry, { type: 'CASH' }>): void {
  let left = point
  for (const part of parts) {
    const lot = state.lots.find(({ chargeId }) => chargeId === part.chargeId)
    left -= takeFrom(lot ?? state.pool, smallerOf(part.point, left))
  }
  const { missing } = takeFromAll([...state.lots.toReversed(), state.pool], left)
  state.pool.rest -= missing
}

/**
 * Applies a span. Points of charges count as spent only as far as the lowest balance during the span was below their
 * sum; all the rest counts as the pool's.
 */
function applySpan({ pool, lots }: LotState, { low, end }: Extract<LotEntry, { type: 'SPAN' }>): void {
  const rest = lots.reduce((sum, lot) => sum + lot.rest, 0n)
  if (low < rest) takeFromAll(lots, rest - low)
  pool.rest = end - smallerOf(rest, low)
}

function applyEntry(state: LotState, entry: LotEntry): void {
  const { pool, lots, payments } = state
  if (entry.type === 'CHARGE') lots.push(newLot(entry.chargeId, entry.point))
  else if (entry.type === 'BONUS') pool.rest += entry.point
  else if (entry.type === 'RETURNED') {
    const unknown = returnToLots(payments.get(entry.cause) ?? [], entry.point)
    pool.rest += unknown
  } else if (entry.type === 'REVERSAL') applyReversal(state, entry.chargeId, entry.point)
  else if (entry.type === 'CASH') applyCashRefund(state, entry)
  else if (entry.type === 'SPAN') applySpan(state, entry)
  else {
    const parts = spendPoints(state, entry.point)
    if (entry.cause !== null) payments.set(entry.cause, [...(payments.get(entry.cause) ?? []), ...parts])
  }
}

export type UnspentOfCharge = { chargeId: number; rest: Points }

/**
 * Computes the unspent points of each charge among a member's ledger entries, newest charge first
 * (docs/decisions/0031). Points are spent oldest charge first; before all charges come the points that nobody paid for
 * and the balance `before` the first entry, to which the refund of an order placed earlier returns, too.
 */
export function unspentByCharge(before: Points, entries: Iterable<LotEntry>): UnspentOfCharge[] {
  const state: LotState = { pool: newLot(null, before), lots: [], payments: new Map() }
  for (const entry of entries) applyEntry(state, entry)
  return state.lots.toReversed().flatMap(({ chargeId, rest }) => (chargeId === null ? [] : [{ chargeId, rest }]))
}
