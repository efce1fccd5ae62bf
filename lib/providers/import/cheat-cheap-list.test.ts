import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { withoutTriggers } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import * as calls from '../calls.ts'
import { pollBalances } from '../health/poll-balances.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts'
import { makeProvider } from '../testing/providers.ts'
import { syncDueProviders } from './sync-services.ts'
import { listedRow } from './testing/service-list.ts'

// The shop's prices follow a provider's list automatically. The provider in these tests makes services nearly free, by
// mistake or to help a friend who then orders. 'It' in the test titles is the provider.

let fakeProvider: FakeProvider
let list: object[]
/** Called while the fake provider is asked for its list, so that a test can change something meanwhile. */
let meanwhile: () => Promise<void>

beforeAll(async () => {
  const services = async () => {
    await meanwhile()
    return list
  }
  fakeProvider = await startFakeProvider({ services })
})
afterAll(() => fakeProvider.stop())
beforeEach(async () => {
  meanwhile = async () => {}
  await db().rows('UPDATE providers SET enabled = false')
  await db().rows('UPDATE provider_price_lists SET auto_sync = false')
})

const listAt = (rates: number[]) => rates.map((rate, at) => listedRow({ service: at + 1, rate: String(rate) }))

const askAsOwner = async (call: (typeof calls)[keyof typeof calls], id: number, body?: unknown) =>
  send(call, {
    path: call.path.replace('{id}', String(id)),
    headers: (await signedIn({ role: 'OWNER' })).headers,
    body,
  })

/**
 * Creates an automatically synced provider, and three services that follow its price. It charges 10 USD for 1,000
 * units, which is 14 won a unit at 1,400 won per USD; with a mark-up of 20 % the price is 16.8 won.
 */
async function makeFollowedProvider(): Promise<number> {
  const id = await makeProvider(fakeProvider)
  await db().rows("UPDATE providers SET currency = 'USD' WHERE id = $1", [id])
  await askAsOwner(calls.setProviderPricingCall, id, { exchangeRate: 1_400, margin: 20, autoSync: true })
  list = listAt([10, 10, 10])
  await sync(id)
  const { categoryId } = await oneRow<{ categoryId: number }>(db(), 'SELECT category_id FROM services WHERE id = $1', [
    await makeService(),
  ])
  const picks = ['1', '2', '3'].map((remoteId) => ({ remoteId, categoryId, rule: 'FOLLOW' }))
  await askAsOwner(calls.importServicesCall, id, { picks })
  expect(await pricesOf(id)).toEqual([16.8, 16.8, 16.8])
  return id
}

async function sync(id: number): Promise<void> {
  await db().rows("UPDATE provider_price_lists SET next_sync_at = now() - interval '1 second' WHERE provider_id = $1", [
    id,
  ])
  await syncDueProviders(db())
}

async function pollBalanceOf(id: number): Promise<void> {
  await db().rows("UPDATE providers SET next_balance_at = now() - interval '1 second' WHERE id = $1", [id])
  await pollBalances(db())
}

async function applyByHand(id: number): Promise<void> {
  const { json } = await askAsOwner(calls.previewServicesCall, id)
  await askAsOwner(calls.applyServicesCall, id, { previewId: json.previewId })
}

const pricesOf = async (id: number) =>
  (
    await db().rows<{ unitPrice: bigint }>('SELECT unit_price FROM services WHERE provider_id = $1 ORDER BY id', [id])
  ).map(({ unitPrice }) => Number(unitPrice) / 100_000)

const openTasksOf = (id: number, kind: string) =>
  db().rows('SELECT detail FROM tasks WHERE kind = $2 AND ref_id = $1 AND resolved_at IS NULL', [id, kind])

const tasksOf = (id: number) => openTasksOf(id, 'SERVICE_LIST')
const cheapTasksOf = (id: number) => openTasksOf(id, 'SERVICE_CHEAP')

test('it says that its balance is in won: no price follows until staff have given the rate again', async () => {
  const id = await makeFollowedProvider()
  await pollBalanceOf(id)
  expect(await oneRow(db(), 'SELECT currency FROM providers WHERE id = $1', [id])).toEqual({ currency: 'KRW' })
  await sync(id)
  expect(await pricesOf(id)).toEqual([16.8, 16.8, 16.8])
  expect(await tasksOf(id)).toEqual([{ detail: { currency: 'KRW', former: 'USD' } }])
  await askAsOwner(calls.setProviderPricingCall, id, { exchangeRate: 1_400, margin: 20, autoSync: false })
  await applyByHand(id)
  expect(await tasksOf(id)).toHaveLength(1)
  await askAsOwner(calls.setProviderPricingCall, id, { exchangeRate: 1_400, margin: 20, autoSync: true })
  expect(await tasksOf(id)).toEqual([])
  list = listAt([20, 10, 10])
  await pollBalanceOf(id)
  await sync(id)
  expect(await pricesOf(id)).toEqual([33.6, 16.8, 16.8])
})

