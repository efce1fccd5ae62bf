import { type Db, oneRow } from '#lib/core/db.ts'
import { restrictedMember } from '#lib/members/restriction/rules.ts'
import type { Points } from '#lib/money/points.ts'
import { staffBehindRefundSql } from '#lib/orders/staff-behind-refund.ts'
import type { Funding } from '../labels.ts'
import { type PayOutCharge, REFUNDER_LOOKBACK_DAYS } from '../rules.ts'

/**
 * A charge whose points a cash refund request pays back, with its depositors and the staff who helped to credit it.
 * `point`: how many of its points are to be paid back; `chargePoint`: all of its points.
 */
export type ChargeOfRefund = PayOutCharge & {
  refundId: number
  chargeId: number
  point: Points
  chargePoint: Points
  reversed: boolean
  /**
   * True if the money may be somebody else's: the charge was requested only after its deposit was recorded, perhaps by
   * somebody who had seen the unmatched deposit in the console; or another member has used the same depositor's name.
   */
  contested: boolean
  /** Login ids of the staff in `creditedBy`. */
  creditedByLoginIds: string[]
  /**
   * Ids of those staff in `creditedBy` who had a hand in a refund of an order that may have returned points to this
   * charge.
   */
  refunders: number[]
  /** Login id of the second person who confirmed the credit; null if nobody confirmed it. */
  confirmedBy: string | null
}

/** A `ChargeOfRefund` as SQL returns it. */
type StoredChargeOfRefund = Omit<ChargeOfRefund, 'funding'> & { funding: Funding | null }

// Selects the staff who matched, split or merged the deposits `d.ids` by hand. Reads the audit trail, because a charge
// stores only who approved it.
const matchersSql = `SELECT a.actor_id FROM audit_entries a
  WHERE a.subject_type = 'deposit' AND a.subject_id = ANY (d.ids::text[])
    AND a.action IN ('deposit.matched', 'deposit.split', 'deposit.merged') AND a.actor_id IS NOT NULL`

// The time when charge `c` was credited; null if it wasn't credited.
const creditedAtSql = `SELECT i.created_at FROM point_entries i
  WHERE i.kind IN ('CHARGE', 'CARD_CHARGE') AND i.ref_type = 'charge' AND i.ref_id = c.id ORDER BY i.id LIMIT 1`

/**
 * SQL for the ids of the staff who had a hand in refunds of a member's orders. `memberSql` is SQL for the member's id.
 * Append a condition that selects the refunds by their ledger entries `e`.
 */
const staffBehindRefundsSql = (
  memberSql: string,
): string => `SELECT s.id FROM point_entries e JOIN orders o ON o.id = e.ref_id
    CROSS JOIN LATERAL (${staffBehindRefundSql}) AS s (id)
  WHERE e.member_id = ${memberSql} AND e.kind = 'ORDER_REFUND'`

// Selects the staff who had a hand in a refund of an order of the member after charge `c` was credited, or in the
// REFUNDER_LOOKBACK_DAYS before. A refund after the credit can turn a delivered order back into points of the charge,
// which can then be paid out. A refund before the credit counts too, because the member's next orders spend the
// refunded points first, so that the charge's points stay unspent. Filters by time, because refunds are indexed by
// time, and a reseller has too many other entries to read them all.
const refundersSql = `${staffBehindRefundsSql('c.member_id')}
  AND e.created_at > (${creditedAtSql}) - interval '${REFUNDER_LOOKBACK_DAYS} days'`

