import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { removeConnection } from '#lib/connections/saving/save-connection.ts'
import { db } from '#lib/core/db.ts'
import { closeTasksAsStaff } from '#lib/tasks/testing/close-tasks.ts'
import { receiptsForStaff } from '../queries.ts'
import { isIssuedByConnectedIssuer, isSettleableCorrection } from '../rules.ts'
import { settleCorrection } from '../settle-correction.ts'
import { settleReceipt } from '../settle-receipt.ts'
import { switchIssuing } from './switch-issuing.ts'
import { issuerStarts } from './testing/issuer-starts.ts'
import {
  connectIssuer,
  documentStatesOf,
  documentsOf,
  endIssuingWork,
  type IssuerStandIn,
  makeDocumentsDue,
  newReceipt,
  openReceiptTasks,
  receiptOf,
  reverseChargeOf,
  runWorker,
  type TestReceipt,
} from './testing/world.ts'

// In these tests an OWNER switches off or disconnects an issuer that doesn't answer. Staff then issue by hand the
// receipts that were being sent to it.
let standIn: IssuerStandIn

beforeAll(async () => {
  standIn = await issuerStarts.popbill()
})
beforeEach(() => connectIssuer(standIn))
afterEach(async () => {
  standIn.faultOf = () => undefined
  await endIssuingWork()
  await expectBooksBalance()
})
afterAll(() => standIn.stop())

const owner = { ...someStaff, role: 'OWNER' } as const
const waysOff = [
  ['switched off', () => switchIssuing(db(), owner, { kind: 'popbill', on: false })],
  ['disconnected', () => removeConnection(db(), owner, { kind: 'popbill' })],
] as const

const issueByHand = ({ id }: TestReceipt) =>
  settleReceipt(db(), someStaff, { receiptId: id, status: 'ISSUED', note: '홈택스에서 발행' })

const listed = async (receipt: TestReceipt) => {
  const { rows } = await receiptsForStaff(db(), { q: '', size: 200 })
  const row = rows.find(({ id }) => id === receipt.id)
  if (!row) throw new Error('not listed')
  return row
}

