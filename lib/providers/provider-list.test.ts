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
  providerPricingCall,
  providerServicesCall,
  serviceDetailCall,
  setProviderPricingCall,
  setRoutesCall,
  setSyncRuleCall,
} from './calls.ts'
import { applyImport } from './import/apply-import.ts'
import { importServices } from './import/import-services.ts'
import { insertProviderToImport, previewAnswer } from './import/testing/imports.ts'
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

const changedMeanwhile = {
  status: 409,
  json: { code: 'CONFLICT', message: '그 사이에 다른 운영자가 바꾼 내용이 있어요. 새 내용을 확인해 주세요.' },
}

test('a sync rule that a colleague has changed meanwhile isn’t replaced', async () => {
  const serviceId = await makeDeliveredService([await makeUnreachableProvider()])
  const shown = async () => (await sendAsOwner(serviceDetailCall, serviceId)).json.sync
  const change = (margin: number, seen?: object) =>
    sendAsOwner(setSyncRuleCall, serviceId, { rule: 'FOLLOW', margin, seen })
  const first = await shown()
  // Without a stored rule, what is shown is the default.
  expect(await change(30, first)).toMatchObject({ status: 200, json: { serviceId, rule: 'FOLLOW', margin: 30 } })
  expect(await change(40, first)).toMatchObject(changedMeanwhile)
  expect(await change(40, { rule: 'FREEZE', margin: 30 })).toMatchObject(changedMeanwhile)
  expect(await shown()).toEqual({ rule: 'FOLLOW', margin: 30 })
  expect((await change(40, { rule: 'FOLLOW', margin: 30 })).status).toBe(200)
  expect((await change(50)).status).toBe(200)
  const seen = { rule: 'FOLLOW', margin: 50 }
  const both = await Promise.all([change(60, seen), change(70, seen)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('fallback routes that a colleague has changed meanwhile aren’t replaced', async () => {
  const [first, second] = [await makeUnreachableProvider(), await makeUnreachableProvider()]
  const serviceId = await makeDeliveredService([first, second])
  const routeTo = (providerServiceId: string) => [{ providerId: second, providerServiceId }]
  const change = (routes: unknown, seen?: unknown) => sendAsOwner(setRoutesCall, serviceId, { routes, seen })
  const shown = { routes: routeTo('2') }
  expect(await change(routeTo('3'), shown)).toMatchObject({ status: 200, json: { routes: routeTo('3') } })
  expect(await change([], shown)).toMatchObject(changedMeanwhile)
  expect((await sendAsOwner(serviceDetailCall, serviceId)).json.routes).toEqual(routeTo('3'))
  expect((await change([], { routes: routeTo('3') })).status).toBe(200)
  expect(await change(routeTo('4'), { routes: routeTo('3') })).toMatchObject(changedMeanwhile)
  const both = await Promise.all(['5', '6'].map((id) => change(routeTo(id), { routes: [] })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await change([])).status).toBe(200)
})

test('a provider’s prices that a colleague has changed meanwhile aren’t replaced', async () => {
  const providerId = await makeUnreachableProvider()
  const pricing = { exchangeRate: 1_400, margin: 20, autoSync: false }
  const change = (changes: object, seen?: unknown) =>
    sendAsOwner(setProviderPricingCall, providerId, { ...pricing, ...changes, seen })
  const { syncedAt, ...shown } = (await sendAsOwner(providerPricingCall, providerId)).json
  expect((await change({}, shown)).status).toBe(200)
  expect(await change({ exchangeRate: 1_300 }, shown)).toMatchObject(changedMeanwhile)
  for (const other of [{ exchangeRate: 1_399.5 }, { margin: 21 }, { autoSync: true }])
    expect(await change({ margin: 30 }, { ...pricing, ...other })).toMatchObject(changedMeanwhile)
  expect((await sendAsOwner(providerPricingCall, providerId)).json).toEqual({ ...pricing, syncedAt })
  const both = await Promise.all([1_500, 1_600].map((exchangeRate) => change({ exchangeRate }, pricing)))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await change({})).status).toBe(200)
})

test('of two who set the first prices of a provider at once, one is refused', async () => {
  const providerId = await makeUnreachableProvider()
  const { syncedAt: _, ...seen } = (await sendAsOwner(providerPricingCall, providerId)).json
  const change = (exchangeRate: number) =>
    sendAsOwner(setProviderPricingCall, providerId, { exchangeRate, margin: 20, autoSync: false, seen })
  const both = await Promise.all([change(1_400), change(1_500)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a provider’s list and the service it fulfils are shown after its type became one that the shop doesn’t know', async () => {
  const providerId = await insertProviderToImport()
  const importList = (answer: unknown) =>
    db().transaction(async (tx) => {
      const { previewId } = await previewAnswer(tx, providerId, answer)
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
