import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { memberActor } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { lastMessageBodyTo } from '#lib/messages/testing/outbox.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { cancelAutoOrder, cancelAutoOrderAndNotify } from './cancel-auto-order.ts'
import { makeDueRuns, makeRun } from './make-run.ts'
import { makeAutoOrder, passTime, readAutoOrder, readRunsOfAutoOrder } from './testing/auto-orders.ts'

afterEach(() => expectBooksBalance())

const cancelBy = (memberId: number, autoOrderId: number) =>
  cancelAutoOrder(db(), memberActor(memberId), { autoOrderId, reason: '' })

test('a cancel gives back the runs that were not made, to the hundredth, and no run follows', async () => {
  const { id: memberId } = await makeMember({ points: 100 })
  const serviceId = await makeService({ price: 0.00333, enableAuto: true })
  const { id } = await makeAutoOrder({ memberId, serviceId, amount: 100, runs: 3 })
  expect(await balanceOf(db(), memberId)).toBe(9_900n)
  expect(await cancelBy(memberId, id)).toMatchObject({ refund: 67n, completed: 1, left: 2 })
  expect(await balanceOf(db(), memberId)).toBe(9_967n)
  await passTime('3 days')
  await makeDueRuns(db())
  expect(await readAutoOrder(id)).toMatchObject({ status: 2, completed: 1, refunded: 67n, minutesToNext: null })
})

test('of twenty cancels at once one pays', async () => {
  const { id: memberId } = await makeMember({ points: 100 })
  const { id } = await makeAutoOrder({ memberId, amount: 10, runs: 10 })
  const cancels = Array.from({ length: 20 }, () => cancelBy(memberId, id))
  const results = await Promise.allSettled(cancels)
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  expect(await balanceOf(db(), memberId)).toBe(9_000n)
})

test('an auto order that doesn’t exist, is another member’s, has ended or has made all its runs isn’t cancelled', async () => {
  const { id: memberId } = await makeMember({ points: 100 })
  const stranger = await makeMember()
  const { id } = await makeAutoOrder({ memberId, runs: 2 })
  await expect(cancelBy(stranger.id, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(cancelBy(memberId, 999_999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await passTime('1 hour')
  await makeDueRuns(db())
  await expect(cancelBy(memberId, id)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a cancel and a run at the same moment have one outcome: the run is made or its share comes back', async () => {
  const { id: memberId } = await makeMember({ points: 10_000 })
  const serviceId = await makeService({ price: 0.00333, enableAuto: true })
  const orders: number[] = []
  for (let each = 0; each < 60; each++)
    orders.push((await makeAutoOrder({ memberId, serviceId, amount: 100, runs: 3 })).id)
  await passTime('60 minutes')
  const cancel = (id: number) => cancelBy(memberId, id)
  const run = (id: number) => makeRun(db(), { id, price: 100n, runs: 3, completed: 1 })
  // `cancelAutoOrder` and `makeRun` read the auto order before they write it. The second call starts 0 to 8 ms after
  // the first, so that in some rounds it runs between the read and the write of the first call.
  for (const [at, id] of orders.entries()) {
    const late = (act: (autoOrderId: number) => Promise<unknown>) => wait(at % 9).then(() => act(id))
    await Promise.all<unknown>(at % 2 === 0 ? [cancel(id), late(run)] : [run(id), late(cancel)])
  }
  let back = 0n
  const outcomes = new Set<number>()
  for (const id of orders) {
    const { status, completed, refunded } = await readAutoOrder(id)
    expect({ id, status, refunded }).toEqual({ id, status: 2, refunded: completed === 2 ? 34n : 67n })
    expect(await readRunsOfAutoOrder(id)).toHaveLength(completed)
    outcomes.add(completed)
    back += refunded
  }
  expect([...outcomes].toSorted()).toEqual([1, 2])
  expect(await balanceOf(db(), memberId)).toBe(1_000_000n - 6_000n + back)
})

test('staff’s cancel tells the member what came back', async () => {
  const email = 'told@example.com'
  const { id: memberId } = await makeMember({ points: 100, email })
  const { id } = await makeAutoOrder({ memberId, amount: 10, runs: 3 })
  await db().transaction((tx) => cancelAutoOrderAndNotify(tx, someStaff, { autoOrderId: id, reason: 'asked for' }))
  expect(await lastMessageBodyTo(email)).toBe(`자동주문 ${id}번을 취소하고, 진행하지 않은 2회의 20P를 돌려드렸어요.`)
})
