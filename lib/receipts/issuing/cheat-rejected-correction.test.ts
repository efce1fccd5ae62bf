import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { settleCorrectionCall, settleReceiptCall } from '../calls.ts'
import { issuerStarts } from './testing/issuer-starts.ts'
import {
  connectIssuer,
  documentsOf,
  endWork,
  type IssuerStandIn,
  newReceipt,
  openTasks,
  refund,
  reverse,
  runWorker,
  setSeller,
  statedSum,
  statesOf,
  type TestReceipt,
} from './testing/world.ts'

let standIn: IssuerStandIn

beforeEach(async () => {
  standIn = await issuerStarts.popbill()
})

afterEach(async () => {
  await standIn.stop()
  await endWork()
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
  await reverse(receipt)
  // The last round compares the sums again: with the correction issued, they are right.
  await runWorker(3)
  expect(await statesOf(receipt)).toEqual(['ISSUE FILED', 'CORRECTION ISSUED'])
  standIn.documents.file(false)
  await runWorker(2)
  expect(await statesOf(receipt)).toEqual(['ISSUE FILED', 'CORRECTION FAILED'])
  expect(await openTasks()).toHaveLength(1)
  standIn.documents.filesAtOnce = true
  expect(await settleCorrection(receipt, { action: 'RETRY' })).toBe(200)
  await runWorker(3)
  expect(await statedSum(standIn, receipt)).toBe(0)
})

test('a correction of a rejected tax invoice takes nothing off the corrections of the one issued in its place', async () => {
  await setSeller()
  await connectIssuer(standIn)
  const receipt = await newReceipt(1)
  await runWorker()
  await refund(receipt, 4_000)
  await runWorker(3)
  standIn.documents.file(false)
  await runWorker(2)
  expect(await statesOf(receipt)).toEqual(['ISSUE REJECTED', 'CORRECTION FAILED'])
  expect(await settleCorrection(receipt, { action: 'BY_HAND', note: '원본이 없음' })).toBe(200)
  standIn.documents.filesAtOnce = true
  const { headers } = await signedIn({ role: 'MANAGER' })
  const body = { status: 'REQUESTED', note: '' }
  expect((await send(settleReceiptCall, { path: `/api/admin/receipts/${receipt.id}`, headers, body })).status).toBe(200)
  await runWorker(2)
  expect(await statedSum(standIn, receipt)).toBe(receipt.won - 4_000)
  await reverse(receipt)
  await runWorker(3)
  expect(await statedSum(standIn, receipt)).toBe(0)
})