test('it says so while it is asked for its list: the sync under way applies nothing', async () => {
  const id = await makeFollowedProvider()
  meanwhile = () => pollBalanceOf(id)
  await sync(id)
  expect(await pricesOf(id)).toEqual([16.8, 16.8, 16.8])
  expect(await tasksOf(id)).toEqual([{ detail: { currency: 'KRW', former: 'USD' } }])
})

test('its address or key is changed while it is asked for its list, or after staff have seen it: that list isn’t applied', async () => {
  const id = await makeFollowedProvider()
  list = listAt([20, 10, 10])
  const changeKey = () => db().rows("UPDATE providers SET encrypted_key = encrypted_key || '\\x00' WHERE id = $1", [id])
  const changeAddress = () => db().rows("UPDATE providers SET api_url = api_url || '?v=2' WHERE id = $1", [id])
  for (const change of [changeKey, changeAddress]) {
    const { apiUrl, encryptedKey } = await oneRow<{ apiUrl: string; encryptedKey: Buffer }>(
      db(),
      'SELECT api_url, encrypted_key FROM providers WHERE id = $1',
      [id],
    )
    const changeBack = () =>
      db().rows('UPDATE providers SET api_url = $2, encrypted_key = $3 WHERE id = $1', [id, apiUrl, encryptedKey])
    meanwhile = async () => void (await change())
    await sync(id)
    expect(await pricesOf(id)).toEqual([16.8, 16.8, 16.8])
    await changeBack()
    meanwhile = async () => {}
    const { json } = await askAsOwner(calls.previewServicesCall, id)
    await change()
    expect(await askAsOwner(calls.applyServicesCall, id, { previewId: json.previewId })).toMatchObject({ status: 409 })
    await changeBack()
  }
  await applyByHand(id)
  expect(await pricesOf(id)).toEqual([33.6, 16.8, 16.8])
})

test('it says nothing of its currency first, and then that it is won', async () => {
  const id = await makeFollowedProvider()
  fakeProvider.options.balance = { balance: '5' }
  await pollBalanceOf(id)
  expect(await oneRow(db(), 'SELECT currency FROM providers WHERE id = $1', [id])).toEqual({ currency: 'USD' })
  delete fakeProvider.options.balance
  await pollBalanceOf(id)
  await sync(id)
  expect(await pricesOf(id)).toEqual([16.8, 16.8, 16.8])
  expect(await tasksOf(id)).toHaveLength(1)
})

test('it lists one service for less than a fifth: that one keeps price and cost, and is a task until the price is back', async () => {
  const id = await makeFollowedProvider()
  list = listAt([0.01, 20, 10])
  await sync(id)
  expect([await pricesOf(id), await tasksOf(id)]).toEqual([[16.8, 33.6, 16.8], []])
  const [cheap] = await db().rows<{ id: number; text: string; unitCost: bigint }>(
    'SELECT id, text, unit_cost FROM services WHERE provider_id = $1 ORDER BY id LIMIT 1',
    [id],
  )
  expect(cheap?.unitCost).toBe(1_400_000n)
  const task = { detail: { count: 1, products: [{ id: cheap?.id, text: cheap?.text }] } }
  expect(await cheapTasksOf(id)).toEqual([task])
  await sync(id)
  expect(await cheapTasksOf(id)).toEqual([task])
  list = listAt([9, 20, 10])
  await sync(id)
  expect([await pricesOf(id), await cheapTasksOf(id)]).toEqual([[15.12, 33.6, 16.8], []])
})

test('it lists withdrawn services for less than a fifth: they keep their price without a task, and hide no collapse', async () => {
  const id = await makeFollowedProvider()
  await db().rows(
    "UPDATE services SET withdrawn_at = now() WHERE provider_id = $1 AND provider_service_id = ANY ('{2,3}')",
    [id],
  )
  list = listAt([20, 0.01, 10])
  await sync(id)
  expect(await pricesOf(id)).toEqual([33.6, 16.8, 16.8])
  expect([await cheapTasksOf(id), await tasksOf(id)]).toEqual([[], []])
  list = listAt([0.01, 10, 10])
  await sync(id)
  expect(await pricesOf(id)).toEqual([33.6, 16.8, 16.8])
  expect(await tasksOf(id)).toHaveLength(1)
})

test('staff take the low price by hand: the task ends, and the next price is measured from there', async () => {
  const id = await makeFollowedProvider()
  list = listAt([1, 10, 10])
  await sync(id)
  expect(await cheapTasksOf(id)).toHaveLength(1)
  await applyByHand(id)
  expect([await pricesOf(id), await cheapTasksOf(id)]).toEqual([[1.68, 16.8, 16.8], []])
  list = listAt([0.5, 10, 10])
  await sync(id)
  expect([await pricesOf(id), await cheapTasksOf(id)]).toEqual([[0.84, 16.8, 16.8], []])
})

