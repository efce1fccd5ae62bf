import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { resolveTaskCall } from '#lib/tasks/resolution/calls.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { adminReceiptsCall, settleReceiptCall } from './calls.ts'
import {
  endIssuingWork,
  newReceipt,
  openReceiptTasks,
  payBackInCash,
  reverseChargeOf,
  runWorker,
  type TestReceipt,
} from './issuing/testing/world.ts'
import { paidBackText } from './labels.ts'

afterEach(async () => {
  await endIssuingWork()
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
  await payBackInCash(receipt, 8_800)
  expect(await rowOf(receipt)).toMatchObject({ payAmount: 11_000, paidBack: 8_800, supply: 2_000, tax: 200 })
})

test('a receipt issued by hand is a task once money of its charge was paid back, until staff withdraw it', async () => {
  const receipt = await newReceipt()
  await settle(receipt, { status: 'ISSUED', note: '' })
  await runWorker(2)
  expect(await openReceiptTasks()).toEqual([])
  await payBackInCash(receipt, 6_000)
  await runWorker(2)
  expect(await openReceiptTasks()).toMatchObject([{ refType: 'receipt', refId: receipt.id }])
  await settle(receipt, { status: 'FAILED', note: '취소 발행' })
  expect(await openReceiptTasks()).toEqual([])
  await runWorker(2)
  expect(await openReceiptTasks()).toEqual([])
})

test('a receipt issued by hand is a task when its charge is reversed; one not yet issued is none', async () => {
  const [issued, waiting] = [await newReceipt(), await newReceipt()]
  await settle(issued, { status: 'ISSUED', note: '' })
  for (const receipt of [issued, waiting]) await reverseChargeOf(receipt)
  await runWorker(2)
  expect(await openReceiptTasks()).toMatchObject([{ refType: 'receipt', refId: issued.id }])
})

/** Amounts in the open tasks, in won: the amount to take back, and the amount that the member paid. */
const amountsInOpenTasks = () =>
  db().rows<{ amount: number; payAmount: number }>(
    `SELECT (detail ->> 'amount')::int AS amount, (detail ->> 'payAmount')::int AS pay_amount
     FROM tasks WHERE kind = 'RECEIPT' AND resolved_at IS NULL ORDER BY id`,
  )

test('a receipt issued by hand for what was left is no task, until more is paid back: then for that alone', async () => {
  const receipt = await newReceipt()
  await payBackInCash(receipt, 3_000)
  await settle(receipt, { status: 'ISSUED', note: '' })
  expect(await rowOf(receipt)).toMatchObject({ byHandSum: 7_000 })
  await runWorker(2)
  expect(await openReceiptTasks()).toEqual([])
  await payBackInCash(receipt, 2_000)
  await runWorker(2)
  expect(await amountsInOpenTasks()).toEqual([{ amount: 2_000, payAmount: 10_000 }])
  await settle(receipt, { status: 'FAILED', note: '취소 발행' })
  expect(await rowOf(receipt)).toMatchObject({ byHandSum: null })
})

test('what staff say to have taken back isn’t named again after a further refund, nor on the receipt', async () => {
  const receipt = await newReceipt()
  await settle(receipt, { status: 'ISSUED', note: '' })
  const resolveOpenTask = async () => {
    const { id } = await oneRow<{ id: number }>(
      db(),
      "SELECT id FROM tasks WHERE kind = 'RECEIPT' AND ref_id = $1 AND resolved_at IS NULL",
      [receipt.id],
    )
    const { headers } = await signedIn({ role: 'MANAGER' })
    const body = { action: 'done', reason: '홈택스에서 취소' }
    expect((await send(resolveTaskCall, { path: `/api/admin/tasks/${id}/resolve`, headers, body })).status).toBe(200)
  }
  await payBackInCash(receipt, 3_000)
  await runWorker(2)
  expect(paidBackText(await rowOf(receipt))).toContain('3,000원')
  await resolveOpenTask()
  expect(paidBackText(await rowOf(receipt))).toBeNull()
  await payBackInCash(receipt, 2_000)
  await runWorker(2)
  expect(await amountsInOpenTasks()).toEqual([{ amount: 2_000, payAmount: 10_000 }])
  expect(paidBackText(await rowOf(receipt))).toContain('2,000원')
  await resolveOpenTask()
  await reverseChargeOf(receipt)
  await runWorker(2)
  expect(await amountsInOpenTasks()).toEqual([{ amount: 5_000, payAmount: 10_000 }])
  await resolveOpenTask()
  expect(await rowOf(receipt)).toMatchObject({ byHandSum: 0 })
})

test('a receipt issued by hand although nothing was left is a task about all of it', async () => {
  const receipt = await newReceipt()
  await reverseChargeOf(receipt)
  await runWorker(1)
  await settle(receipt, { status: 'ISSUED', note: '' })
  await runWorker(2)
  expect(await amountsInOpenTasks()).toEqual([{ amount: 10_000, payAmount: 10_000 }])
})

test('a receipt issued by hand for a sum that was paid back in part since staff saw it is a task about that part', async () => {
  const receipt = await newReceipt()
  const seen = await rowOf(receipt)
  await payBackInCash(receipt, 3_000)
  await runWorker(1)
  await settle(receipt, { status: 'ISSUED', note: '', sum: seen.supply + seen.tax })
  expect(await rowOf(receipt)).toMatchObject({ byHandSum: 10_000, paidBack: 3_000 })
  await runWorker(2)
  expect(await amountsInOpenTasks()).toEqual([{ amount: 3_000, payAmount: 10_000 }])
})

test('a receipt issued by hand for the sum that is due is no task, and for nothing is one about all of it', async () => {
  const [right, nothing] = [await newReceipt(), await newReceipt()]
  await payBackInCash(right, 3_000)
  await reverseChargeOf(nothing)
  await runWorker(1)
  await settle(right, { status: 'ISSUED', note: '', sum: 7_000 })
  await settle(nothing, { status: 'ISSUED', note: '', sum: 0 })
  await runWorker(2)
  expect(await amountsInOpenTasks()).toEqual([{ amount: 10_000, payAmount: 10_000 }])
})

test('a refund that is paid while staff mark its receipt as issued is either taken off the sum or a task', async () => {
  const receipt = await newReceipt()
  await Promise.all([payBackInCash(receipt, 3_000), settle(receipt, { status: 'ISSUED', note: '' })])
  await runWorker(2)
  const { byHandSum } = await rowOf(receipt)
  const [task] = await amountsInOpenTasks()
  expect(byHandSum - (task?.amount ?? 0)).toBe(7_000)
})
