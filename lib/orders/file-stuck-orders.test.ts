import { beforeEach, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { ownerDatabase, withoutTriggers } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import { closeTasksAsStaff } from '#lib/tasks/testing/close-tasks.ts'
import { addRemark } from './add-remark.ts'
import { fileStuckOrders } from './file-stuck-orders.ts'
import { orderStatus } from './labels.ts'
import { makeOrder } from './testing/orders.ts'

beforeEach(async () => {
  await ownerDatabase().rows('DELETE FROM tasks')
  await db().rows(`UPDATE orders SET status = ${orderStatus.CANCELED}`)
})

/** Creates an order of this status whose last event was `since` ago, an SQL interval such as '25 hours'. */
async function makeQuietOrder(status: number, since: string): Promise<number> {
  const { id: memberId } = await makeMember({ points: 100 })
  const orderId = await makeOrder({ memberId, serviceId: await makeService(), amount: 10 })
  await db().rows("UPDATE orders SET status = $2, created_at = now() - interval '30 days' WHERE id = $1", [
    orderId,
    status,
  ])
  await withoutTriggers('UPDATE order_events SET at = now() - $2::interval WHERE order_id = $1', [orderId, since])
  return orderId
}

const ordersWithOpenTask = async () =>
  (await db().rows<{ refId: number }>('SELECT ref_id FROM tasks WHERE resolved_at IS NULL ORDER BY id')).map(
    ({ refId }) => refId,
  )

test('one task is filed for an order that nobody began for a day, or that had no event for a week', async () => {
  const waiting = await makeQuietOrder(0, '24 hours')
  const running = await makeQuietOrder(1, '7 days')
  await makeQuietOrder(0, '23 hours 50 minutes')
  await makeQuietOrder(4, '6 days 23 hours 50 minutes')
  await makeQuietOrder(2, '20 days')
  await fileStuckOrders(db())
  await fileStuckOrders(db())
  expect(await ordersWithOpenTask()).toEqual([waiting, running])
})

test('the task closes by itself once the order moves', async () => {
  const orderId = await makeQuietOrder(0, '2 days')
  await fileStuckOrders(db())
  await ownerDatabase().rows("UPDATE tasks SET created_at = now() - interval '1 minute'")
  await addRemark(db(), someStaff, { orderId, reason: '확인' })
  await fileStuckOrders(db())
  expect(await ordersWithOpenTask()).toEqual([])
})

test('an order that has another open task gets none, nor one that staff closed lately', async () => {
  const unknown = await makeQuietOrder(0, '2 days')
  await fileTask(db(), { kind: 'DELIVERY_UNKNOWN', refType: 'order', refId: unknown, detail: {} })
  const closed = await makeQuietOrder(0, '2 days')
  await fileStuckOrders(db())
  await closeTasksAsStaff('ORDER_STUCK')
  await fileStuckOrders(db())
  expect(await ordersWithOpenTask()).toEqual([unknown])
  await db().rows("UPDATE tasks SET resolved_at = now() - interval '4 days' WHERE kind = 'ORDER_STUCK'")
  await fileStuckOrders(db())
  expect(await ordersWithOpenTask()).toEqual([unknown, closed])
})
