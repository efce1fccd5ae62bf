import type { Db } from '#lib/core/db.ts'
import { type Points, smallerOf } from '#lib/money/points.ts'
import { balanceOf, readOpenDebt } from '#lib/points/queries.ts'
import { largestRefundableParts } from '#lib/promotions/rules.ts'
import { type ChargeMethod, chargeStatus } from '../labels.ts'
import { type LotEntry, type UnspentOfCharge, unspentByCharge } from '../refund-lots.ts'
import { CASH_REFUND_WINDOW_HOURS, toRefundablePoints } from '../rules.ts'
import { addGrantsToCharges } from './charge-grants.ts'

/**
 * Maximum number of a member's ledger entries that are replayed one by one to compute his refundable points. In a
 * longer ledger, runs of entries are summarized as spans. Summarizing is quicker, and never makes a refund larger.
 */
export const MAX_REPLAYED_ENTRIES = 20_000

// Selects the charges of member $1 that were credited in the last $2 hours, and those of his credited charges whose ids
// are in $3. Reversed charges are included, because points of other charges may have paid for their reversal. Card
// charges are included too, because orders spend their points like others. The hours are counted back from the start of
// the statement. The start of the transaction would be wrong: while it waited for the lock on the balance, the charge's
// referral reward may have been paid.
const recentChargesSql = `
  WITH fresh AS (
    SELECT c.id, e.id AS entry_id, c.reversed_at, c.method FROM charges c
    JOIN point_entries e ON e.kind IN ('CHARGE', 'CARD_CHARGE') AND e.ref_type = 'charge' AND e.ref_id = c.id
    WHERE c.member_id = $1 AND c.status = ${chargeStatus.SUCCESS}
      AND (c.response_at > statement_timestamp() - $2 * interval '1 hour' OR c.id = ANY ($3::int[]))
  )`

// FROM clause: the member's ledger entries from the credit of the oldest charge in `fresh` on.
const entriesSinceSql = (memberSql: string) => `
  FROM point_entries e WHERE e.member_id = ${memberSql} AND e.id >= (SELECT min(entry_id) FROM fresh)`

// Column paid_with: for the refund of an order that one debit paid for together with others, the auto order or bulk
// order that caused the debit. The refund returns points of that debit.
const entriesOneByOneSql = `${recentChargesSql}
  SELECT e.kind, e.delta, e.balance_after, e.ref_type, e.ref_id,
    CASE WHEN e.kind = 'ORDER_REFUND' THEN (
      SELECT coalesce('auto-order:' || o.auto_order_id, 'bulk-order:' || o.bulk_order_id) FROM orders o WHERE o.id = e.ref_id
    ) END AS paid_with,
    CASE WHEN e.kind = 'CASH_REFUND' THEN (
      SELECT json_agg(json_build_array(p.charge_id, p.point::text)) FROM refund_request_charges p WHERE p.refund_id = e.ref_id
    ) END AS parts
  ${entriesSinceSql('$1')} ORDER BY e.id LIMIT ${MAX_REPLAYED_ENTRIES + 1}`

// Returns entries that concern a charge as they are. Summarizes each run of other entries between them as one row of
// the kind SPAN, whose `delta` is the lowest balance during the run.
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

/** A ledger entry, or a summary of several entries (kind SPAN), whose `delta` is their lowest balance. */
type LedgerRow = {
  kind: string
  delta: Points
  balanceAfter: Points
  refType: string
  refId: number
  /**
   * For the refund of an order that was paid for together with others: the auto order or bulk order that was debited,
   * as 'auto-order:7' or 'bulk-order:7'. Null for any other entry.
   */
  paidWith: string | null
  /**
   * For a cash refund: the id of each charge whose points it paid back, with the number of these points as text. Null
   * for any other entry.
   */
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
    const cashParts = (parts ?? []).map(([chargeId, point]) => ({ chargeId, point: BigInt(point) }))
    return { type: 'CASH', parts: cashParts, point: -delta }
  }
  if (delta > 0n) return { type: 'BONUS', point: delta }
  return { type: 'SPENT', cause: orderPaymentKinds.has(kind) ? cause : null, point: -delta }
}

