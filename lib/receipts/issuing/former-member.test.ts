import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { issuerStarts } from './testing/issuer-starts.ts'
import {
  connectIssuer,
  endWork,
  type IssuerStandIn,
  netSumAtService,
  newReceipt,
  openTasks,
  reverse,
  runWorker,
  setSeller,
  statesOf,
} from './testing/world.ts'

let standIn: IssuerStandIn

beforeAll(async () => {
  standIn = await issuerStarts.popbill()
})
afterEach(endWork)
afterEach(() => expectBooksBalance())
afterAll(() => standIn.stop())

test.each([0, 1] as const)('a receipt (%s) whose member has left since his charge is issued to him', async (kind) => {
  await connectIssuer(standIn)
  await setSeller()
  const receipt = await newReceipt(kind)
  await deleteAccount(db(), receipt.memberId)
  await runWorker()
  expect(await statesOf(receipt)).toEqual(['ISSUE ISSUED'])
  expect(await netSumAtService(standIn, receipt)).toBe(receipt.won)
  expect(await openTasks()).toEqual([])
})

test.each([0, 1] as const)('a receipt (%s) is taken back after its member has left', async (kind) => {
  await connectIssuer(standIn)
  await setSeller()
  standIn.documents.filesAtOnce = true
  const receipt = await newReceipt(kind)
  await runWorker()
  await deleteAccount(db(), receipt.memberId)
  await reverse(receipt)
  await runWorker(2)
  expect(await statesOf(receipt)).toEqual(['ISSUE FILED', 'CORRECTION FILED'])
  expect(await netSumAtService(standIn, receipt)).toBe(0)
})
