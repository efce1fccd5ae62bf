import { expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import type { Call } from '#lib/core/call.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { send, signIn } from '#lib/web/testing/caller.ts'
import {
  providerAttemptsCall,
  providerServicesCall,
  serviceDetailCall,
  setRoutesCall,
  setSyncRuleCall,
} from './calls.ts'
import { applyImport } from './import/apply-import.ts'
import { importServices } from './import/import-services.ts'
import { previewImport } from './import/preview-import.ts'
import { insertProviderToImport } from './import/testing/imports.ts'
import { listedRow } from './import/testing/service-list.ts'
import { makeDeliveredService, makeProvider } from './testing/providers.ts'

const owner = await signIn(await makeMember({ role: 'OWNER' }), 'OWNER')

const sendAsOwner = (call: Call, id: number, body?: unknown) =>
  send(call, { path: call.path.replace('{id}', String(id)), headers: owner.headers, body })

const makeUnreachableProvider = () => makeProvider({ url: 'http://127.0.0.1:1/', key: 'k' })

test('a service tells what runs on it, and how it is fulfilled', async () => {
  const [first, second] = [await makeUnreachableProvider(), await makeUnreachableProvider()]
  const serviceId = await makeDeliveredService([first, second])
  const { id: memberId } = await makeMember({ points: 100 })
  await makeOrder({ memberId, serviceId })
  const done = await makeOrder({ memberId, serviceId })
  await db().rows(`UPDATE orders SET status = ${orderStatus.COMPLETED}, remains = 0 WHERE id = $1`, [done])
  await db().rows(
    `INSERT INTO provider_services (provider_id, remote_id, name, category, rate, min, max, refill, cancel, dripfeed)
     VALUES ($1, '1', 'Followers', 'Social', 150000000000, 10, 500, false, false, false)`,
    [first],
  )
  const { json } = await sendAsOwner(serviceDetailCall, serviceId)
  expect(json).toEqual({
    id: serviceId,
    runningOrders: 1,
    activeAutoOrders: 0,
    sync: { rule: 'FREEZE', margin: 20 },
    upstream: { name: 'Followers', rate: '1500', cost: 1.5, min: 10, max: 500, gone: false },
    routes: [{ providerId: second, providerServiceId: '2' }],
  })
  await sendAsOwner(setSyncRuleCall, serviceId, { rule: 'FOLLOW', margin: 33.5 })
  await sendAsOwner(setRoutesCall, serviceId, { routes: [] })
  expect((await sendAsOwner(serviceDetailCall, serviceId)).json).toMatchObject({
    sync: { rule: 'FOLLOW', margin: 33.5 },
    routes: [],
  })
  expect((await sendAsOwner(serviceDetailCall, 999_999_999)).status).toBe(404)
  await expectBooksBalance()
})

test('a provider’s list and the service it fulfils are shown after its type became one that the shop doesn’t know', async () => {
  const providerId = await insertProviderToImport()
  const importList = (answer: unknown) =>
    db().transaction(async (tx) => {
      const { previewId } = await previewImport(tx, providerId, answer)
      await applyImport(tx, { providerId, previewId, actorId: null })
    })
  await importList([listedRow(), listedRow({ service: 2 })])
  const { categoryId } = await oneRow<{ categoryId: number }>(db(), 'SELECT category_id FROM services WHERE id = $1', [
    await makeService(),
  ])
  const picks = [{ remoteId: '1', categoryId, rule: 'FOLLOW' as const }]
  const [serviceId = 0] = await importServices(db(), someStaff, { providerId, picks })
  await importList([listedRow({ type: 'Telegram Boost' }), listedRow({ service: 2 })])
  expect(await sendAsOwner(serviceDetailCall, serviceId)).toMatchObject({
    status: 200,
    json: { upstream: { rate: '1.5', cost: null, gone: true } },
  })
  expect(await sendAsOwner(providerServicesCall, providerId)).toMatchObject({
    status: 200,
    json: {
      rows: [
        { remoteId: '1', cost: null, gone: true },
        { remoteId: '2', cost: 0.0015 },
      ],
    },
  })
})

test('the last answers of a provider are its own, newest first, with what became of each', async () => {
  const [mine, other] = [await makeUnreachableProvider(), await makeUnreachableProvider()]
  await db().rows(
    `INSERT INTO provider_attempts (order_id, provider_id, outcome, error)
     SELECT 900000000 + n, CASE WHEN n % 2 = 0 THEN $1::int ELSE $2::int END,
       CASE WHEN n % 4 = 0 THEN 'UNKNOWN' ELSE 'REFUSED' END, 'n' || n FROM generate_series(1, 60) AS n`,
    [mine, other],
  )
  const { json } = await sendAsOwner(providerAttemptsCall, mine)
  expect(json.rows).toHaveLength(20)
  expect(json.rows.slice(0, 2)).toMatchObject([
    { orderId: 900_000_060, outcome: 'UNKNOWN', error: 'n60' },
    { orderId: 900_000_058, outcome: 'REFUSED', error: 'n58' },
  ])
})
