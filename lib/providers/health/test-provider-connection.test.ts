import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { send, signIn } from '#lib/web/testing/caller.ts'
import * as calls from '../calls.ts'
import { listedRow } from '../import/testing/service-list.ts'
import { providerHealthOf } from '../rules.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts'
import { makeProvider } from '../testing/providers.ts'

const owner = await signIn(await makeMember({ role: 'OWNER' }), 'OWNER')

let fakeProvider: FakeProvider
beforeAll(async () => {
  fakeProvider = await startFakeProvider({ services: () => [listedRow({ rate: '1.5' })] })
})
afterAll(() => fakeProvider.stop())

const askAsOwner = (call: (typeof calls)[keyof typeof calls], id: number, body?: unknown) =>
  send(call, { path: call.path.replace('{id}', String(id)), headers: owner.headers, body })

const shown = async (id: number) =>
  (await send(calls.providersCall, { headers: owner.headers })).json.rows.find((row: { id: number }) => row.id === id)

/** Creates a provider as the provider form does: its currency isn't known yet. */
async function makeNewProvider(key = fakeProvider.key): Promise<number> {
  const id = await makeProvider({ url: fakeProvider.url, key })
  await db().rows('UPDATE providers SET currency = NULL WHERE id = $1', [id])
  return id
}

test('a new provider is untested until it answers with its balance', async () => {
  const id = await makeNewProvider()
  expect(providerHealthOf(await shown(id), Date.now())).toBe('UNTESTED')
  const { status, json } = await askAsOwner(calls.testProviderCall, id)
  expect([status, json]).toMatchObject([200, { balance: 1_000_000, currency: 'KRW', testedAt: expect.any(String) }])
  expect(providerHealthOf(await shown(id), Date.now())).toBe('WELL')
})

test('a wrong key and a silent address are told apart, and leave it untested', async () => {
  const wrongKey = await askAsOwner(calls.testProviderCall, await makeNewProvider('wrong'))
  expect([wrongKey.status, wrongKey.json.message]).toEqual([
    409,
    '공급사가 API 키를 받아 주지 않았어요. 키를 확인해 주세요.',
  ])
  const id = await makeProvider({ url: 'http://127.0.0.1:1/', key: 'k' })
  const silent = await askAsOwner(calls.testProviderCall, id)
  expect([silent.status, silent.json.message]).toEqual([
    409,
    '공급사가 응답하지 않아요. API 주소와 요청 형식을 확인해 주세요.',
  ])
  expect(providerHealthOf(await shown(id), Date.now())).toBe('UNTESTED')
})

test('one of a foreign currency costs nothing known until the exchange rate is given, and nothing of it is sold', async () => {
  const id = await makeNewProvider()
  await db().rows("UPDATE providers SET currency = 'USD' WHERE id = $1", [id])
  const { previewId } = (await askAsOwner(calls.previewServicesCall, id)).json
  await askAsOwner(calls.applyServicesCall, id, { previewId })
  expect((await askAsOwner(calls.providerPricingCall, id)).json.exchangeRate).toBeNull()
  expect((await askAsOwner(calls.providerServicesCall, id)).json.rows[0].cost).toBeNull()
  const pick = { picks: [{ remoteId: '1', categoryId: 1, rule: 'FOLLOW' }] }
  expect((await askAsOwner(calls.importServicesCall, id, pick)).json.message).toBe(
    '환율을 먼저 입력해 주세요. 공급사 통화 1이 몇 원인지 알아야 원가를 계산할 수 있어요.',
  )
  await askAsOwner(calls.setProviderPricingCall, id, { exchangeRate: 1_400, margin: 20, autoSync: false })
  expect((await askAsOwner(calls.providerServicesCall, id)).json.rows[0].cost).toBe(2.1)
})

test('a rate is forgotten when the provider turns out to reckon in another currency', async () => {
  const id = await makeNewProvider()
  await db().rows("UPDATE providers SET currency = 'USD' WHERE id = $1", [id])
  await askAsOwner(calls.setProviderPricingCall, id, { exchangeRate: 1_400, margin: 20, autoSync: false })
  await askAsOwner(calls.testProviderCall, id)
  expect((await askAsOwner(calls.providerPricingCall, id)).json.exchangeRate).toBe(1)
})
