import { expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { restoreService } from '#lib/catalog/restore-service.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import type { Call } from '#lib/core/call.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { expectLockWaits } from '#lib/core/testing/lock-waits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { registry } from '#lib/web/registry.ts'
import { send, signedIn, signIn } from '#lib/web/testing/caller.ts'
import { importServicesCall } from '../calls.ts'
import { applyImport } from './apply-import.ts'
import { importServices, setProviderPricing, setSyncRule } from './import-services.ts'
import { applyImportInput } from './schema.ts'
import { lockLinkedServices, servicesOfLastImport } from './stored-services.ts'
import { insertProviderToImport, previewAnswer } from './testing/imports.ts'
import { lifelikeServiceList, listedRow } from './testing/service-list.ts'
import { previewForApi } from './wire.ts'

const previewList = (providerId: number, answer: unknown) =>
  db().transaction((tx) => previewAnswer(tx, providerId, answer))
const applyPreview = (providerId: number, previewId: number) =>
  db().transaction((tx) => applyImport(tx, { providerId, previewId, actorId: null }))

async function importList(providerId: number, answer: unknown) {
  const { previewId } = await previewList(providerId, answer)
  return applyPreview(providerId, previewId)
}

const changeKindsOf = (changes: { kind: string; remoteId: string }[]) =>
  changes.map(({ kind, remoteId }) => `${kind} ${remoteId}`)

const termsOf = (id: number) =>
  oneRow(db(), 'SELECT unit_price, unit_cost, min, max, is_read_only FROM services WHERE id = $1', [id])

const makeCategory = async () =>
  oneRow<{ categoryId: number }>(db(), 'SELECT category_id FROM services WHERE id = $1', [await makeService()])

const importService = async (providerId: number, rule: 'FOLLOW' | 'FREEZE' | 'OFF', remoteId = '1') => {
  const { categoryId } = await makeCategory()
  const picks = [{ remoteId, categoryId, rule, margin: 20 }]
  const [id = 0] = await importServices(db(), someStaff, { providerId, picks })
  return id
}

test('a preview changes nothing; applying it keeps the list, and the next diff is against that', async () => {
  const providerId = await insertProviderToImport()
  const first = await previewList(providerId, [listedRow({ service: 1 }), listedRow({ service: 2 })])
  expect(changeKindsOf(first.changes)).toEqual(['NEW 1', 'NEW 2'])
  expect(await servicesOfLastImport(db(), providerId)).toEqual([])
  await applyPreview(providerId, first.previewId)
  const second = await importList(providerId, [listedRow({ service: 1, rate: '2' }), listedRow({ service: 3 })])
  expect(changeKindsOf(second.changes)).toEqual(['PRICE 1', 'NEW 3', 'GONE 2'])
  const third = await previewList(providerId, [listedRow({ service: 1, rate: '2' }), listedRow({ service: 3 })])
  expect(third.changes).toEqual([])
})

test('four thousand lifelike rows come in and go through a second import without a change', async () => {
  const providerId = await insertProviderToImport()
  const rows = JSON.parse(JSON.stringify(lifelikeServiceList(4_000, 3)))
  const { changes } = await importList(providerId, rows)
  expect(await servicesOfLastImport(db(), providerId)).toHaveLength(changes.length)
  expect((await previewList(providerId, rows)).changes).toEqual([])
})

test('what is put on sale sells at cost and margin, exactly', async () => {
  const providerId = await insertProviderToImport()
  await setProviderPricing(db(), someStaff, { providerId, exchangeRate: 1_384.25, margin: 20, autoSync: false })
  await importList(providerId, [listedRow({ rate: '0.9', max: '9'.repeat(41) })])
  const id = await importService(providerId, 'FOLLOW')
  expect(await termsOf(id)).toEqual({
    unitPrice: 149_500n,
    unitCost: 124_583n,
    min: 10,
    max: 2_147_483_647,
    isReadOnly: false,
  })
})

test('a name that is longer than the shop allows is cut, so that staff can change the service afterwards', async () => {
  const providerId = await insertProviderToImport()
  await importList(providerId, [listedRow({ name: `Followers ${'| real, fast, no drop '.repeat(13)}` })])
  const id = await importService(providerId, 'FOLLOW')
  const { headers } = await signIn(await makeMember({ role: 'MANAGER' }), 'MANAGER')
  const path = `/api/admin/services/${id}`
  const call = registry.find((each) => each.method === 'PATCH' && each.path === '/api/admin/services/{id}') as Call
  expect(await send(call, { headers, path, body: { isReadOnly: true } })).toMatchObject({
    status: 200,
    json: { isReadOnly: true, text: expect.stringMatching(/^Followers .{180,190}$/) },
  })
})

test('of three services of one rule each, only the following one gets dearer and only the guarded one goes off', async () => {
  const providerId = await insertProviderToImport()
  await importList(providerId, [listedRow()])
  const [follow, freeze, off] = [
    await importService(providerId, 'FOLLOW'),
    await importService(providerId, 'FREEZE'),
    await importService(providerId, 'OFF'),
  ]
  await importList(providerId, [listedRow({ rate: '3', max: '500' })])
  expect(await termsOf(follow)).toMatchObject({ unitPrice: 360n, unitCost: 300n, max: 500, isReadOnly: false })
  expect(await termsOf(freeze)).toMatchObject({ unitPrice: 180n, unitCost: 300n, max: 1_000, isReadOnly: false })
  expect(await termsOf(off)).toMatchObject({ unitPrice: 180n, unitCost: 300n, max: 500, isReadOnly: true })
  await importList(providerId, [listedRow({ rate: '1.5', max: '500' })])
  expect(await termsOf(off)).toMatchObject({ unitPrice: 180n, isReadOnly: false })
})

test('a service that is gone at the provider is withdrawn with a task for staff, and comes back with it', async () => {
  const providerId = await insertProviderToImport()
  await importList(providerId, [listedRow(), listedRow({ service: 2 })])
  const id = await importService(providerId, 'FOLLOW')
  await importList(providerId, [listedRow({ service: 2 })])
  expect(await termsOf(id)).toMatchObject({ isReadOnly: true })
  expect(await db().rows("SELECT 1 FROM tasks WHERE kind = 'SERVICE_GONE' AND ref_id = $1", [id])).toHaveLength(1)
  await importList(providerId, [listedRow(), listedRow({ service: 2 })])
  expect(await termsOf(id)).toMatchObject({ isReadOnly: false })
})

test('a withdrawn service follows the list too, and so comes back at a price above its present cost', async () => {
  const providerId = await insertProviderToImport()
  await importList(providerId, [listedRow()])
  const follow = await importService(providerId, 'FOLLOW')
  const off = await importService(providerId, 'OFF')
  for (const id of [follow, off]) await db().rows('UPDATE services SET withdrawn_at = now() WHERE id = $1', [id])
  const list = [listedRow({ rate: '3', max: '500' })]
  const preview = await previewList(providerId, list)
  // Staff aren't told of services that they don't sell.
  expect([preview.counts.EFFECTS, previewForApi(preview).effects]).toEqual([0, []])
  await importList(providerId, list)
  for (const id of [follow, off]) await restoreService(db(), someStaff, { id })
  expect(await termsOf(follow)).toEqual({ unitPrice: 360n, unitCost: 300n, min: 10, max: 500, isReadOnly: false })
  expect(await termsOf(off)).toMatchObject({ unitPrice: 180n, unitCost: 300n, isReadOnly: true })
})

test('a withdrawn service restored while a list is applied waits for it and holds nothing that it needs', async () => {
  const providerId = await insertProviderToImport()
  await importList(providerId, [listedRow()])
  const id = await importService(providerId, 'FOLLOW')
  await db().rows('UPDATE services SET withdrawn_at = now() WHERE id = $1', [id])
  const { previewId } = await previewList(providerId, [listedRow({ rate: '3' })])
  const { restored } = await db().transaction(async (tx) => {
    await lockLinkedServices(tx, providerId)
    const restored = restoreService(db(), someStaff, { id })
    await expectLockWaits()
    // Each write of the catalogue locks this row, by the trigger drop_cache.
    await tx.rows("SELECT FROM cache_versions WHERE name = 'catalog' FOR UPDATE NOWAIT")
    await applyImport(tx, { providerId, previewId, actorId: null })
    return { restored }
  })
  await restored
  expect(await termsOf(id)).toMatchObject({ unitPrice: 360n, unitCost: 300n })
})

test('a withdrawn service that its provider drops, or gives another type, has its task when it is put back', async () => {
  for (const list of [[], [listedRow({ type: 'Package' })], [listedRow({ type: 'Auction' })]]) {
    const providerId = await insertProviderToImport()
    await importList(providerId, [listedRow(), listedRow({ service: 2 })])
    const [follow, freeze] = [await importService(providerId, 'FOLLOW'), await importService(providerId, 'FREEZE')]
    const there = await importService(providerId, 'FREEZE', '2')
    const ids = [follow, freeze, there]
    for (const id of ids) await db().rows('UPDATE services SET withdrawn_at = now() WHERE id = $1', [id])
    await importList(providerId, [...list, listedRow({ service: 2 })])
    expect(await Promise.all(ids.map(goneTasks))).toEqual([0, 0, 0])
    for (const id of ids) await restoreService(db(), someStaff, { id })
    expect(await Promise.all(ids.map(goneTasks))).toEqual([1, 1, 0])
    expect(await termsOf(follow)).toMatchObject({ isReadOnly: true })
    // A frozen service that is dropped stays on sale, as one that isn't withdrawn.
    expect(await termsOf(freeze)).toMatchObject({ isReadOnly: list.length > 0 })
    expect(await termsOf(there)).toMatchObject({ isReadOnly: false })
  }
})

test('withdrawn services don’t keep a list from being read without an exchange rate', async () => {
  const providerId = await insertProviderToImport()
  await importList(providerId, [listedRow()])
  const id = await importService(providerId, 'FOLLOW')
  await db().rows('UPDATE services SET withdrawn_at = now() WHERE id = $1', [id])
  const before = await termsOf(id)
  await db().rows("UPDATE providers SET currency = 'USD' WHERE id = $1", [providerId])
  await importList(providerId, [listedRow({ rate: '3' })])
  expect(await termsOf(id)).toEqual(before)
})

test('of any number who apply one preview at once exactly one does', async () => {
  const providerId = await insertProviderToImport()
  const { previewId } = await previewList(providerId, [listedRow()])
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => applyPreview(providerId, previewId)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const each of all) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'CONFLICT' })
})

