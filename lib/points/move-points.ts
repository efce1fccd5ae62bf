import { type Db, violates } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'

/** A cause of the ledger: what kind, what it refers to, which time, who did it and why. */
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
  delta: Points
  refType: string
  refId: number
  seq?: number
  actor: string
  reason?: string
}

const statement = `
  WITH moved AS (
    UPDATE balances SET point = point + $3::bigint WHERE member_id = $1 AND point + $3::bigint >= 0 RETURNING point
  )
  INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, seq, actor, reason)
  SELECT $1, $2, $3, point, $4, $5, $6, $7, $8 FROM moved
  RETURNING balance_after`

export type Moved = { balanceAfter: Points } | 'INSUFFICIENT' | 'ALREADY'

/**
 * Changes a balance and appends the ledger row in one statement. INSUFFICIENT when it would fall below nothing, ALREADY
 * when this cause was booked before: `UNIQUE (kind, refType, refId, seq)` makes each payable once
 * (docs/contract.md#ledger). Inside a transaction ALREADY leaves that transaction broken, so that nothing around it is
 * half done either.
 */
export async function movePoints(db: Db, move: PointMove): Promise<Moved> {
  try {
    const [row] = await db.rows<{ balanceAfter: Points }>(statement, [
      move.memberId,
      move.kind,
      move.delta,
      move.refType,
      move.refId,
      move.seq ?? 0,
      move.actor,
      move.reason ?? null,
    ])
    return row ?? 'INSUFFICIENT'
  } catch (error) {
    if (violates(error, 'point_entries_kind_ref_type_ref_id_seq_key')) return 'ALREADY'
    throw error
  }
}
