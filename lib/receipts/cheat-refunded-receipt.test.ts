import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { adminReceiptsCall, settleReceiptCall } from './calls.ts'
import {
  endWork,
  newReceipt,
  openTasks,
  refund,
  reverse,
  runWorker,
  type TestReceipt,
} from './issuing/testing/world.ts'

afterEach(async () => {
  await endWork()
  await expectBooksBalance()
})

async function settle({ id }: TestReceipt, body: object) {
  const { headers } = await signedIn({ role: 'MANAGER' })
  const { status, json } = await send(settleReceiptCall, { path: `/api/admin/receipts/${id}`, headers, body })
  expect(status).toBe(200)
  return json
}

async function rowOf({ id }: TestReceipt) {
  const { headers } = await signedIn({ role: 'SUPPORT' })
  const { json } = await send(adminReceiptsCall, { path: '/api/admin/receipts?size=200', headers })
  return json.rows.find((row: { id: number }) => row.id === id)
}

test('staff who issue a receipt by hand are shown what is left of a charge that was partly paid back', async () => {
  const receipt = await newReceipt(1)
  expect(await rowOf(receipt)).toMatchObject({ payAmount: 11_000, paidBack: 0, supply: 10_000, tax: 1_000 })
  await refund(receipt, 8_800)
  expect(await rowOf(receipt)).toMatchObject({ payAmount: 11_000, paidBack: 8_800, supply: 2_000, tax: 200 })
})

test('a receipt issued by hand is a task once money of its charge was paid back, until staff withdraw it', async () => {
  const receipt = await newReceipt()
  await settle(receipt, { status: 'ISSUED', note: '' })
  await runWorker(2)
  expect(await openTasks()).toEqual([])
  await refund(receipt, 6_000)
  await runWorker(2)
  expect(await openTasks()).toMatchObject([{ refType: 'receipt', refId: receipt.id }])
  await settle(receipt, { status: 'FAILED', note: '취소 발행' })
  expect(await openTasks()).toEqual([])
  await runWorker(2)
  expect(await openTasks()).toEqual([])
})

test('a receipt issued by hand is a task when its charge is reversed; one not yet issued is none', async () => {
  const [issued, waiting] = [await newReceipt(), await newReceipt()]
  await settle(issued, { status: 'ISSUED', note: '' })
  for (const receipt of [issued, waiting]) await reverse(receipt)
  await runWorker(2)
  expect(await openTasks()).toMatchObject([{ refType: 'receipt', refId: issued.id }])
})