test('a preview that would do something else by now isn’t applied, and leaves nothing half done', async () => {
  const providerId = await insertProviderToImport()
  await importList(providerId, [listedRow()])
  const id = await importService(providerId, 'FOLLOW')
  const { previewId } = await previewList(providerId, [listedRow({ rate: '3' })])
  await setSyncRule(db(), someStaff, { serviceId: id, rule: 'FOLLOW', margin: 50 })
  await expect(applyPreview(providerId, previewId)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await termsOf(id)).toMatchObject({ unitPrice: 180n })
  expect((await servicesOfLastImport(db(), providerId))[0]).toMatchObject({ rate: 150_000_000n })
})

test('an older preview, another provider’s, or an answer without a list is refused', async () => {
  const [mine, other] = [await insertProviderToImport(), await insertProviderToImport()]
  const { previewId } = await previewList(mine, [listedRow()])
  await expect(applyPreview(other, previewId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await previewList(mine, [listedRow()])
  await expect(applyPreview(mine, previewId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(previewList(mine, { error: 'Invalid API key' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(previewList(999_999, [])).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('of chosen services one that isn’t there takes the others with it', async () => {
  const providerId = await insertProviderToImport()
  await importList(providerId, [listedRow()])
  const count = () => oneRow<{ count: number }>(db(), 'SELECT count(*)::int AS count FROM services')
  await makeService()
  const before = await count()
  const pick = { categoryId: 1, rule: 'FOLLOW' as const }
  const picks = [
    { ...pick, remoteId: '1' },
    { ...pick, remoteId: '99' },
  ]
  await expect(importServices(db(), someStaff, { providerId, picks })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await count()).toEqual(before)
})

test('services put on sale twice under one key, at once or after a lost answer, are there once', async () => {
  const providerId = await insertProviderToImport()
  await importList(providerId, [listedRow(), listedRow({ service: 2 })])
  const owner = await signedIn({ role: 'OWNER' })
  const { categoryId } = await makeCategory()
  const picks = ['1', '2'].map((remoteId) => ({ remoteId, categoryId, rule: 'FOLLOW', margin: 20 }))
  const headers = { ...owner.headers, 'idempotency-key': crypto.randomUUID() }
  const ask = (body: unknown, id = providerId) =>
    send(importServicesCall, { headers, path: `/api/admin/providers/${id}/services/import`, body })
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask({ picks })))
  answers.push(await ask({ picks }))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
  const services = await db().rows<{ id: number }>('SELECT id FROM services WHERE provider_id = $1 ORDER BY id', [
    providerId,
  ])
  expect(answers[0]?.json).toEqual({ ids: services.map(({ id }) => id) })
  expect((await ask({ picks: picks.slice(1) })).status).toBe(409)
  const other = await insertProviderToImport()
  await importList(other, [listedRow(), listedRow({ service: 2 })])
  expect((await ask({ picks }, other)).json).not.toEqual(answers[0]?.json)
})

test('a service put on sale while a list is applied has the price of that list', async () => {
  const providerId = await insertProviderToImport()
  await importList(providerId, [listedRow()])
  const { previewId } = await previewList(providerId, [listedRow({ rate: '3' })])
  const picks = [{ remoteId: '1', ...(await makeCategory()), rule: 'FOLLOW' as const, margin: 20 }]
  const { imported } = await db().transaction(async (tx) => {
    await applyImport(tx, { providerId, previewId, actorId: null })
    const imported = importServices(db(), someStaff, { providerId, picks })
    await expectLockWaits()
    return { imported }
  })
  const [id = 0] = await imported
  expect(await termsOf(id)).toMatchObject({ unitCost: 300n, unitPrice: 360n })
})

test('the number of a preview that no preview can have is refused before the database sees it', () => {
  expect(applyImportInput.safeParse({ previewId: 2 ** 31 - 1 }).success).toBe(true)
  for (const previewId of [2 ** 31, 2 ** 32, 0, -1])
    expect(applyImportInput.safeParse({ previewId }).success).toBe(false)
})

const goneTasks = async (id: number) =>
  (await db().rows("SELECT FROM tasks WHERE kind = 'SERVICE_GONE' AND ref_id = $1", [id])).length

test('a service whose type changes, to one on offer or not, leaves the shelf under any rule with one task, and is back with its type', async () => {
  for (const type of ['Custom Comments', 'Auction']) {
    const providerId = await insertProviderToImport()
    await importList(providerId, [listedRow(), listedRow({ service: 2 })])
    const ids = [await importService(providerId, 'FREEZE'), await importService(providerId, 'FOLLOW')]
    for (let again = 0; again < 2; again++)
      await importList(providerId, [listedRow({ type }), listedRow({ service: 2 })])
    for (const id of ids) {
      expect([type, await termsOf(id)]).toMatchObject([type, { isReadOnly: true }])
      expect(await goneTasks(id)).toBe(1)
    }
    await importList(providerId, [listedRow(), listedRow({ service: 2 })])
    for (const id of ids) expect(await termsOf(id)).toMatchObject({ isReadOnly: false })
  }
})
