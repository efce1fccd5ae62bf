import { expect, test } from 'vitest'
import { makeService } from '#lib/catalog/testing/services.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundRequest, makeMemberWithCredit } from '#lib/charges/testing/refunds.ts'
import { db } from '#lib/core/db.ts'
import { makeDeposit } from '#lib/deposits/testing/deposits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeCompletedOrder, makeOrder } from '#lib/orders/testing/orders.ts'
import { makeProvider } from '#lib/providers/testing/providers.ts'
import { makeQuestion } from '#lib/questions/testing/questions.ts'
import { makeReceipt } from '#lib/receipts/testing/receipts.ts'
import { makeRequest } from '#lib/requests/testing/requests.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import { waitingCounts } from './queries/waiting.ts'

/** How much each count grows while `make` runs, without counts that don't change. */
async function growthDuring(make: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await waitingCounts(db())
  await make()
  const grown = Object.entries(await waitingCounts(db())).map(([name, count]) => [
    name,
    count - before[name as keyof typeof before],
  ])
  return Object.fromEntries(grown.filter(([, by]) => by !== 0))
}

test('the menu counts what waits for staff at the page that lists it, and nothing that is done', async () => {
  const { id: memberId } = await makeMember({ points: 1_000_000 })
  const serviceId = await makeService()
  const task = { kind: 'BOOKS', refType: 'member', refId: memberId } as const
  expect(await growthDuring(() => makeCharge({ memberId }))).toEqual({ charges: 1 })
  expect(await growthDuring(() => makeDeposit())).toEqual({ deposits: 1 })
  expect(await growthDuring(async () => makeCashRefundRequest(await makeMemberWithCredit()))).toEqual({ refunds: 1 })
  expect(await growthDuring(() => makeReceipt())).toEqual({ receipts: 1 })
  expect(await growthDuring(() => makeOrder({ memberId, serviceId }))).toEqual({ orders: 1 })
  expect(await growthDuring(() => makeCompletedOrder({ memberId, serviceId }))).toEqual({})
  expect(await growthDuring(() => makeQuestion(memberId))).toEqual({ questions: 1 })
  expect(await growthDuring(() => fileTask(db(), { ...task, detail: {} }))).toEqual({ tasks: 1 })
  expect(await growthDuring(() => dropTasks(db(), { ...task, kinds: [task.kind] }))).toEqual({ tasks: -1 })
})

test('a request that a provider handles waits for no one of the staff', async () => {
  const { id } = await makeMember({ points: 100_000 })
  const before = await waitingCounts(db())
  const request = await makeRequest(id)
  expect((await waitingCounts(db())).requests).toBe(before.requests + 1)
  const provider = await makeProvider({ url: 'https://panel.example.com/api/v2', key: 'key' })
  await db().rows('UPDATE order_requests SET provider_id = $2 WHERE id = $1', [request, provider])
  expect((await waitingCounts(db())).requests).toBe(before.requests)
})
