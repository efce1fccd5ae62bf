import { worker } from '#lib/audit/actor.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeChargeWithReceipt } from '#lib/receipts/testing/receipts.ts'

const refusal =
  '팝빌이 거절했어요: 취소할 수 있는 금액을 넘었습니다 (-14001023). 팝빌의 전자세금계산서 화면을 확인해 주세요.'

/**
 * Creates a tax invoice that a connected service has issued and corrected once; a second correction of it has failed.
 */
export async function makeIssuedReceipt(): Promise<void> {
  const chargeId = await makeChargeWithReceipt(1, 300_000)
  await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  const { id } = await oneRow<{ id: number }>(db(), 'SELECT id FROM receipts WHERE charge_id = $1', [chargeId])
  const documents = [
    ['ISSUE', 'DRAWNISSUED', 33_000_000, 'FILED', '202611244100020300004f2a', null],
    ['CORRECTION', 'DRAWNCORRECTED', 5_000_000, 'ISSUED', '202611244100020300004f2b', null],
    ['CORRECTION', 'DRAWNREFUSED', 2_000_000, 'FAILED', null, refusal],
  ] as const
  for (const [kind, key, amount, state, number, error] of documents)
    await db().rows(
      `INSERT INTO receipt_documents (receipt_id, kind, connection, key, amount, state, number, error, day, issued_at, attempts)
       VALUES ($1, $2, 'popbill', $3, $4, $5, $6, $7, '20261124', CASE WHEN $6::text IS NOT NULL THEN now() END, 1)`,
      [id, kind, key, amount, state, number, error],
    )
  await db().rows("UPDATE receipts SET status = 'ISSUED', settled_at = now() WHERE id = $1", [id])
}