// Aliases: `d` are the deposits of charge `c`; `h` are the staff who matched these deposits by hand, and the refunders;
// `w` are all staff in `creditedBy`.
const chargesOfRefundsSql = `
  SELECT p.refund_id, p.charge_id, p.point, c.point AS charge_point, c.funding, c.reversed_at IS NOT NULL AS reversed,
    coalesce(d.names, ARRAY[c.name]) AS depositors, w.ids AS credited_by, w.logins AS credited_by_login_ids, h.refunders, s.login_id AS confirmed_by,
    (c.settled_by IS NOT NULL AND d.names IS NOT NULL) OR h.ids IS NOT NULL AS by_hand, d.seen_before OR EXISTS (
      SELECT FROM charges o WHERE o.normal_name <> '' AND o.normal_name = ANY (coalesce(d.normals, ARRAY[c.normal_name]))
        AND o.member_id <> c.member_id) AS contested
  FROM refund_request_charges p
    JOIN charges c ON c.id = p.charge_id
    LEFT JOIN members s ON s.id = c.confirmed_by
    CROSS JOIN LATERAL (
      SELECT array_agg(name ORDER BY id) AS names, array_agg(imported_by) AS importers, array_agg(id) AS ids,
        array_agg(normal_name) AS normals, coalesce(bool_or(created_at <= c.created_at), false) AS seen_before
      FROM deposits WHERE id IN (
        SELECT id FROM deposits WHERE charge_id = c.id
        UNION ALL SELECT deposit_id FROM deposit_splits WHERE charge_id = c.id
        UNION ALL SELECT deposit_id FROM deposit_merges WHERE charge_id = c.id
      )
    ) d
    CROSS JOIN LATERAL (
      SELECT array_agg(id) AS ids, coalesce(array_agg(id) FILTER (WHERE refunded), '{}') AS refunders
      FROM (SELECT x.*, false FROM (${matchersSql}) AS x UNION SELECT y.*, true FROM (${refundersSql}) AS y) AS z (id, refunded)
    ) h
    CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(id ORDER BY id), '{}') AS ids, coalesce(array_agg(login_id ORDER BY id), '{}') AS logins
      FROM members WHERE id = c.settled_by OR id = ANY (d.importers) OR id = ANY (h.ids)
    ) w
  WHERE p.refund_id = ANY ($1::int[]) ORDER BY p.refund_id, p.charge_id DESC`

/** The charges whose points these cash refund requests pay back; for each request, the newest charge first. */
export const chargesOfRefunds = (db: Db, refundIds: readonly number[]): Promise<ChargeOfRefund[]> =>
  db.rows<StoredChargeOfRefund>(chargesOfRefundsSql, [refundIds])

/**
 * `ids`: member ids of the staff who had a hand in refunds of a member's orders. `lastEntry`: id of the member's newest
 * ledger entry when they were read.
 */
export type RefundersUpToEntry = { ids: number[]; lastEntry: bigint }

/**
 * Reads which staff had a hand in a refund of an order of the charge's member since the charge was credited, or in the
 * REFUNDER_LOOKBACK_DAYS before. Takes long for a reseller with many refunds. So call it before the balance is locked,
 * and `refundersAfterEntry` for the later refunds once the balance is locked.
 */
export const refundersSinceCredit = (db: Db, chargeId: number): Promise<RefundersUpToEntry> =>
  oneRow<RefundersUpToEntry>(
    db,
    `SELECT ARRAY(${refundersSql} GROUP BY s.id ORDER BY s.id) AS ids,
       coalesce((SELECT max(z.id) FROM point_entries z WHERE z.member_id = c.member_id), 0) AS last_entry
     FROM charges c WHERE c.id = $1`,
    [chargeId],
  )

/** Id of the newest entry in the member's ledger; 0 if there is none. */
export async function lastEntryIdOf(db: Db, memberId: number): Promise<bigint> {
  const { id } = await oneRow<{ id: bigint }>(
    db,
    'SELECT coalesce(max(id), 0) AS id FROM point_entries WHERE member_id = $1',
    [memberId],
  )
  return id
}

/**
 * Member ids of the staff who had a hand in a refund of the member's orders that was booked after the ledger entry
 * `lastEntry`. Call it with his balance locked: all his entries are booked under this lock, so no refund is missed.
 */
export async function refundersAfterEntry(db: Db, memberId: number, lastEntry: bigint): Promise<number[]> {
  const { ids } = await oneRow<{ ids: number[] }>(
    db,
    `SELECT ARRAY(${staffBehindRefundsSql('$1::int')} AND e.id > $2::bigint GROUP BY s.id ORDER BY s.id) AS ids`,
    [memberId, lastEntry],
  )
  return ids
}

/** Member ids of the MANAGERs and OWNERs who aren't restricted, and so may pay out cash refunds. */
export async function idsOfPossiblePayers(db: Db): Promise<number[]> {
  const { ids } = await oneRow<{ ids: number[] }>(
    db,
    `SELECT coalesce(array_agg(id), '{}') AS ids FROM members
     WHERE role IN ('MANAGER', 'OWNER') AND deleted_at IS NULL AND ${restrictedMember.sql()} IS NOT TRUE`,
  )
  return ids
}
