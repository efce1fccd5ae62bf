import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { makeCashRefundInput, payOutCashRefundByStaff } from '#lib/charges/testing/refunds.ts'
import { makeConnection } from '#lib/connections/testing/connections.ts'
import { type Database, db, oneRow } from '#lib/core/db.ts'
import type { StandInDocuments } from '#lib/deposits/sources/testing/popbill-documents.ts'
import type { StandIn } from '#lib/deposits/sources/testing/stand-in.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import type { DocumentState } from '../../labels.ts'
import { makeChargeWithReceipt } from '../../testing/receipts.ts'
import type { IssuerKind } from '../labels.ts'
import { sendDocuments } from '../send-documents.ts'

/** The stand-in of an issuer of receipts. */
export type IssuerStandIn = StandIn & { documents: StandInDocuments }

/**
 * Shared by the tests of an issuer: its kind, a function that returns the stand-in of the running test, and a function
 * that starts another stand-in.
 */
export type IssuerSuite = { kind: IssuerKind; standIn(): IssuerStandIn; start(): Promise<IssuerStandIn> }

/** Connects the shop to a stand-in. If `issues` is true, also switches issuing on. */
export async function connectIssuer(standIn: IssuerStandIn, { issues = true, values = standIn.values } = {}) {
  await makeConnection({ kind: standIn.kind, values, baseUrl: standIn.url })
  await db().rows(
    "UPDATE connections SET checked_at = now(), issues_since = CASE WHEN $2::boolean THEN now() - interval '1 hour' END WHERE kind = $1",
    [standIn.kind, issues],
  )
}

/** Sets the shop's name, representative and address, which a tax invoice states. */
export const setSeller = () =>
  saveSettings({ FOOTER_COMPANY: '주식회사 포인트샵', FOOTER_CEO: '김대표', FOOTER_ADDRESS: '서울 중구' })

export type TestReceipt = { id: number; chargeId: number; memberId: number; won: number }

/**
 * Creates a credited charge and returns its receipt. `kind` 0: a cash receipt; 1: a tax invoice, for which the member
 * pays a tenth more.
 */
export async function newReceipt(kind: 0 | 1 = 0, point = 10_000): Promise<TestReceipt> {
  const chargeId = await makeChargeWithReceipt(kind, point)
  await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  return oneRow<TestReceipt>(
    db(),
    `SELECT r.id, c.id AS charge_id, c.member_id, (c.pay_amount / 100)::int AS won
     FROM charges c LEFT JOIN receipts r ON r.charge_id = c.id WHERE c.id = $1`,
    [chargeId],
  )
}

/** Reverses the charge of a receipt. */
export const reverseChargeOf = ({ chargeId }: TestReceipt) =>
  reverseCharge(db(), someStaff, { chargeId, reason: '오승인' })

/** Pays points back to the member of a receipt in cash. */
export async function payBackInCash({ memberId }: TestReceipt, point: number): Promise<void> {
  await payOutCashRefundByStaff(await requestCashRefund(db(), { memberId, input: makeCashRefundInput(point) }))
}

/** Makes all documents due. */
export const makeDocumentsDue = () =>
  db().rows(
    "UPDATE receipt_documents SET next_try_at = next_try_at - interval '1 day' WHERE state IN ('WAITING', 'ISSUED')",
  )

/** Makes all documents due and sends them, in each of `rounds` rounds. */
export async function runWorker(rounds = 1, database: Database = db()): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await makeDocumentsDue()
    await sendDocuments(database)
  }
}

type StoredDocument = {
  id: number
  kind: string
  state: DocumentState
  won: number
  number: string | null
  error: string | null
}

/** Documents of a receipt, oldest first. */
export const documentsOf = ({ id }: TestReceipt) =>
  db().rows<StoredDocument>(
    `SELECT id, kind, state, (amount / 100)::int AS won, number, error FROM receipt_documents
     WHERE receipt_id = $1 AND state <> 'DROPPED' ORDER BY id`,
    [id],
  )

/** Kind and state of each document of a receipt, such as 'ISSUE FILED', oldest first. */
export const documentStatesOf = async (receipt: TestReceipt): Promise<string[]> =>
  (await documentsOf(receipt)).map(({ kind, state }) => `${kind} ${state}`)

/** Status and note of a receipt. */
export const receiptOf = ({ id }: TestReceipt) =>
  oneRow<{ status: string; note: string | null }>(db(), 'SELECT status, note FROM receipts WHERE id = $1', [id])

/** Amount that the stand-in has issued for a receipt less the amount taken back by corrections, in won. */
export async function netSumAtIssuer(standIn: IssuerStandIn, receipt: TestReceipt): Promise<number> {
  const keys = await db().rows<{ key: string }>('SELECT key FROM receipt_documents WHERE receipt_id = $1', [receipt.id])
  const receiptKeys = new Set(keys.map(({ key }) => key))
  const documents = standIn.documents.issued.filter(({ key, accepted }) => receiptKeys.has(key) && accepted !== false)
  return documents.reduce((sum, { total }) => sum + total, 0)
}

/** Open tasks about receipts and their issuers, oldest first. */
export const openReceiptTasks = () =>
  db().rows<{ refType: string; refId: number; error: string }>(
    "SELECT ref_type, ref_id, detail ->> 'error' AS error FROM tasks WHERE kind = 'RECEIPT' AND resolved_at IS NULL ORDER BY id",
  )

/** Ends the work that a test left open, so that the worker of the next test doesn't do it. */
export async function endIssuingWork(): Promise<void> {
  await db().rows("UPDATE receipt_documents SET state = 'BY_HAND' WHERE state IN ('WAITING', 'ISSUED', 'FAILED')")
  await db().rows('UPDATE receipts SET sum_checked = sum_revision')
  await db().rows("UPDATE receipts SET status = 'ISSUED', settled_at = now() WHERE status = 'REQUESTED'")
  await db().rows("UPDATE tasks SET resolved_at = now() WHERE kind = 'RECEIPT' AND resolved_at IS NULL")
  await saveSettings({ FOOTER_CEO: '' })
  await db().rows('DELETE FROM connections')
}
