import { afterEach, expect, test } from 'vitest'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { makePriceRule } from '#lib/prices/testing/prices.ts'
import { listWebhookDeliveries, readWebhook, readWebhookDelivery } from './queries.ts'
import { queueServiceChanges } from './queue-service-changes.ts'
import { setWebhook } from './set-webhook.ts'

afterEach(async () => {
  await db().rows('DELETE FROM webhooks')
  await db().rows('DELETE FROM changed_services')
})

const url = 'https://reseller.example.com/hook'

/** Makes a member who has ordered these services and whose webhook reports their changes. */
async function makeFollower(...serviceIds: number[]): Promise<number> {
  const { id: memberId } = await makeMember({ points: 1_000_000 })
  for (const serviceId of serviceIds) await makeOrder({ memberId, serviceId })
  await setWebhook(db(), { memberId, url, enabled: true, serviceChanges: true })
  return memberId
}

const change = (set: string, ...ids: number[]) =>
  db().rows(`UPDATE services SET ${set} WHERE id = ANY($1::int[])`, [ids])

const letTimePass = () => db().rows("UPDATE changed_services SET changed_at = changed_at - interval '5 minutes'")

/** The services in each services.changed event that a member got, oldest event first. */
async function reportedTo(memberId: number) {
  const { rows } = await listWebhookDeliveries(db(), memberId, { page: 1, size: 100 })
  const bodies = await Promise.all(
    rows
      .filter(({ event }) => event === 'services.changed')
      .map(async ({ id }) => JSON.parse((await readWebhookDelivery(db(), memberId, id))?.body ?? '')),
  )
  return bodies.toReversed().map(({ services }) => services)
}

test('changes of ordered services are gathered for five minutes, in one event with what each was and is', async () => {
  const [dear, cheap, other] = [await makeService({ price: 10 }), await makeService(), await makeService()]
  const memberId = await makeFollower(dear, cheap)
  const stranger = await makeFollower(other)
  await change('unit_price = 1100000', dear)
  await change('unit_price = 1200000, max = 700', dear)
  await change('withdrawn_at = now()', cheap)
  expect(await queueServiceChanges(db())).toBe(0)
  await letTimePass()
  const runs = await Promise.all([1, 2, 3].map(() => queueServiceChanges(db())))
  expect(runs.toSorted()).toEqual([0, 0, 1])
  const [services, ...more] = await reportedTo(memberId)
  expect(more).toEqual([])
  expect(services).toEqual([
    expect.objectContaining({
      serviceId: dear,
      onSale: true,
      point: 12,
      max: 700,
      before: expect.objectContaining({ onSale: true, point: 10 }),
    }),
    expect.objectContaining({ serviceId: cheap, onSale: false, before: expect.objectContaining({ onSale: true }) }),
  ])
  expect(services[0].min).toBe(services[0].before.min)
  expect(await reportedTo(stranger)).toEqual([])
})

test('what is undone within the five minutes, or is not on sale before and after, or is no term of an order, is not told', async () => {
  const [undone, ended, renamed] = [await makeService({ price: 10 }), await makeService(), await makeService()]
  const memberId = await makeFollower(undone, ended, renamed)
  await change('is_read_only = true', ended)
  await db().rows('DELETE FROM changed_services')
  await change('unit_price = unit_price * 2', undone, ended)
  await change('unit_price = 1000000', undone)
  await change("text = text || '!', notice = 'x', position = position + 1", renamed)
  expect(await db().rows('SELECT FROM changed_services WHERE service_id = $1', [renamed])).toEqual([])
  await letTimePass()
  expect(await queueServiceChanges(db())).toBe(0)
  expect(await reportedTo(memberId)).toEqual([])
})

