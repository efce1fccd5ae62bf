import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database } from '#lib/core/db.ts'
import { dropTasks } from '#lib/tasks/file-task.ts'
import { isBeingSentSql } from './being-sent.ts'
import { correctionNotSettleable, reasonNotIssuedMissing, unknownReceiptDocument } from './errors.ts'

type Settlement = { documentId: number; action: 'RETRY' | 'BY_HAND'; note: string }

// Locks the receipt before the document, in the same order as a worker that records an outcome.
const lockReceiptSql = `
  SELECT FROM receipts WHERE id = (SELECT receipt_id FROM receipt_documents WHERE id = $1) FOR UPDATE`

// A correction that the tax office rejected has a number, and can't be sent again. On RETRY it becomes REJECTED. A
// trigger then has the receipt's sum compared with its documents again, so that another correction with a new key is
// planned.
const settleSql = `
  UPDATE receipt_documents d SET refusals = 0, next_try_at = now(), error = CASE WHEN $2 = 'BY_HAND' THEN $3 END,
    state = CASE WHEN $2 = 'BY_HAND' THEN 'BY_HAND' WHEN number IS NULL THEN 'WAITING' ELSE 'REJECTED' END
  WHERE id = $1 AND kind = 'CORRECTION' AND (state = 'FAILED' OR (state = 'WAITING' AND NOT ${isBeingSentSql('d')}))
  RETURNING receipt_id, state`

/**
 * Settles a correction for staff: it is sent again, or recorded as made outside the shop. Only possible if the issuer
 * or the tax office refused it, or if it isn't being sent (`isBeingSentSql`). Returns the receipt's id.
 * @throws BAD_INPUT BY_HAND without a note; NOT_FOUND; CONFLICT the correction was sent, or is settled
 */
export async function settleCorrection(
  db: Database,
  actor: StaffActor,
  { documentId, action, note }: Settlement,
): Promise<number> {
  if (action === 'BY_HAND' && note === '') throw reasonNotIssuedMissing()
  return db.transaction(async (tx) => {
    await tx.rows(lockReceiptSql, [documentId])
    const [settled] = await tx.rows<{ receiptId: number; state: string }>(settleSql, [documentId, action, note])
    if (!settled) {
      const existing = await tx.rows("SELECT FROM receipt_documents WHERE id = $1 AND kind = 'CORRECTION'", [
        documentId,
      ])
      throw existing.length === 0 ? unknownReceiptDocument() : correctionNotSettleable()
    }
    const { receiptId, state } = settled
    await dropTasks(tx, { kinds: ['RECEIPT'], refType: 'receipt', refId: receiptId, by: actor.memberId })
    await recordAudit(tx, actor, {
      action: action === 'RETRY' ? 'receipt.retry' : 'receipt.by-hand',
      subjectType: 'receipt',
      subjectId: receiptId,
      after: { status: state },
      reason: note,
    })
    return receiptId
  })
}
