import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db, oneRow } from '#lib/core/db.ts'
import { closeTasksAsStaff } from '#lib/tasks/testing/close-tasks.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import * as calls from '../calls.ts'
import { heldListReasonOf } from '../queries/pricing.ts'
import { makeProvider } from '../testing/providers.ts'
import { syncDueProviders } from './sync-services.ts'
import { lifelikeServiceList, listedRow } from './testing/service-list.ts'

let nextAnswer: { status: number; text: string }
let requestCount = 0

const server = createServer((_, response) => {
  requestCount++
  response.writeHead(nextAnswer.status, { 'content-type': 'application/json' }).end(nextAnswer.text)
})

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())
beforeEach(() => db().rows('UPDATE provider_price_lists SET auto_sync = false'))

const answerWith = (list: unknown, status = 200) => {
  nextAnswer = { status, text: typeof list === 'string' ? list : JSON.stringify(list) }
}

const newProvider = () => makeProvider({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, key: 'k' })

const ownerHeaders = async () => (await signedIn({ role: 'OWNER' })).headers

const sendAsOwner = async (
  call: typeof calls.providerPricingCall,
  id: number,
  more: { body?: unknown; search?: string } = {},
) => send(call, { path: call.path.replace('{id}', String(id)), headers: await ownerHeaders(), ...more })

async function makeAutoSyncedProvider(): Promise<number> {
  const id = await newProvider()
  await sendAsOwner(calls.setProviderPricingCall, id, { body: { exchangeRate: 1, margin: 20, autoSync: true } })
  return id
}

const makeSyncDue = (id: number) =>
  db().rows("UPDATE provider_price_lists SET next_sync_at = now() - interval '1 second' WHERE provider_id = $1", [id])

const serviceIdsOf = async (id: number) =>
  (
    await db().rows<{ remoteId: string }>(
      'SELECT remote_id FROM provider_services WHERE provider_id = $1 AND NOT gone ORDER BY 1',
      [id],
    )
  ).map(({ remoteId }) => remoteId)

test('staff see a list of thousands of rows before it is taken over, and what was left out and why', async () => {
  const id = await newProvider()
  answerWith(lifelikeServiceList(3_000, 7))
  const preview = await sendAsOwner(calls.previewServicesCall, id)
  expect(preview.status).toBe(200)
  const { counts, refused, previewId } = preview.json
  expect(counts.LISTED + counts.REFUSED).toBe(3_000)
  expect(counts.NEW).toBe(counts.LISTED)
  expect(refused[0]).toMatchObject({ index: expect.any(Number), reason: expect.stringMatching(/^[A-Z_]+$/) })
  expect((await sendAsOwner(calls.applyServicesCall, id, { body: { previewId } })).json).toEqual({
    changes: counts.NEW,
    effects: 0,
  })
  const page = await sendAsOwner(calls.providerServicesCall, id, { search: 'size=200' })
  expect(page.json).toMatchObject({ total: counts.NEW, nextCursor: page.json.rows[199].remoteId })
  const next = await sendAsOwner(calls.providerServicesCall, id, { search: `size=200&cursor=${page.json.nextCursor}` })
  expect(next.json.rows.map((row: { remoteId: string }) => row.remoteId)).not.toContain(page.json.nextCursor)
})

test.each([
  ['an error', { error: 'Invalid API key' }, 200],
  ['a page', '<html>', 200],
  ['a fault', [], 503],
])('%s instead of a list: 409, and nothing is kept', async (_, list, status) => {
  const id = await newProvider()
  answerWith(list, status)
  expect((await sendAsOwner(calls.previewServicesCall, id)).status).toBe(409)
  expect(await db().rows('SELECT 1 FROM service_previews WHERE provider_id = $1', [id])).toEqual([])
})

test('what staff do leaves a trail', async () => {
  const id = await newProvider()
  answerWith([listedRow()])
  const { json } = await sendAsOwner(calls.previewServicesCall, id)
  await sendAsOwner(calls.applyServicesCall, id, { body: { previewId: json.previewId } })
  const trail = await db().rows(
    "SELECT action FROM audit_entries WHERE subject_type = 'provider' AND subject_id = $1 ORDER BY id",
    [String(id)],
  )
  expect(trail).toEqual([{ action: 'provider.preview' }, { action: 'provider.sync' }])
})

