import { type Actor, actorText } from '#lib/audit/actor.ts'
import { type Db, isViolationOf } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'

/**
 * A change of a member's balance by `delta`, which is in hundredths of a point, and negative for a debit. The other
 * fields name its cause: the kind of the ledger entry, and type and id of the record that caused it. If one record
 * causes several entries of a kind, `seq` numbers them; 0 by default.
 */
export type PointMove = {
  memberId: number
  kind:
    | 'REFERRAL_REWARD'
    | 'REWARD_REVERSAL'
    | 'ADJUSTMENT'
    | 'CHARGE_REVERSAL'
    | 'CASH_REFUND'
    | 'UNFOLLOW_RECOVERY'
    | 'FORFEIT'
    | 'CHARGE_BONUS'
    | 'COUPON'
  delta: Points
  refType: string
  refId: number
  seq?: number
  reason?: string
}

const moveAndRecordSql = `
  WITH moved AS (
    UPDATE balances SET point = point + $3::bigint WHERE member_id = $1 AND point + $3::bigint >= 0 RETURNING point
  )
  INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, seq, actor, reason)
  SELECT $1, $2, $3, point, $4, $5, $6, $7, $8 FROM moved
  RETURNING balance_after`

/** The balance after the change. INSUFFICIENT or ALREADY if nothing was changed. */
export type PointMoveResult = { balanceAfter: Points } | 'INSUFFICIENT' | 'ALREADY'

/**
 * Changes a balance and appends the ledger entry in one statement. Returns INSUFFICIENT if the balance would become
 * negative, or if the member has no balance. Returns ALREADY if the same cause was booked before: `UNIQUE (kind,
 * refType, refId, seq)` lets each cause be booked once (docs/contract.md#ledger). After ALREADY, the surrounding
 * transaction can only be rolled back.
 */
export async function movePoints(db: Db, actor: Actor, move: PointMove): Promise<PointMoveResult> {
  try {
    const [row] = await db.rows<{ balanceAfter: Points }>(moveAndRecordSql, [
      move.memberId,
      move.kind,
      move.delta,
      move.refType,
      move.refId,
      move.seq ?? 0,
      actorText(actor),
      move.reason ?? null,
    ])
    return row ?? 'INSUFFICIENT'
  } catch (error) {
    if (isViolationOf(error, 'point_entries_kind_ref_type_ref_id_seq_key')) return 'ALREADY'
    throw error
  }
}
