import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { resolveTaskCall } from '#lib/tasks/resolution/calls.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { settleCorrectionCall, settleReceiptCall } from '../calls.ts'
import { planDocuments } from './plan-documents.ts'
import { issuerStarts } from './testing/issuer-starts.ts'
import {
  connectIssuer,
  documentStatesOf,
  documentsOf,
  endIssuingWork,
  type IssuerStandIn,
  netSumAtIssuer,
  newReceipt,
  openReceiptTasks,
  payBackInCash,
  reverseChargeOf,
  runWorker,
  setSeller,
  type TestReceipt,
} from './testing/world.ts'

let standIn: IssuerStandIn

beforeEach(async () => {
  standIn = await issuerStarts.popbill()
})

afterEach(async () => {
  await standIn.stop()
  await endIssuingWork()
  await expectBooksBalance()
})

const correctionOf = async (receipt: TestReceipt) =>
  (await documentsOf(receipt)).find(({ kind }) => kind === 'CORRECTION')?.id

async function settleCorrection(receipt: TestReceipt, body: object): Promise<number> {
  const { headers } = await signedIn({ role: 'MANAGER' })
  const path = `/api/admin/receipt-documents/${await correctionOf(receipt)}`
  return (await send(settleCorrectionCall, { path, headers, body })).status
}

test('a correction that the tax office rejects after it was issued is made anew when staff have it tried again', async () => {
  await connectIssuer(standIn)
  const receipt = await newReceipt()
  await runWorker()
  standIn.documents.file(true)
  await reverseChargeOf(receipt)
  // The last of the 3 rounds compares the documents with the amount due again. They agree, because the correction was
  // issued.
  await runWorker(3)
  expect(await documentStatesOf(receipt)).toEqual(['ISSUE FILED', 'CORRECTION ISSUED'])
  standIn.documents.file(false)
  await runWorker(2)
  expect(await documentStatesOf(receipt)).toEqual(['ISSUE FILED', 'CORRECTION FAILED'])
  expect(await openReceiptTasks()).toHaveLength(1)
  standIn.documents.filesAtOnce = true
  expect(await settleCorrection(receipt, { action: 'RETRY' })).toBe(200)
  await runWorker(3)
  expect(await netSumAtIssuer(standIn, receipt)).toBe(0)
})

/** Staff try to close the receipt's task, and are told that the correction isn't made yet. */
async function expectTaskNotClosed(receipt: TestReceipt): Promise<void> {
  const task = "SELECT id FROM tasks WHERE kind = 'RECEIPT' AND ref_type = 'receipt' AND ref_id = $1"
  const { id } = await oneRow<{ id: number }>(db(), task, [receipt.id])
  const { headers } = await signedIn({ role: 'MANAGER' })
  const path = `/api/admin/tasks/${id}/resolve`
  const { status, json } = await send(resolveTaskCall, { path, headers, body: { action: 'done', reason: '확인' } })
  expect([status, json.message]).toEqual([
    409,
    '영수증의 취소 발행이 아직 안 됐어요. 영수증에서 취소를 다시 발행하거나 직접 취소한 것으로 적어 주세요.',
  ])
}

test('the task of a refused correction isn’t closed before the correction is tried again or made by hand', async () => {
  await connectIssuer(standIn)
  standIn.documents.filesAtOnce = true
  const receipt = await newReceipt()
  await runWorker()
  standIn.documents.refusal = { code: -14_001_023, message: '취소할 수 없습니다.' }
  await reverseChargeOf(receipt)
  await runWorker(6)
  expect(await documentStatesOf(receipt)).toContain('CORRECTION FAILED')
  await expectTaskNotClosed(receipt)
  expect(await openReceiptTasks()).toHaveLength(1)
  expect(await settleCorrection(receipt, { action: 'BY_HAND', note: '홈택스에서 취소' })).toBe(200)
  expect(await openReceiptTasks()).toEqual([])
})

test('the task of a correction whose service is off isn’t closed before staff record that they made it', async () => {
  await connectIssuer(standIn)
  standIn.documents.filesAtOnce = true
  const receipt = await newReceipt()
  await runWorker()
  await db().rows('UPDATE connections SET issues_since = NULL')
  await reverseChargeOf(receipt)
  await runWorker(2)
  await expectTaskNotClosed(receipt)
  expect(await settleCorrection(receipt, { action: 'BY_HAND', note: '홈택스에서 취소' })).toBe(200)
  await db().rows("UPDATE connections SET issues_since = now() - interval '1 hour'")
  await runWorker(2)
  expect(standIn.documents.issued).toHaveLength(1)
})

const requestAgain = async (receipt: TestReceipt): Promise<number> => {
  const { headers } = await signedIn({ role: 'MANAGER' })
  const body = { status: 'REQUESTED', note: '' }
  return (await send(settleReceiptCall, { path: `/api/admin/receipts/${receipt.id}`, headers, body })).status
}

