import { isLoneOwner } from '#lib/approvals/second-persons.ts'
import type { Caller } from '#lib/core/call.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { MemberAdjustment, WaitingAdjustment } from './schema.ts'

/** A member's balance in hundredths of a point; 0 if there is no such member. */
export async function balanceOf(db: Db, memberId: number): Promise<Points> {
  const [row] = await db.rows<{ point: Points }>('SELECT point FROM balances WHERE member_id = $1', [memberId])
  return row?.point ?? 0n
}

/**
 * A member's open debt, in hundredths of a point: points that were taken back from him but missing on his balance. His
 * later credits pay it first.
 */
export async function readOpenDebt(db: Db, memberId: number): Promise<Points> {
  const { debt } = await oneRow<{ debt: Points }>(
    db,
    `SELECT coalesce(sum(amount - recovered - waived), 0)::bigint AS debt FROM debts
     WHERE member_id = $1 AND recovered + waived < amount`,
    [memberId],
  )
  return debt
}

/** Points (`point`) that staff gave back to a member for followers that dropped, as shown to the member. */
export type RecoveryRow = { orderId: number; createdAt: string; point: number }

/**
 * The `size` latest recoveries of a member within the last 3 months, newest first
 * (docs/contract.md#unfollow-recoveries).
 */
export async function readLatestRecoveries(db: Db, memberId: number, size = 20): Promise<RecoveryRow[]> {
  const rows = await db.rows<{ refId: number; createdAt: Date; delta: Points }>(
    `SELECT ref_id::int, created_at, delta FROM point_entries
     WHERE member_id = $1 AND kind = 'UNFOLLOW_RECOVERY' AND created_at > now() - interval '3 months'
     ORDER BY id DESC LIMIT $2`,
    [memberId, size],
  )
  return rows.map(({ refId, createdAt, delta }) => ({
    orderId: refId,
    createdAt: createdAt.toISOString(),
    point: pointsToNumber(delta),
  }))
}

/** A ledger entry as stored; `refType` and `refId` name the record that caused it. */
type EntryRow = {
  id: bigint
  createdAt: Date
  kind: string
  delta: Points
  balanceAfter: Points
  refType: string
  refId: number
  actor: string
  reason: string | null
}

/** The `size` latest ledger entries of a member, newest first. */
export async function latestLedgerEntries(db: Db, memberId: number, size = 50) {
  const rows = await db.rows<EntryRow>(
    `SELECT id, created_at, kind, delta, balance_after, ref_type, ref_id::int, actor, reason FROM point_entries
     WHERE member_id = $1 ORDER BY id DESC LIMIT $2`,
    [memberId, size],
  )
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    createdAt: row.createdAt.toISOString(),
    delta: pointsToNumber(row.delta),
    balanceAfter: pointsToNumber(row.balanceAfter),
  }))
}

/** An adjustment that waits for a second person, as stored. */
type WaitingRow = Omit<WaitingAdjustment, 'createdAt' | 'delta'> & { createdAt: Date; delta: Points }

/** Adjustments that wait for a second person, oldest first, at most 200. */
export async function waitingAdjustments(db: Db): Promise<WaitingAdjustment[]> {
  const rows = await db.rows<WaitingRow>(
    `SELECT a.id, a.created_at, a.member_id AS member_no, m.login_id AS member_id, a.delta, a.reason,
       s.login_id AS asked_by
     FROM adjustments a JOIN members m ON m.id = a.member_id JOIN members s ON s.id = a.asked_by
     WHERE a.status = 'WAITING' ORDER BY a.id LIMIT 200`,
  )
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString(), delta: pointsToNumber(row.delta) }))
}

/**
 * True if nobody but this OWNER himself could confirm an adjustment of his that is above ADJUSTMENT_LIMIT. An adjustment
 * of the only other OWNER's own account isn't considered.
 */
export const confirmsAdjustmentsAlone = (db: Db, staff: Pick<Caller, 'memberId' | 'role'>): Promise<boolean> =>
  isLoneOwner(db, staff, 'OWNER', { excluded: [], memberId: null })

/** An adjustment of one member, decided or not, as stored. */
type StoredMemberAdjustment = Omit<MemberAdjustment, 'createdAt' | 'delta'> & { createdAt: Date; delta: Points }

/** The `size` latest adjustments of a member's balance by staff, including adjustments that wait, newest first. */
export async function readLatestAdjustments(db: Db, memberId: number, size = 10): Promise<MemberAdjustment[]> {
  const rows = await db.rows<StoredMemberAdjustment>(
    `SELECT a.id, a.created_at, a.delta, a.reason, a.status, s.login_id AS asked_by, d.login_id AS decided_by
     FROM adjustments a JOIN members s ON s.id = a.asked_by LEFT JOIN members d ON d.id = a.decided_by
     WHERE a.member_id = $1 ORDER BY a.id DESC LIMIT $2`,
    [memberId, size],
  )
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString(), delta: pointsToNumber(row.delta) }))
}