test.each(waysOff)('once it is %s, staff issue a receipt by hand that it was being sent', async (_, turnOff) => {
  standIn.faultOf = (kind) => (kind === 'issue' ? 'untaken' : undefined)
  const receipt = await newReceipt()
  await runWorker()
  expect(await documentStatesOf(receipt)).toEqual(['ISSUE WAITING'])
  await makeDocumentsDue()
  await expect(issueByHand(receipt)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(isIssuedByConnectedIssuer(await listed(receipt))).toBe(true)
  await turnOff()
  expect(isIssuedByConnectedIssuer(await listed(receipt))).toBe(false)
  await issueByHand(receipt)
  expect([(await receiptOf(receipt)).status, await documentStatesOf(receipt)]).toEqual(['ISSUED', []])
})

test('but not while an attempt from before may still be under way', async () => {
  standIn.faultOf = (kind) => (kind === 'issue' ? 'untaken' : undefined)
  const receipt = await newReceipt()
  await runWorker()
  await removeConnection(db(), owner, { kind: 'popbill' })
  await expect(issueByHand(receipt)).rejects.toMatchObject({ code: 'CONFLICT' })
  await makeDocumentsDue()
  await issueByHand(receipt)
})

test('once it is switched off, it is still asked whether the tax office has what it issued', async () => {
  standIn.documents.filesAtOnce = false
  const receipt = await newReceipt()
  await runWorker()
  await switchIssuing(db(), owner, { kind: 'popbill', on: false })
  standIn.documents.file(false)
  await runWorker()
  expect(await documentStatesOf(receipt)).toEqual(['ISSUE REJECTED'])
  expect(await receiptOf(receipt)).toMatchObject({ status: 'FAILED' })
  expect(await openReceiptTasks()).toMatchObject([{ refType: 'receipt', refId: receipt.id }])
  await issueByHand(receipt)
  expect(await openReceiptTasks()).toEqual([])
})

test('what the tax office rejects after that is a task that says that staff issue it', async () => {
  standIn.documents.filesAtOnce = false
  const [receipt, again] = [await newReceipt(), await newReceipt()]
  await runWorker()
  await switchIssuing(db(), owner, { kind: 'popbill', on: false })
  standIn.documents.file(false)
  await runWorker()
  const byStaff = expect.stringMatching(/^국세청이 받지 않았어요: .*저절로 다시 발행되지 않으니 직접 발행해 주세요\.$/)
  expect((await openReceiptTasks()).map(({ error }) => error)).toEqual([byStaff, byStaff])
  expect((await receiptOf(receipt)).note).toEqual(byStaff)
  // The same holds once an issuer is on again: it issues only receipts that were requested since.
  await endIssuingWork()
  await connectIssuer(standIn)
  await db().rows("UPDATE receipts SET created_at = created_at - interval '2 hours' WHERE id = $1", [again.id])
  const [late, early] = [await newReceipt(), await newReceipt()]
  await runWorker()
  await db().rows("UPDATE receipts SET created_at = created_at - interval '2 hours' WHERE id = $1", [early.id])
  standIn.documents.file(false)
  await runWorker()
  expect((await receiptOf(early)).note).toEqual(byStaff)
  expect((await receiptOf(late)).note).not.toEqual(byStaff)
})

const issuedDaysAgo = ({ id }: TestReceipt, days: number) =>
  db().rows(
    "UPDATE receipt_documents SET issued_at = now() - $2 * interval '1 day', task_at = task_at - $2 * interval '1 day' WHERE receipt_id = $1",
    [id, days],
  )

const waysOffOrOn = [['on', () => Promise.resolve()], ...waysOff] as const

test.each(waysOffOrOn)(
  'a receipt about which the tax office says nothing for two weeks is one task (issuing is %s)',
  async (_, turn) => {
    standIn.documents.filesAtOnce = false
    const [silent, recent] = [await newReceipt(), await newReceipt()]
    await runWorker()
    await turn()
    await issuedDaysAgo(silent, 15)
    await issuedDaysAgo(recent, 13)
    await runWorker(2)
    const error =
      '발행한 지 2주가 지났지만 국세청에 전송됐는지 확인하지 못했어요. 서비스 화면에서 전송 상태를 확인해 주세요.'
    expect(await openReceiptTasks()).toEqual([{ refType: 'receipt', refId: silent.id, error }])
    expect(await documentStatesOf(silent)).toEqual(['ISSUE ISSUED'])
    await closeTasksAsStaff('RECEIPT')
    await runWorker(2)
    expect(await openReceiptTasks()).toEqual([])
  },
)

test('a correction that waited for its issuer and is then unanswered for two weeks is a task again', async () => {
  standIn.documents.filesAtOnce = true
  const receipt = await newReceipt()
  await runWorker()
  await switchIssuing(db(), owner, { kind: 'popbill', on: false })
  await reverseChargeOf(receipt)
  await runWorker()
  expect(await openReceiptTasks()).toHaveLength(1)
  await connectIssuer(standIn)
  standIn.documents.filesAtOnce = false
  await runWorker()
  expect(await documentStatesOf(receipt)).toEqual(['ISSUE FILED', 'CORRECTION ISSUED'])
  expect(await openReceiptTasks()).toEqual([])
  await issuedDaysAgo(receipt, 15)
  await db().rows("UPDATE receipt_documents SET task_at = issued_at - interval '1 day' WHERE receipt_id = $1", [
    receipt.id,
  ])
  await runWorker()
  expect(await openReceiptTasks()).toMatchObject([{ refId: receipt.id }])
})

test.each(waysOff)('once it is %s, staff make a correction by hand that it was being sent', async (_, turnOff) => {
  standIn.documents.filesAtOnce = true
  const receipt = await newReceipt()
  await runWorker()
  await reverseChargeOf(receipt)
  standIn.faultOf = (kind) => (kind === 'correct' ? 'untaken' : undefined)
  await runWorker()
  await makeDocumentsDue()
  const correction = (await documentsOf(receipt)).find(({ kind }) => kind === 'CORRECTION')
  const byHand = () =>
    settleCorrection(db(), someStaff, { documentId: correction?.id ?? 0, action: 'BY_HAND', note: '홈택스에서 취소' })
  await expect(byHand()).rejects.toMatchObject({ code: 'CONFLICT' })
  await turnOff()
  expect((await listed(receipt)).documents.some(isSettleableCorrection)).toBe(true)
  await byHand()
  expect(await documentStatesOf(receipt)).toEqual(['ISSUE FILED', 'CORRECTION BY_HAND'])
})