test('a correction of a rejected tax invoice takes nothing off the corrections of the one issued in its place', async () => {
  await setSeller()
  await connectIssuer(standIn)
  const receipt = await newReceipt(1)
  await runWorker()
  await payBackInCash(receipt, 4_000)
  await runWorker(3)
  standIn.documents.file(false)
  await runWorker(2)
  expect(await documentStatesOf(receipt)).toEqual(['ISSUE REJECTED', 'CORRECTION REJECTED'])
  expect(await openReceiptTasks()).toHaveLength(1)
  standIn.documents.filesAtOnce = true
  expect(await requestAgain(receipt)).toBe(200)
  await runWorker(2)
  expect(await netSumAtIssuer(standIn, receipt)).toBe(receipt.won - 4_000)
  await reverseChargeOf(receipt)
  await runWorker(3)
  expect(await netSumAtIssuer(standIn, receipt)).toBe(0)
})

test.each(['waits', 'was refused'])(
  'a correction that %s when its original is rejected is never made',
  async (state) => {
    await connectIssuer(standIn)
    const receipt = await newReceipt()
    await runWorker()
    await payBackInCash(receipt, 4_000)
    if (state === 'was refused') standIn.documents.refusal = { code: -14_001_023, message: '취소할 수 없습니다.' }
    await runWorker(5)
    standIn.documents.refusal = null
    expect(await documentStatesOf(receipt)).toEqual([
      'ISSUE ISSUED',
      `CORRECTION ${state === 'waits' ? 'WAITING' : 'FAILED'}`,
    ])
    standIn.documents.file(false)
    await runWorker(1)
    // Staff request the receipt again before the worker has looked at the correction once more.
    expect(await requestAgain(receipt)).toBe(200)
    standIn.documents.filesAtOnce = true
    await runWorker(5)
    expect(await netSumAtIssuer(standIn, receipt)).toBe(6_000)
    expect(await openReceiptTasks()).toEqual([])
    await reverseChargeOf(receipt)
    await runWorker(3)
    expect(await netSumAtIssuer(standIn, receipt)).toBe(0)
  },
)

test('a sum that another worker has compared while a receipt was being planned is compared once more', async () => {
  await setSeller()
  await connectIssuer(standIn)
  standIn.documents.filesAtOnce = true
  const receipt = await newReceipt(1)
  let planning: Promise<void> | undefined
  await db().transaction(async (tx) => {
    await tx.rows('SELECT FROM receipts WHERE id = $1 FOR UPDATE', [receipt.id])
    planning = planDocuments(db())
    await wait(300)
    // Changes the receipt as a cash refund does, and then as a worker does that has compared the receipt's amount with
    // its documents.
    await ownerDatabase().rows('UPDATE charges SET pay_amount = point WHERE id = $1', [receipt.chargeId])
    await tx.rows('UPDATE receipts SET sum_revision = sum_revision + 1, sum_checked = sum_checked + 1 WHERE id = $1', [
      receipt.id,
    ])
  })
  await planning
  await runWorker(3)
  const stated = await netSumAtIssuer(standIn, receipt)
  await ownerDatabase().rows('UPDATE charges SET pay_amount = $2 WHERE id = $1', [
    receipt.chargeId,
    BigInt(receipt.won) * 100n,
  ])
  expect(stated).toBe(10_000)
})

const receiptsToCompare = async (): Promise<number> =>
  (await db().rows('SELECT FROM receipts WHERE sum_revision <> sum_checked')).length

test('receipts whose documents wait or were refused hold up no planning; they are compared once that has ended', async () => {
  await connectIssuer(standIn)
  standIn.documents.filesAtOnce = true
  standIn.faultOf = (verb) => (verb === 'issue' ? 'cut' : undefined)
  const [waiting, changed] = [await newReceipt(), await newReceipt()]
  await runWorker()
  await reverseChargeOf(changed)
  for (let round = 0; round < 2; round++) await planDocuments(db())
  expect(await documentStatesOf(waiting)).toEqual(['ISSUE WAITING'])
  expect(await documentStatesOf(changed)).toEqual(['ISSUE WAITING'])
  expect(await receiptsToCompare()).toBe(0)
  standIn.faultOf = () => undefined
  await runWorker(4)
  expect([await netSumAtIssuer(standIn, waiting), await netSumAtIssuer(standIn, changed)]).toEqual([waiting.won, 0])
  standIn.documents.refusal = { code: -14_001_023, message: '취소할 수 없습니다.' }
  await reverseChargeOf(waiting)
  await runWorker(6)
  expect(await documentStatesOf(waiting)).toContain('CORRECTION FAILED')
  expect(await receiptsToCompare()).toBe(0)
})
