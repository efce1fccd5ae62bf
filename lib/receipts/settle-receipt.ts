import type { Db } from '#lib/core/db.ts'
import { noteMissing, receiptMoved, unknownReceipt } from './errors.ts'
import type { ReceiptStatus } from './labels.ts'
import { previousStatuses } from './rules.ts'
import type { ReceiptChange } from './schema.ts'

type Settling = ReceiptChange & { receiptId: number; staffId: number }

/**
 * Marks a receipt as issued, failed, or to be issued again. Of several concurrent changes only the first succeeds.
 * Returns the previous status.
 * @throws BAD_INPUT failed without a note; NOT_FOUND; CONFLICT the status isn't `from` any more, or doesn't allow this
 * change
 */
export async function settleReceipt(
  db: Db,
  { receiptId, staffId, status, note, from }: Settling,
): Promise<ReceiptStatus> {
  if (status === 'FAILED' && note === '') throw noteMissing()
  const before = previousStatuses(status).filter((each) => !from || each === from)
  const [settled] = await db.rows<{ before: ReceiptStatus }>(
    `UPDATE receipts r SET status = $2, note = $3,
       settled_at = CASE WHEN $2 <> 'REQUESTED' THEN now() END, settled_by = CASE WHEN $2 <> 'REQUESTED' THEN $4::int END
     FROM (SELECT id, status FROM receipts WHERE id = $1 FOR UPDATE) old
     WHERE r.id = old.id AND old.status = ANY ($5::text[]) RETURNING old.status AS before`,
    [receiptId, status, note || null, staffId, before],
  )
  if (settled) return settled.before
  const known = await db.rows('SELECT FROM receipts WHERE id = $1', [receiptId])
  throw known.length === 0 ? unknownReceipt() : receiptMoved()
}
