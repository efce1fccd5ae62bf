import { afterEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { expectLockWaits } from '#lib/core/testing/lock-waits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { movePoints } from '#lib/points/move-points.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { placeOrders } from './bulk/place-orders.ts'
import { bulkRequest } from './bulk/testing/bulk-orders.ts'
import { placeOrder } from './place-order.ts'
import { orderRequest } from './testing/orders.ts'

afterEach(() => expectBooksBalance())

/**
 * Starts `order` during an uncommitted credit of 1,000 P to the member. Commits the credit once `order` waits for its
 * lock.
 */
async function orderDuringCredit<T>(memberId: number, order: () => Promise<T>): Promise<T> {
  let ordering: Promise<T> | undefined
  await db().transaction(async (tx) => {
    await movePoints(tx, worker, {
      memberId,
      kind: 'ADJUSTMENT',
      delta: 100_000n,
      refType: 'member',
      refId: memberId,
      seq: 1,
    })
    ordering = order()
    ordering.catch(() => {})
    await expectLockWaits()
  })
  return ordering as Promise<T>
}

test('an order that waits for a credit which makes it affordable is placed', async () => {
  const { id: memberId } = await makeMember({ points: 5 })
  const serviceId = await makeService({ price: 10 })
  const order = () => placeOrder(db(), orderRequest({ memberId, serviceId, amount: 10 }))
  expect(await orderDuringCredit(memberId, order)).toMatchObject({ point: 100 })
  expect(await balanceOf(db(), memberId)).toBe(90_500n)
})

test('a bulk order that waits for a credit which makes it affordable is placed', async () => {
  const { id: memberId } = await makeMember({ points: 5 })
  const serviceId = await makeService({ price: 10 })
  const rows = [
    { serviceId, amount: 10 },
    { serviceId, amount: 200 },
  ]
  const order = () => placeOrders(db(), bulkRequest({ memberId, rows }))
  expect(await orderDuringCredit(memberId, order)).toMatchObject({ placed: 1, point: 100 })
  expect(await balanceOf(db(), memberId)).toBe(90_500n)
})
