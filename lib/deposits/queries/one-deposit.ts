import type { Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { depositColumns, depositTables, type StoredDeposit, toDepositRow } from '../queries.ts'
import { isDepositWaiting } from '../rules.ts'
import type { DepositCharge, DepositDetail } from '../schema.ts'
import { mayBePaidByDepositSql } from './approved-by-hand.ts'
import { isFittingOpenChargeSql, isPayableChargeSql } from './matching-rule.ts'

/** A charge in a deposit's detail, as stored. */
type StoredCharge = Omit<DepositCharge, 'point' | 'payAmount' | 'createdAt'> & {
  point: Points
  payAmount: Points
  createdAt: Date
}

const chargeColumns = `c.id, c.member_id AS member_no, m.login_id AS member_id, c.name, c.point, c.pay_amount, c.status,
  c.outcome, c.created_at`

// Up to 12 charges that deposit $1 may be for. First those with its name and amount, then those with only its amount,
// then those with only its name, then others. Within each group, pending charges come first, and then the newest.
const candidateChargesSql = `
  SELECT ${chargeColumns} FROM deposits d, LATERAL (
    (SELECT c.id FROM charges c WHERE c.normal_name = d.normal_name AND ${isPayableChargeSql}
       AND c.created_at > d.at - interval '30 days' ORDER BY c.created_at DESC LIMIT 10)
    UNION (SELECT c.id FROM charges c WHERE c.pay_amount = d.amount AND ${isPayableChargeSql}
       AND c.created_at > d.at - interval '4 days' ORDER BY c.created_at DESC LIMIT 10)
    UNION (SELECT c.id FROM charges c WHERE c.normal_name = d.normal_name AND ${mayBePaidByDepositSql('c')}
       ORDER BY c.created_at DESC LIMIT 3)
    UNION (SELECT c.id FROM charges c WHERE ${mayBePaidByDepositSql('c')} AND c.member_id IN (
         SELECT f.member_id FROM charges f WHERE ${isFittingOpenChargeSql('f')}) ORDER BY c.created_at DESC LIMIT 3)
  ) found JOIN charges c ON c.id = found.id JOIN members m ON m.id = c.member_id
  WHERE d.id = $1
  ORDER BY (c.pay_amount = d.amount) DESC, (c.normal_name = d.normal_name) DESC, c.status, c.id DESC LIMIT 12`

// Charges that deposit $1 has paid for.
const paidChargesSql = `
  SELECT ${chargeColumns} FROM charges c JOIN members m ON m.id = c.member_id
  WHERE c.id = ANY (ARRAY(SELECT charge_id FROM deposits WHERE id = $1 AND charge_id IS NOT NULL
    UNION ALL SELECT charge_id FROM deposit_merges WHERE deposit_id = $1
    UNION ALL SELECT charge_id FROM deposit_splits WHERE deposit_id = $1)) ORDER BY c.id`

const toDepositCharge = (row: StoredCharge): DepositCharge => ({
  ...row,
  point: pointsToNumber(row.point),
  payAmount: pointsToNumber(row.payAmount),
  createdAt: row.createdAt.toISOString(),
})

/**
 * Detail of a deposit for staff; null if the deposit doesn't exist. `charges` are those that it paid for or, while it
 * waits, those that it may be for. `settledBy` is the staff member who settled the deposit, and `note` is his reason;
 * null if it was credited without staff. While it waits, `settledBy` is null, and `note` is the reason of the last
 * refused approval request about it.
 */
export async function depositForStaff(db: Db, id: number): Promise<DepositDetail | null> {
  const [row] = await db.rows<StoredDeposit>(`SELECT ${depositColumns} FROM ${depositTables} WHERE d.id = $1`, [id])
  if (!row) return null
  const [charges, [settlement]] = await Promise.all([
    db.rows<StoredCharge>(isDepositWaiting(row) ? candidateChargesSql : paidChargesSql, [id]),
    db.rows<{ settledBy: string; note: string | null }>(
      `SELECT m.login_id AS settled_by, a.reason AS note FROM audit_entries a JOIN members m ON m.id = a.actor_id
       WHERE a.subject_type = 'deposit' AND a.subject_id = $1 AND a.action = $2
       ORDER BY a.id DESC LIMIT 1`,
      [String(id), isDepositWaiting(row) ? 'approval.refused' : `deposit.${row.status.toLowerCase()}`],
    ),
  ])
  const settled = {
    settledBy: isDepositWaiting(row) ? null : (settlement?.settledBy ?? null),
    note: settlement?.note ?? null,
  }
  return { ...toDepositRow(row), charges: charges.map(toDepositCharge), ...settled }
}
