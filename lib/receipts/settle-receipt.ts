import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database } from '#lib/core/db.ts'
import { noteMissing, receiptAlreadySettled, unknownReceipt } from './errors.ts'
import type { ReceiptStatus } from './labels.ts'
import { previousStatuses } from './rules.ts'
import type { ReceiptChange } from './schema.ts'

type ReceiptSettlement = ReceiptChange & { receiptId: number }

/**
 * Changes a receipt's status for staff: issued, failed, or to be issued again. Of several concurrent changes only the
 * first succeeds.
 * @throws BAD_INPUT failed without a note; NOT_FOUND; CONFLICT the status isn't `from` any more, or doesn't allow this
 * change
 */
export async function settleReceipt(
  db: Database,
  actor: StaffActor,
  { receiptId, status, note, from }: ReceiptSettlement,
): Promise<void> {
  if (status === 'FAILED' && note === '') throw noteMissing()
  const before = previousStatuses(status).filter((each) => !from || each === from)
  await db.transaction(async (tx) => {
    const [settled] = await tx.rows<{ before: ReceiptStatus }>(
      `UPDATE receipts r SET status = $2, note = $3,
       settled_at = CASE WHEN $2 <> 'REQUESTED' THEN now() END, settled_by = CASE WHEN $2 <> 'REQUESTED' THEN $4::int END
     FROM (SELECT id, status FROM receipts WHERE id = $1 FOR UPDATE) old
     WHERE r.id = old.id AND old.status = ANY ($5::text[]) RETURNING old.status AS before`,
      [receiptId, status, note || null, actor.memberId, before],
    )
    if (!settled) {
      const known = await tx.rows('SELECT FROM receipts WHERE id = $1', [receiptId])
      throw known.length === 0 ? unknownReceipt() : receiptAlreadySettled()
    }
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