async function readLedger(db: Db, values: readonly unknown[]): Promise<LedgerRow[]> {
  const rows = await db.rows<LedgerRow>(entriesOneByOneSql, values)
  return rows.length > MAX_REPLAYED_ENTRIES ? db.rows<LedgerRow>(entriesInSpansSql, values) : rows
}

/** Points of a member that can be refunded in cash. */
export type RefundablePoints = {
  /** Unspent points of each charge, newest charge first. */
  unspentOfCharges: UnspentOfCharge[]
  /**
   * For each charge, the points that can be paid out so that enough points are left to take back its bonuses and
   * coupons.
   */
  parts: UnspentOfCharge[]
  /** Total of `parts`, rounded down to whole won. */
  refundable: Points
  /** Number of points by which bonuses and coupons lower `refundable`, because they were spent. */
  lowered: Points
  /** Points of bonuses and coupons that are taken back if all of `refundable` is paid out. */
  back: Points
  /** Open debt of the member. While he has one, nothing is refundable. */
  debt: Points
}

const nothingRefundable = { unspentOfCharges: [], parts: [], refundable: 0n, lowered: 0n, back: 0n }

const sumOf = (charges: readonly UnspentOfCharge[]): Points => charges.reduce((sum, { unspent }) => sum + unspent, 0n)

async function refundableWithGrants(
  db: Db,
  unspentOfCharges: UnspentOfCharge[],
  balance: Points,
): Promise<Omit<RefundablePoints, 'debt'>> {
  const charges = await addGrantsToCharges(db, unspentOfCharges)
  const payableParts = largestRefundableParts(charges, balance)
  const parts = payableParts.map(({ part }, at) => ({ chargeId: charges[at]?.chargeId ?? 0, unspent: part }))
  const refundable = toRefundablePoints(sumOf(parts))
  return {
    unspentOfCharges,
    parts,
    refundable,
    lowered: toRefundablePoints(smallerOf(sumOf(unspentOfCharges), balance)) - refundable,
    back: payableParts.reduce((sum, { back }) => sum + back, 0n),
  }
}

/**
 * Selects the charges whose unspent points are read: those paid by `method` and credited in the last 72 hours, and
 * older ones with the ids `also`. If `only` is set, just the charge with this id.
 */
type ChargeFilter = { method: ChargeMethod; also: readonly number[]; only?: number }

async function readUnspent(db: Db, memberId: number, { method, also, only }: ChargeFilter): Promise<RefundablePoints> {
  const values = [memberId, CASH_REFUND_WINDOW_HOURS, also]
  const debt = await readOpenDebt(db, memberId)
  const charges = await db.rows<{ id: number; method: ChargeMethod }>(
    `${recentChargesSql} SELECT id, method FROM fresh WHERE reversed_at IS NULL`,
    values,
  )
  const wantedCharges = charges.filter((each) => each.method === method && (only === undefined || each.id === only))
  if (debt > 0n || wantedCharges.length === 0) return { ...nothingRefundable, debt }
  const ids = new Set(wantedCharges.map(({ id }) => id))
  const ledger = await readLedger(db, values)
  const [first] = ledger
  const balanceBefore = first ? first.balanceAfter - first.delta : 0n
  const unspentOfCharges = unspentByCharge(balanceBefore, ledger.map(toLotEntry)).filter(({ chargeId }) =>
    ids.has(chargeId),
  )
  return { ...(await refundableWithGrants(db, unspentOfCharges, await balanceOf(db, memberId))), debt }
}

/**
 * Computes how many points of a member can be refunded in cash. Considers his charges credited in the last 72 hours,
 * and those with the ids `alsoChargeIds`, but no card charges, which are never refunded in cash. Lock the member's
 * balance first, or the points may be spent meanwhile.
 */
export const readRefundablePoints = (
  db: Db,
  memberId: number,
  alsoChargeIds: readonly number[] = [],
): Promise<RefundablePoints> => readUnspent(db, memberId, { method: 'TRANSFER', also: alsoChargeIds })

/**
 * Computes how many points of a card charge, however old, can be cancelled: its unspent points, as far as enough points
 * are left to take back its bonus or coupon. Returns 0 while the member has a debt. Lock the member's balance first.
 */
export const readCancellablePoints = async (db: Db, memberId: number, chargeId: number): Promise<Points> =>
  (await readUnspent(db, memberId, { method: 'CARD', also: [chargeId], only: chargeId })).refundable
