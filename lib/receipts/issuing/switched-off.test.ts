import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { removeConnection } from '#lib/connections/saving/save-connection.ts'
import { db } from '#lib/core/db.ts'
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
