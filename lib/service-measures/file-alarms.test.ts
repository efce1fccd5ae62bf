import { beforeEach, expect, test } from 'vitest'
import { memberActor } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { cancelAutoOrder } from '#lib/orders/auto/cancel-auto-order.ts'
import { holdAutoOrders } from '#lib/orders/auto/hold-auto-orders.ts'
import { makeAutoOrder } from '#lib/orders/auto/testing/auto-orders.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { makeProvider } from '#lib/providers/testing/providers.ts'
import { closeTasksAsStaff } from '#lib/tasks/testing/close-tasks.ts'
import { fileAlarms } from './file-alarms.ts'

beforeEach(async () => {
  await db().rows('DELETE FROM service_outcomes')
  await db().rows('UPDATE tasks SET resolved_at = now() WHERE resolved_at IS NULL')
})

/** Adds outcomes of orders of a service, each a minute newer than the one before. Every order took `minutes`. */
async function addOutcomes(serviceId: number, count: number, status: number, minutes = 30): Promise<void> {
  await db().rows(
    `INSERT INTO service_outcomes (order_id, service_id, status, ended_in, ended_at)
     SELECT last.id + n, $1, $2, $3::int * 60, last.at + n * interval '1 minute'
     FROM (SELECT coalesce(max(order_id), 1000000) AS id, coalesce(max(ended_at), now() - interval '1 day') AS at FROM service_outcomes) AS last,
       generate_series(1, $4) AS n`,
    [serviceId, status, minutes, count],
  )
}

const openTasks = (kind: string, refId: number) =>
  db().rows<{ id: number; detail: unknown }>(
    'SELECT id, detail FROM tasks WHERE kind = $1 AND ref_id = $2 AND resolved_at IS NULL',
    [kind, refId],
  )

test('orders slower than twice their service’s median are one task, which closes when they end', async () => {
  const serviceId = await makeService()
  await addOutcomes(serviceId, 10, orderStatus.COMPLETED, 60)
  const { id: memberId } = await makeMember({ points: 100 })
  const ids = [await makeOrder({ memberId, serviceId }), await makeOrder({ memberId, serviceId })]
  await fileAlarms(db())
  expect(await openTasks('SERVICE_SLOW', serviceId)).toEqual([])

  await db().rows("UPDATE orders SET created_at = now() - interval '119 minutes' WHERE id = ANY ($1::int[])", [ids])
  await fileAlarms(db())
  expect(await openTasks('SERVICE_SLOW', serviceId)).toEqual([])

  await db().rows("UPDATE orders SET created_at = now() - interval '121 minutes' WHERE id = ANY ($1::int[])", [ids])
  await Promise.all([fileAlarms(db()), fileAlarms(db())])
  expect(await openTasks('SERVICE_SLOW', serviceId)).toMatchObject([{ detail: { slow: 2, usual: 3600 } }])

  await db().rows(`UPDATE orders SET status = ${orderStatus.COMPLETED} WHERE id = ANY ($1::int[])`, [ids])
  await fileAlarms(db())
  expect(await openTasks('SERVICE_SLOW', serviceId)).toEqual([])
})

test('a service with fewer than ten completed orders, or that takes minutes, raises no alarm within an hour', async () => {
  const [unmeasured, fast] = [await makeService(), await makeService()]
  await addOutcomes(unmeasured, 9, orderStatus.COMPLETED, 1)
  await addOutcomes(fast, 10, orderStatus.COMPLETED, 1)
  const { id: memberId } = await makeMember({ points: 100 })
  for (const serviceId of [unmeasured, fast]) await makeOrder({ memberId, serviceId })
  await db().rows("UPDATE orders SET created_at = now() - interval '50 minutes' WHERE member_id = $1", [memberId])
  await fileAlarms(db())
  expect(await openTasks('SERVICE_SLOW', unmeasured)).toEqual([])
  expect(await openTasks('SERVICE_SLOW', fast)).toEqual([])
})

test('a provider whose completion falls below four fifths of what it was is one task, not again for three days once closed', async () => {
  const providerId = await makeProvider({ url: 'https://panel.example/api/v2', key: 'k' })
  const serviceId = await makeService()
  await db().rows('UPDATE services SET provider_id = $2, provider_service_id = $3 WHERE id = $1', [
    serviceId,
    providerId,
    '1',
  ])
  await addOutcomes(serviceId, 100, orderStatus.COMPLETED)
  await addOutcomes(serviceId, 10, orderStatus.CANCELED)
  await fileAlarms(db())
  expect(await openTasks('PROVIDER_FALLING', providerId)).toEqual([])
  await addOutcomes(serviceId, 2, orderStatus.PARTIAL)
  await fileAlarms(db())
  const [task] = await openTasks('PROVIDER_FALLING', providerId)
  expect(task).toMatchObject({ detail: { before: 100, now: 76 } })

  await closeTasksAsStaff('PROVIDER_FALLING', providerId)
  await fileAlarms(db())
  expect(await openTasks('PROVIDER_FALLING', providerId)).toEqual([])
  await db().rows("UPDATE tasks SET resolved_at = now() - interval '4 days' WHERE id = $1", [task?.id])
  await fileAlarms(db())
  expect(await openTasks('PROVIDER_FALLING', providerId)).toHaveLength(1)
})