test('a member is told his own price, and nothing where that stays the same', async () => {
  const [half, fixed] = [await makeService({ price: 10 }), await makeService({ price: 10 })]
  const memberId = await makeFollower(half, fixed)
  await makePriceRule({ memberId, serviceId: half, percent: 5_000 })
  await makePriceRule({ memberId, serviceId: fixed, unitPrice: 300_000n })
  await change('unit_price = 1200000', half, fixed)
  await letTimePass()
  await queueServiceChanges(db())
  expect(await reportedTo(memberId)).toMatchObject([[{ serviceId: half, point: 6, before: { point: 5 } }]])
})

test('a cost that ends a member’s discount changes his price, with that of the list or alone', async () => {
  const [both, cost] = [await makeService({ price: 10 }), await makeService({ price: 10 })]
  await change('unit_cost = 700000', both, cost)
  const memberId = await makeFollower(both, cost)
  for (const serviceId of [both, cost]) await makePriceRule({ memberId, serviceId, percent: 2_000 })
  await db().rows('DELETE FROM changed_services')
  await change('unit_price = 1200000, unit_cost = 1100000', both)
  await change('unit_cost = 900000', cost)
  await letTimePass()
  await queueServiceChanges(db())
  expect(await reportedTo(memberId)).toMatchObject([
    [
      { serviceId: both, point: 11, before: { point: 8 } },
      { serviceId: cost, point: 9, before: { point: 8 } },
    ],
  ])
})

test('nobody is told unasked, of a hidden platform, or while his webhook is off; saving the address leaves the wish as it is', async () => {
  const serviceId = await makeService({ price: 10 })
  const memberId = await makeFollower(serviceId)
  await setWebhook(db(), { memberId, url, enabled: true })
  expect((await readWebhook(db(), memberId)).serviceChanges).toBe(true)
  const changePrice = async (price: number) => {
    await change(`unit_price = ${price}`, serviceId)
    await letTimePass()
    return queueServiceChanges(db())
  }
  expect(await changePrice(1_100_000)).toBe(1)
  await setWebhook(db(), { memberId, url, enabled: false })
  expect(await changePrice(1_200_000)).toBe(0)
  await setWebhook(db(), { memberId, url, enabled: true, serviceChanges: false })
  expect(await changePrice(1_300_000)).toBe(0)
  await setWebhook(db(), { memberId, url, enabled: true, serviceChanges: true })
  await db().rows('UPDATE platforms SET visible = false')
  expect(await changePrice(1_400_000)).toBe(0)
  await db().rows('UPDATE platforms SET visible = true')
  expect(await changePrice(1_500_000)).toBe(1)
})

test('a change that is not committed yet is told by a later run, with what was before it', async () => {
  const serviceId = await makeService({ price: 10 })
  const memberId = await makeFollower(serviceId)
  await change('unit_price = 1100000', serviceId)
  await letTimePass()
  await db().transaction(async (tx) => {
    await tx.rows('UPDATE services SET unit_price = 1200000 WHERE id = $1', [serviceId])
    expect(await queueServiceChanges(db())).toBe(0)
  })
  expect(await queueServiceChanges(db())).toBe(1)
  expect(await reportedTo(memberId)).toMatchObject([[{ point: 12, before: { point: 10 } }]])
})

test('many changed services are told in events of at most 500', async () => {
  const ids: number[] = []
  for (let at = 0; at < 501; at++) ids.push(await makeService())
  const memberId = await makeFollower(ids[0] ?? 0)
  await db().rows(
    `INSERT INTO orders SELECT (jsonb_populate_record(NULL::orders, to_jsonb(o) || jsonb_build_object('id', 900000 + s.at, 'service_id', s.id))).*
     FROM (SELECT * FROM orders WHERE member_id = $1 LIMIT 1) AS o, unnest($2::int[]) WITH ORDINALITY AS s (id, at)`,
    [memberId, ids.slice(1)],
  )
  await change('min = min + 1', ...ids)
  await letTimePass()
  expect(await queueServiceChanges(db())).toBe(2)
  const reported = await reportedTo(memberId)
  expect(reported.map(({ length }) => length)).toEqual([500, 1])
  expect(new Set(reported.flat().map((each) => each.serviceId))).toEqual(new Set(ids))
})
