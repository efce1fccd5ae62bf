import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { issuerStarts } from './testing/issuer-starts.ts'
import {
  connectIssuer,
  documentStatesOf,
  endIssuingWork,
  type IssuerStandIn,
  netSumAtIssuer,
  newReceipt,
  openReceiptTasks,
  reverseChargeOf,
  runWorker,
  setSeller,
} from './testing/world.ts'

let standIn: IssuerStandIn

beforeAll(async () => {
  standIn = await issuerStarts.popbill()
})
afterEach(endIssuingWork)
afterEach(() => expectBooksBalance())
afterAll(() => standIn.stop())

test.each([0, 1] as const)('a receipt (%s) whose member has left since his charge is issued to him', async (kind) => {
  await connectIssuer(standIn)
  await setSeller()
  const receipt = await newReceipt(kind)
  await deleteAccount(db(), receipt.memberId)
  await runWorker()
  expect(await documentStatesOf(receipt)).toEqual(['ISSUE ISSUED'])
  expect(await netSumAtIssuer(standIn, receipt)).toBe(receipt.won)
  expect(await openReceiptTasks()).toEqual([])
})

test.each([0, 1] as const)('a receipt (%s) is taken back after its member has left', async (kind) => {
  await connectIssuer(standIn)
  await setSeller()
  standIn.documents.filesAtOnce = true
  const receipt = await newReceipt(kind)
  await runWorker()
  await deleteAccount(db(), receipt.memberId)
  await reverseChargeOf(receipt)
  await runWorker(2)
  expect(await documentStatesOf(receipt)).toEqual(['ISSUE FILED', 'CORRECTION FILED'])
  expect(await netSumAtIssuer(standIn, receipt)).toBe(0)
})