test('it lowers a price a little each hour: at less than a fifth of what it cost 7 days ago it stops', async () => {
  const id = await makeFollowedProvider()
  for (const rate of [6, 3, 2]) {
    list = listAt([rate, 10, 10])
    await sync(id)
  }
  expect([await pricesOf(id), await cheapTasksOf(id)]).toEqual([[3.36, 16.8, 16.8], []])
  list = listAt([1.9, 10, 10])
  await sync(id)
  expect(await pricesOf(id)).toEqual([3.36, 16.8, 16.8])
  expect(await cheapTasksOf(id)).toHaveLength(1)
  await withoutTriggers("UPDATE price_changes SET created_at = created_at - interval '8 days'")
  await sync(id)
  expect([await pricesOf(id), await cheapTasksOf(id)]).toEqual([[3.192, 16.8, 16.8], []])
})

test('one whose price staff fixed keeps its cost too: discounts don’t go below it', async () => {
  const id = await makeFollowedProvider()
  await db().rows(
    "UPDATE service_syncs SET rule = 'FREEZE' WHERE service_id = (SELECT min(id) FROM services WHERE provider_id = $1)",
    [id],
  )
  list = listAt([0.01, 10, 10])
  await sync(id)
  const [service] = await db().rows('SELECT unit_cost FROM services WHERE provider_id = $1 ORDER BY id LIMIT 1', [id])
  expect(service).toEqual({ unitCost: 1_400_000n })
  expect(await cheapTasksOf(id)).toHaveLength(1)
})

test('it raises a price tenfold by mistake for an hour: the price comes down by itself, but to no less than a fifth of before', async () => {
  const id = await makeFollowedProvider()
  for (const rate of [100, 10]) {
    list = listAt([rate, 10, 10])
    await sync(id)
  }
  expect([await pricesOf(id), await cheapTasksOf(id)]).toEqual([[16.8, 16.8, 16.8], []])
  for (const rate of [3, 100, 1.9]) {
    list = listAt([rate, 10, 10])
    await sync(id)
  }
  expect(await pricesOf(id)).toEqual([168, 16.8, 16.8])
  expect(await cheapTasksOf(id)).toHaveLength(1)
})

test('staff close the task: it comes back after three days only', async () => {
  const id = await makeFollowedProvider()
  list = listAt([0.01, 10, 10])
  await sync(id)
  const { id: staffNo } = await makeMember({ role: 'MANAGER' })
  const close = (at: string) =>
    db().rows(
      "UPDATE tasks SET resolved_at = now() - $2::interval, resolved_by = $3 WHERE kind = 'SERVICE_CHEAP' AND ref_id = $1",
      [id, at, staffNo],
    )
  await close('1 minute')
  await sync(id)
  expect([await pricesOf(id), await cheapTasksOf(id)]).toEqual([[16.8, 16.8, 16.8], []])
  await close('73 hours')
  await sync(id)
  expect(await cheapTasksOf(id)).toHaveLength(1)
})

test('it lists most of its services for less than a fifth: nothing of the list is taken', async () => {
  const id = await makeFollowedProvider()
  list = listAt([0.01, 0.01, 20])
  await sync(id)
  expect(await pricesOf(id)).toEqual([16.8, 16.8, 16.8])
  expect([await tasksOf(id), await cheapTasksOf(id)]).toMatchObject([{ length: 1 }, []])
})

test('it lists much that the shop doesn’t sell, and more than half of what the shop sells for less than a fifth', async () => {
  const id = await makeFollowedProvider()
  const others = Array.from({ length: 12 }, () => 10)
  list = listAt([10, 10, 10, ...others])
  await sync(id)
  list = listAt([0.01, 0.01, 10, ...others])
  const preview = await askAsOwner(calls.previewServicesCall, id)
  expect(preview.json.suspicious).toBe(true)
  await sync(id)
  expect(await pricesOf(id)).toEqual([16.8, 16.8, 16.8])
  expect(await tasksOf(id)).toHaveLength(1)
})

test('it drops two of three services, and lists the last one for less than a fifth', async () => {
  const id = await makeFollowedProvider()
  const others = listAt(Array.from({ length: 15 }, () => 10)).slice(3)
  list = [...listAt([10]), ...others]
  await sync(id)
  expect(await db().rows('SELECT FROM services WHERE provider_id = $1 AND is_read_only', [id])).toHaveLength(2)
  list = [...listAt([0.01]), ...others]
  await sync(id)
  expect(await pricesOf(id)).toEqual([16.8, 16.8, 16.8])
  expect(await tasksOf(id)).toHaveLength(1)
})