test('a price below cost is a task until the price, the cost or the sale changes', async () => {
  const serviceId = await makeService({ price: 1.2 })
  await db().rows('UPDATE services SET unit_cost = 150000 WHERE id = $1', [serviceId])
  await fileAlarms(db())
  expect(await openTasks('BELOW_COST', serviceId)).toMatchObject([{ detail: { price: 1.2, cost: 1.5 } }])
  await db().rows('UPDATE services SET unit_price = 150000 WHERE id = $1', [serviceId])
  await fileAlarms(db())
  expect(await openTasks('BELOW_COST', serviceId)).toEqual([])
})

test('auto orders sold for less than their product costs by now are one task, with what the runs left lose', async () => {
  const serviceId = await makeService({ price: 1.2, enableAuto: true })
  await db().rows('UPDATE services SET unit_cost = 100000 WHERE id = $1', [serviceId])
  const { id: memberId } = await makeMember({ points: 10_000 })
  const [first] = [
    await makeAutoOrder({ memberId, serviceId, amount: 100, runs: 5 }),
    await makeAutoOrder({ memberId, serviceId, amount: 10, runs: 3 }),
  ]
  await fileAlarms(db())
  expect(await openTasks('AUTO_BELOW_COST', serviceId)).toEqual([])

  await db().rows('UPDATE services SET unit_price = 300000, unit_cost = 150000 WHERE id = $1', [serviceId])
  await fileAlarms(db())
  expect(await openTasks('BELOW_COST', serviceId)).toEqual([])
  expect(await openTasks('AUTO_BELOW_COST', serviceId)).toMatchObject([
    { detail: { orders: 2, runs: 6, loss: 0.3 * (4 * 100 + 2 * 10) } },
  ])
  await cancelAutoOrder(db(), memberActor(memberId), { autoOrderId: first.id, reason: '' })
  await fileAlarms(db())
  expect(await openTasks('AUTO_BELOW_COST', serviceId)).toMatchObject([{ detail: { orders: 1, runs: 2, loss: 6 } }])

  await db().rows('UPDATE services SET unit_cost = 120000 WHERE id = $1', [serviceId])
  await fileAlarms(db())
  expect(await openTasks('AUTO_BELOW_COST', serviceId)).toEqual([])
  await expectBooksBalance()
})

test('the task about auto orders ends once staff have held their product', async () => {
  const serviceId = await makeService({ price: 1.2, enableAuto: true })
  const { id: memberId } = await makeMember({ points: 100 })
  await makeAutoOrder({ memberId, serviceId })
  await db().rows('UPDATE services SET unit_cost = 150000 WHERE id = $1', [serviceId])
  await fileAlarms(db())
  expect(await openTasks('AUTO_BELOW_COST', serviceId)).toHaveLength(1)
  await db().rows('UPDATE services SET is_read_only = true WHERE id = $1', [serviceId])
  await holdAutoOrders(db())
  await fileAlarms(db())
  expect(await openTasks('AUTO_BELOW_COST', serviceId)).toEqual([])
})

test('of many causes a hundred become tasks in one run, the others in later runs, and all of them are kept up to date', async () => {
  const first = await makeService({ price: 1.2 })
  const rest = await db().rows<{ id: number }>(
    `INSERT INTO services (category_id, text, type, unit_price, min, max)
     SELECT category_id, text || n, type, unit_price, min, max FROM services, generate_series(1, 129) AS n WHERE id = $1 RETURNING id`,
    [first],
  )
  const ids = [first, ...rest.map(({ id }) => id)]
  const last = Math.max(...ids)
  await db().rows('UPDATE services SET unit_cost = 150000 WHERE id = ANY ($1::int[])', [ids])
  const filed = async () => {
    await fileAlarms(db())
    return db().rows("SELECT id FROM tasks WHERE kind = 'BELOW_COST' AND resolved_at IS NULL")
  }
  expect(await filed()).toHaveLength(100)
  expect(await filed()).toHaveLength(130)
  await db().rows('UPDATE services SET unit_cost = 200000 WHERE id = $1', [last])
  expect(await filed()).toHaveLength(130)
  expect(await openTasks('BELOW_COST', last)).toMatchObject([{ detail: { price: 1.2, cost: 2 } }])
  await db().rows('UPDATE services SET unit_cost = 0 WHERE id = ANY ($1::int[])', [ids])
  expect(await filed()).toEqual([])
})
