import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { wholePoints } from '#lib/money/points.ts'
import { dropTasks } from '#lib/tasks/file-task.ts'
import { isBeingSentSql } from './being-sent.ts'
import {
  reasonNotIssuedMissing,
  receiptAlreadySettled,
  receiptBeingIssued,
  receiptIssuedByIssuer,
  unknownReceipt,
} from './errors.ts'
import type { DocumentState, ReceiptStatus } from './labels.ts'
import { receiptAmountDueSql } from './queries.ts'
import { previousReceiptStatuses } from './rules.ts'
import type { ReceiptChange } from './schema.ts'

type ReceiptSettlement = ReceiptChange & { receiptId: number }

// Locks the row that a worker also locks before it sends the document. If a worker and a staff member lock the row at
// the same time, the second of them sees what the first has done.
const lockDocumentSql = `
  SELECT id, state, ${isBeingSentSql('d')} AS is_being_sent FROM receipt_documents d
  WHERE receipt_id = $1 AND kind = 'ISSUE' AND state NOT IN ('REJECTED', 'DROPPED') FOR UPDATE`

// A refused document is sent again with the same key. Before it is sent, the issuer is asked whether it has the
// document after all.
const retrySql = `
  UPDATE receipt_documents SET state = 'WAITING', refusals = 0, next_try_at = now(), error = NULL WHERE id = $1`

const dropSql = "UPDATE receipt_documents SET state = 'DROPPED' WHERE id = $1"

/**
 * Drops the document of a receipt that staff settle, so that the issuer doesn't issue it. If the issuer refused the
 * document and staff request the receipt again, makes the worker send the document again instead. Closes the receipt's
 * tasks. `by` is the staff member's id.
 * @throws CONFLICT the issuer has issued the receipt, or may be issuing it now
 */
async function dropOrRetryDocument(
  tx: Db,
  { receiptId, status, by }: { receiptId: number; status: ReceiptStatus; by: number },
): Promise<void> {
  const [document] = await tx.rows<{ id: number; state: DocumentState; isBeingSent: boolean }>(lockDocumentSql, [
    receiptId,
  ])
  if (document?.state === 'WAITING' && document.isBeingSent) throw receiptBeingIssued()
  if (document?.state === 'ISSUED' || document?.state === 'FILED') throw receiptIssuedByIssuer()
  if (document) await tx.rows(document.state === 'FAILED' && status === 'REQUESTED' ? retrySql : dropSql, [document.id])
  await dropTasks(tx, { kinds: ['RECEIPT'], refType: 'receipt', refId: receiptId, by })
}

const lockReceiptSql = 'SELECT FROM receipts WHERE id = $1 FOR UPDATE'

// `by_hand`: the amount for which staff have issued a receipt that they mark as ISSUED. This is the amount that they
// saw ($6), or the amount due now if the call states none; NULL (unknown) if that amount is 0. If `by_hand` differs
// from the amount due now, `sum_revision` is raised: the worker then compares the sums and files a task to take the
// rest back. Otherwise only later changes of the amount due are compared.
const settleSql = `
  UPDATE receipts r SET status = $2, note = $3,
    settled_at = CASE WHEN $2 <> 'REQUESTED' THEN now() END, settled_by = CASE WHEN $2 <> 'REQUESTED' THEN $4::int END,
    by_hand_sum = CASE WHEN $2 = 'ISSUED' THEN old.by_hand END,
    sum_checked = CASE WHEN $2 = 'ISSUED' AND old.by_hand = old.due THEN r.sum_revision ELSE r.sum_checked END,
    sum_revision = r.sum_revision + CASE WHEN $2 = 'ISSUED' AND old.by_hand IS DISTINCT FROM old.due THEN 1 ELSE 0 END
  FROM (
    SELECT id, status, due, nullif(CASE WHEN $6::bigint IS NULL THEN due ELSE least($6, pay_amount) END, 0) AS by_hand FROM (
      SELECT f.id, f.status, c.pay_amount, ${receiptAmountDueSql} AS due FROM receipts f JOIN charges c ON c.id = f.charge_id WHERE f.id = $1
    ) sums
  ) old
  WHERE r.id = old.id AND old.status = ANY ($5::text[]) RETURNING old.status AS before`

/**
 * Changes a receipt's status for staff: issued, failed, or to be issued again. Of several concurrent changes only the
 * first succeeds.
 * @throws BAD_INPUT failed without a note; NOT_FOUND; CONFLICT the status isn't `from` any more or doesn't allow this
 * change, or an issuer has issued the receipt or is issuing it
 */
export async function settleReceipt(
  db: Database,
  actor: StaffActor,
  { receiptId, status, note, from, sum }: ReceiptSettlement,
): Promise<void> {
  if (status === 'FAILED' && note === '') throw reasonNotIssuedMissing()
  const allowedStatuses = previousReceiptStatuses(status).filter((each) => !from || each === from)
  await db.transaction(async (tx) => {
    // Locks in a statement of its own, so that the next statement sees all changes of the sum that the revision counts.
    await tx.rows(lockReceiptSql, [receiptId])
    const issuedSum = typeof sum === 'number' ? wholePoints(sum) : null
    const values = [receiptId, status, note || null, actor.memberId, allowedStatuses, issuedSum]
    const [settled] = await tx.rows<{ before: ReceiptStatus }>(settleSql, values)
    if (!settled) {
      const existing = await tx.rows('SELECT FROM receipts WHERE id = $1', [receiptId])
      throw existing.length === 0 ? unknownReceipt() : receiptAlreadySettled()
    }
    await dropOrRetryDocument(tx, { receiptId, status, by: actor.memberId })
    await recordAudit(tx, actor, {
      action: `receipt.${status.toLowerCase()}`,
      subjectType: 'receipt',
      subjectId: receiptId,
      before: { status: settled.before },
      after: { status },
      reason: note,
    })
  })
}
