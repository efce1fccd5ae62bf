import type { Db } from '#lib/core/db.ts'
import { type Points, smallerOf } from '#lib/money/points.ts'
import { balanceOf, openDebt } from '#lib/points/queries.ts'
import { largestParts } from '#lib/promotions/rules.ts'
import { type ChargeMethod, chargeStatus } from '../labels.ts'
import { type LotEntry, type UnspentOfCharge, unspentByCharge } from '../refund-lots.ts'
import { CASH_REFUND_WINDOW_HOURS, refundableOf } from '../rules.ts'
import { withGrants } from './charge-grants.ts'

/**
 * Maximum number of ledger entries from which a member's refundable points are computed one by one. In longer ledgers,
 * runs of entries are summarized as spans, which is quicker and never allows a larger refund.
 */
export const MAX_REPLAYED = 20_000

// Charges of member $1 credited in the last $2 hours, and those with the ids $3. Includes reversed ones, since points
// of other charges may have paid for their reversal, and card charges, which have lots of their own.
const recentChargesSql = `
  WITH fresh AS (
    SELECT c.id, e.id AS entry_id, c.reversed_at, c.method FROM charges c
    JOIN point_entries e ON e.kind IN ('CHARGE', 'CARD_CHARGE') AND e.ref_type = 'charge' AND e.ref_id = c.id
    WHERE c.member_id = $1 AND c.status = ${chargeStatus.SUCCESS}
      AND (c.response_at > now() - $2 * interval '1 hour' OR c.id = ANY ($3::int[]))
  )`

const entriesSinceSql = (member: string) => `
  FROM point_entries e WHERE e.member_id = ${member} AND e.id >= (SELECT min(entry_id) FROM fresh)`

// An order that was paid for together with others, as a run of an auto order or in a bulk order, is refunded to the
// debit that paid for all of them.
const entriesOneByOneSql = `${recentChargesSql}
  SELECT e.kind, e.delta, e.balance_after, e.ref_type, e.ref_id,
    CASE WHEN e.kind = 'ORDER_REFUND' THEN (
      SELECT coalesce('auto-order:' || o.auto_order_id, 'bulk-order:' || o.bulk_order_id) FROM orders o WHERE o.id = e.ref_id
    ) END AS paid_with,
    CASE WHEN e.kind = 'CASH_REFUND' THEN (
      SELECT json_agg(json_build_array(p.charge_id, p.point::text)) FROM refund_request_charges p WHERE p.refund_id = e.ref_id
    ) END AS parts
  ${entriesSinceSql('$1')} ORDER BY e.id LIMIT ${MAX_REPLAYED + 1}`

const entriesInSpansSql = `${recentChargesSql}, marked AS (
    SELECT e.*, e.kind IN ('CHARGE', 'CARD_CHARGE', 'CASH_REFUND', 'CHARGE_REVERSAL', 'DEBT_RECOVERY') AS special,
      count(*) FILTER (WHERE e.kind IN ('CHARGE', 'CARD_CHARGE', 'CASH_REFUND', 'CHARGE_REVERSAL', 'DEBT_RECOVERY'))
        OVER (ORDER BY e.id) AS span
    ${entriesSinceSql('$1')}
  )
  SELECT CASE WHEN special THEN max(kind) ELSE 'SPAN' END AS kind,
    CASE WHEN special THEN max(delta) ELSE min(balance_after) END AS delta,
    (array_agg(balance_after ORDER BY id DESC))[1] AS balance_after, max(ref_type) AS ref_type, max(ref_id) AS ref_id,
    NULL::text AS paid_with,
    CASE WHEN special AND max(kind) = 'CASH_REFUND' THEN (
      SELECT json_agg(json_build_array(p.charge_id, p.point::text)) FROM refund_request_charges p WHERE p.refund_id = max(marked.ref_id)
    ) END AS parts
  FROM marked GROUP BY span, special ORDER BY max(id)`

type LedgerRow = {
  kind: string
  delta: Points
  balanceAfter: Points
  refType: string
  refId: number
  /**
   * The auto order or bulk order whose debit paid for a refunded order, null if it was paid for by itself:
   * 'auto-order:7', 'bulk-order:7'.
   */
  paidWith: string | null
  parts: [number, string][] | null
}

const orderPaymentKinds = new Set(['ORDER', 'BULK_ORDER', 'AUTO_ORDER'])

