import type { Db } from '#lib/core/db.ts'
import { queueMessage } from '#lib/messages/queue-message.ts'
import { formatWon, type Points } from '#lib/money/points.ts'
import { movePoints } from '#lib/points/move-points.ts'
import { balanceSpent, reasonMissing, refundSettled, unknownRefund } from './errors.ts'
import { refundMails, refundStatus } from './labels.ts'

type Settled = { memberId: number; point: Points; email: string }

/** The guard on the status lets one of any number of verdicts through. */
async function close(tx: Db, refundId: number, status: number, reason: string | null): Promise<Settled> {
  const [settled] = await tx.rows<Settled>(
    `UPDATE refund_requests SET status = $2, reason = $3, response_at = now() WHERE id = $1 AND status = 0
     RETURNING member_id, point, email`,
    [refundId, status, reason],
  )
  if (settled) return settled
  const known = await tx.rows('SELECT FROM refund_requests WHERE id = $1', [refundId])
  throw known.length === 0 ? unknownRefund() : refundSettled()
}

/**
 * Takes the points of a wish for the money that staff transfer, once; give it a transaction (decisions 4).
 * @throws NOT_FOUND; CONFLICT it was settled before, or the member has spent the points meanwhile
 */
export async function payOutRefund(tx: Db, refundId: number, actor: string): Promise<Points> {
  const { memberId, point, email } = await close(tx, refundId, refundStatus.PAID, null)
  const move = { memberId, kind: 'CASH_REFUND', delta: -point, refType: 'refund', refId: refundId, actor } as const
  const moved = await movePoints(tx, move)
  if (moved === 'INSUFFICIENT') throw balanceSpent()
  if (moved === 'ALREADY') throw refundSettled()
  await queueMessage(tx, { channel: 'EMAIL', to: email, ...refundMails.paid(formatWon(point)), life: null })
  return point
}

/**
 * Ends a wish without paying it, with a reason that its member reads; give it a transaction.
 * @throws BAD_INPUT no reason; NOT_FOUND; CONFLICT it was settled before
 */
export async function rejectRefund(tx: Db, refundId: number, reason: string): Promise<Points> {
  if (reason === '') throw reasonMissing()
  const { point, email } = await close(tx, refundId, refundStatus.REJECTED, reason)
  await queueMessage(tx, { channel: 'EMAIL', to: email, ...refundMails.rejected(formatWon(point), reason), life: null })
  return point
}
