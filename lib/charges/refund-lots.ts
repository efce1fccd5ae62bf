import { largerOf, type Points, smallerOf } from '#lib/money/points.ts'

/**
 * Effect of a ledger entry on a member's points, as far as cash refunds depend on it. `cause` identifies the order or
 * auto order that was paid for, so that its refund returns to the lots that paid.
 */
export type LotEntry =
  /**
   * Points that were paid for. The points of a card charge have no chargeId: they are refunded to the card, not in
   * cash.
   */
  | { type: 'CHARGE'; chargeId: number | null; point: Points }
  /** Points without a payment: bonuses, coupons, rewards, recoveries, adjustments. */
  | { type: 'BONUS'; point: Points }
  | { type: 'SPENT'; cause: string | null; point: Points }
  | { type: 'RETURNED'; cause: string; point: Points }
  /** A cash refund, and the charges it was taken from. */
  | { type: 'CASH'; parts: readonly { chargeId: number; point: Points }[]; point: Points }
  /** Points debited by a charge's reversal, or by a later credit that paid its debt. */
  | { type: 'REVERSAL'; chargeId: number; point: Points }
  /** Summary of many bonuses, payments and returns: the lowest balance during them, and the last one. */
  | { type: 'SPAN'; low: Points; end: Points }

type LotPart = { lot: Lot; point: Points }

/**
 * The remaining points of one charge. `borrowed` are points of other lots that paid for its reversal in place of its
 * own spent ones; points that an order returns to this lot go to them first.
 */
type Lot = { chargeId: number | null; rest: Points; borrowed: LotPart[] }

/**
 * `pool` has the points without a payment and those from before the first entry; `lots` are the charges, oldest first;
 * `payments` are the parts of lots that paid, by cause.
 */
type LotState = { pool: Lot; lots: Lot[]; payments: Map<string, LotPart[]> }

const newLot = (chargeId: number | null, rest: Points): Lot => ({ chargeId, rest, borrowed: [] })

function takeFrom(lot: Lot, most: Points): Points {
  const taken = smallerOf(largerOf(lot.rest, 0n), most)
  lot.rest -= taken
  return taken
}

/** Takes points from lots in their order. Returns the part taken from each lot, and the points that are missing. */
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

/** Spends the pool first (points without a payment, and those from before the first entry), then the oldest charge. */
function spendPoints({ pool, lots }: LotState, point: Points): LotPart[] {
  const { parts, missing } = takeFromAll([pool, ...lots], point)
  pool.rest -= missing
  return parts
}

/**
 * Returns points to their lots in the reverse order of spending, so that half an order refunded leaves the lots as half
 * an order would. Returns the points that no part accounts for.
 */
function returnToLots(parts: LotPart[], point: Points): Points {
  let left = point
  for (let last = parts.at(-1); last && left > 0n; last = parts.at(-1)) {
    const given = smallerOf(last.point, left)
    last.point -= given
    left -= given
    if (last.point === 0n) parts.pop()
    // Not `+=`: it would read `rest` before what was borrowed is repaid, which may change this lot.
    const restored = returnToLots(last.lot.borrowed, given)
    last.lot.rest += restored
  }
  return left
}

/** Debits a reversed charge from its own remaining points, and the points missing there from the other lots. */
function applyReversal(state: LotState, chargeId: number, point: Points): void {
  const lot = state.lots.find((each) => each.chargeId === chargeId)
  if (!lot) {
    spendPoints(state, point)
    return
  }
  const own = takeFrom(lot, point)
  lot.borrowed.push(...spendPoints(state, point - own))
}

/** Takes a cash refund from the charges that it names; what those lack, from the newest charges. */
function applyCashRefund(state: LotState, { parts, point }: Extract<LotEntry, { type: 'CASH' }>): void {
  let left = point
  for (const part of parts) {
    const lot = state.lots.find(({ chargeId }) => chargeId === part.chargeId)
    left -= takeFrom(lot ?? state.pool, smallerOf(part.point, left))
  }
  const { missing } = takeFromAll([...state.lots.toReversed(), state.pool], left)
  state.pool.rest -= missing
}

/** Applies a span: charges count as spent only as far as the balance fell below their remaining points. */
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

export type ChargeRest = { chargeId: number; rest: Points }

/**
 * Computes the unspent points of each charge among a member's ledger entries, newest charge first
 * (docs/decisions/0031). Points are spent oldest charge first; before all charges come points without a payment and the
 * balance `before` the first entry. The refund of an order placed before the first entry returns to that balance, too.
 */
export function chargeRestsOf(before: Points, entries: Iterable<LotEntry>): ChargeRest[] {
  const state: LotState = { pool: newLot(null, before), lots: [], payments: new Map() }
  for (const entry of entries) applyEntry(state, entry)
  return state.lots.toReversed().flatMap(({ chargeId, rest }) => (chargeId === null ? [] : [{ chargeId, rest }]))
}