/** Converts a ledger row for `unspentByCharge`. */
function toLotEntry({ kind, delta, balanceAfter, refType, refId, paidWith, parts }: LedgerRow): LotEntry {
  const cause = paidWith ?? `${refType}:${refId}`
  if (kind === 'SPAN') return { type: 'SPAN', low: delta, end: balanceAfter }
  if (kind === 'CHARGE' || kind === 'CARD_CHARGE') return { type: 'CHARGE', chargeId: refId, point: delta }
  if (kind === 'ORDER_REFUND' || kind === 'AUTO_ORDER_REFUND') return { type: 'RETURNED', cause, point: delta }
  if (refType === 'charge' && (kind === 'CHARGE_REVERSAL' || kind === 'DEBT_RECOVERY'))
    return { type: 'REVERSAL', chargeId: refId, point: -delta }
  if (kind === 'CASH_REFUND') {
    const rested = (parts ?? []).map(([chargeId, point]) => ({ chargeId, point: BigInt(point) }))
    return { type: 'CASH', parts: rested, point: -delta }
  }
  if (delta > 0n) return { type: 'BONUS', point: delta }
  return { type: 'SPENT', cause: orderPaymentKinds.has(kind) ? cause : null, point: -delta }
}

async function readLedger(db: Db, values: readonly unknown[]): Promise<LedgerRow[]> {
  const rows = await db.rows<LedgerRow>(entriesOneByOneSql, values)
  return rows.length > MAX_REPLAYED ? db.rows<LedgerRow>(entriesInSpansSql, values) : rows
}

/** What a member can have refunded in cash. */
export type RefundablePoints = {
  /** Unspent points of each charge, newest charge first. */
  rests: UnspentOfCharge[]
  /** How much of each rest can be paid out and still leave enough points to take back the bonuses and coupons. */
  parts: UnspentOfCharge[]
  /** Total of `parts`, in whole won. */
  refundable: Points
  /** By how much bonuses and coupons lower `refundable`. */
  lowered: Points
  /** Points of bonuses and coupons that are taken back if all of `refundable` is paid out. */
  back: Points
  /** Open debt of the member. While there is one, nothing is refundable. */
  debt: Points
}

const nothingRefundable = { rests: [], parts: [], refundable: 0n, lowered: 0n, back: 0n }

const sumOf = (rests: readonly UnspentOfCharge[]): Points => rests.reduce((sum, { rest }) => sum + rest, 0n)

async function refundableWithGrants(
  db: Db,
  rests: UnspentOfCharge[],
  balance: Points,
): Promise<Omit<RefundablePoints, 'debt'>> {
  const charges = await withGrants(db, rests)
  const largest = largestParts(charges, balance)
  const parts = largest.map(({ part }, at) => ({ chargeId: charges[at]?.chargeId ?? 0, rest: part }))
  const refundable = refundableOf(sumOf(parts))
  return {
    rests,
    parts,
    refundable,
    lowered: refundableOf(smallerOf(sumOf(rests), balance)) - refundable,
    back: largest.reduce((sum, { back }) => sum + back, 0n),
  }
}

/**
 * Charges whose unspent points are wanted: those paid by `method` in the last 72 hours, older ones with the ids `also`,
 * and if `only` is set, none but that one.
 */
type Wanted = { method: ChargeMethod; also: readonly number[]; only?: number }

async function readUnspent(db: Db, memberId: number, { method, also, only }: Wanted): Promise<RefundablePoints> {
  const values = [memberId, CASH_REFUND_WINDOW_HOURS, also]
  const debt = await openDebt(db, memberId)
  const charges = await db.rows<{ id: number; method: ChargeMethod }>(
    `${recentChargesSql} SELECT id, method FROM fresh WHERE reversed_at IS NULL`,
    values,
  )
  const wanted = charges.filter((each) => each.method === method && (only === undefined || each.id === only))
  if (debt > 0n || wanted.length === 0) return { ...nothingRefundable, debt }
  const ids = new Set(wanted.map(({ id }) => id))
  const ledger = await readLedger(db, values)
  const [first] = ledger
  const before = first ? first.balanceAfter - first.delta : 0n
  const rests = unspentByCharge(before, ledger.map(toLotEntry)).filter(({ chargeId }) => ids.has(chargeId))
  return { ...(await refundableWithGrants(db, rests, await balanceOf(db, memberId))), debt }
}

/**
 * Computes what can be refunded of a member's charges of the last 72 hours and of those with the ids `alsoChargeIds`.
 * Leaves card charges out: these are never refunded in cash. Lock the member's balance before, or the result may
 * already be outdated.
 */
export const readRefundablePoints = (
  db: Db,
  memberId: number,
  alsoChargeIds: readonly number[] = [],
): Promise<RefundablePoints> => readUnspent(db, memberId, { method: 'TRANSFER', also: alsoChargeIds })

/**
 * Computes the unspent points of a card charge, however old, that can be cancelled and still leave enough points to
 * take back its bonus or coupon. Lock the member's balance before.
 */
export const readCancellablePoints = async (db: Db, memberId: number, chargeId: number): Promise<Points> =>
  (await readUnspent(db, memberId, { method: 'CARD', also: [chargeId], only: chargeId })).refundable