test('a provider that is synced by itself is asked once an hour, by whichever worker', async () => {
  const id = await makeAutoSyncedProvider()
  answerWith([listedRow(), listedRow({ service: 2 })])
  requestCount = 0
  await Promise.all([syncDueProviders(db()), syncDueProviders(db()), syncDueProviders(db())])
  expect(requestCount).toBe(1)
  expect(await serviceIdsOf(id)).toEqual(['1', '2'])
})

test('a list that lost more than half is a task, not a sync; one that can’t be read is neither', async () => {
  const id = await makeAutoSyncedProvider()
  answerWith([1, 2, 3, 4, 5].map((service) => listedRow({ service })))
  await syncDueProviders(db())
  answerWith([listedRow()])
  await makeSyncDue(id)
  await syncDueProviders(db())
  expect(await serviceIdsOf(id)).toHaveLength(5)
  const tasks = () => oneRow(db(), "SELECT count(*)::int FROM tasks WHERE kind = 'SERVICE_LIST' AND ref_id = $1", [id])
  expect(await tasks()).toEqual({ count: 1 })
  answerWith('<html>')
  await makeSyncDue(id)
  await syncDueProviders(db())
  expect(await serviceIdsOf(id)).toHaveLength(5)
  expect(await tasks()).toEqual({ count: 1 })
})

test('a list that can’t be read for a day is one task, which ends when a list is applied again', async () => {
  const id = await makeAutoSyncedProvider()
  const openTask = () => heldListReasonOf(db(), id)
  const syncWith = async (answer: unknown) => {
    answerWith(answer)
    await makeSyncDue(id)
    await syncDueProviders(db())
  }
  const ageAppliedList = (age: string) =>
    db().rows(`UPDATE provider_price_lists SET synced_at = now() - $2::interval WHERE provider_id = $1`, [id, age])
  await syncWith([listedRow()])
  await ageAppliedList('23 hours')
  await syncWith({ error: 'Invalid API key' })
  expect(await openTask()).toBe(null)
  await ageAppliedList('25 hours')
  await syncWith('<html>')
  await syncWith({ error: 'Invalid API key' })
  expect(await openTask()).toEqual({ former: null, currency: null, isUnread: true })
  await closeTasksAsStaff('SERVICE_LIST', id)
  await syncWith('<html>')
  expect(await openTask()).toBe(null)
  await db().rows("UPDATE tasks SET resolved_at = now() - interval '4 days' WHERE ref_id = $1", [id])
  await syncWith('<html>')
  expect(await openTask()).toMatchObject({ isUnread: true })
  await syncWith([listedRow()])
  expect(await openTask()).toBe(null)
})

test('the task about a list ends once staff apply it, or the sync applies a later one; until then the page says so', async () => {
  const id = await makeAutoSyncedProvider()
  const openTask = async () => (await heldListReasonOf(db(), id)) !== null
  const tasks = () =>
    db().rows(
      "SELECT resolved_by IS NULL AS by_nobody FROM tasks WHERE kind = 'SERVICE_LIST' AND ref_id = $1 ORDER BY id",
      [id],
    )
  const whole = [1, 2, 3, 4, 5].map((service) => listedRow({ service }))
  const syncWith = async (list: object[]) => {
    answerWith(list)
    await makeSyncDue(id)
    await syncDueProviders(db())
  }
  await syncWith(whole)
  expect(await openTask()).toBe(false)
  await syncWith([listedRow()])
  expect(await openTask()).toBe(true)
  await syncWith(whole)
  expect(await openTask()).toBe(false)
  await syncWith([listedRow()])
  const { previewId } = (await sendAsOwner(calls.previewServicesCall, id)).json
  expect(await openTask()).toBe(true)
  await sendAsOwner(calls.applyServicesCall, id, { body: { previewId } })
  expect(await openTask()).toBe(false)
  expect(await tasks()).toEqual([{ byNobody: true }, { byNobody: false }])
})
