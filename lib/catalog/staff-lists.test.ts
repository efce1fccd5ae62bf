import { expect, test, vi } from 'vitest'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { send, signIn } from '#lib/web/testing/caller.ts'
import * as calls from './calls.ts'
import { catalog } from './queries.ts'

const manager = await signIn(await makeMember({ role: 'MANAGER' }), 'MANAGER')

const askAsManager = (call: (typeof calls)[keyof typeof calls], body?: unknown, id?: number) =>
  send(call, { path: call.path.replace('{id}', String(id)), headers: manager.headers, address: '10.1.1.1:1', body })

async function makeServices() {
  const platform = await askAsManager(calls.createPlatformCall, { text: '새 플랫폼' })
  const category = await askAsManager(calls.createCategoryCall, { platform: platform.json.id, text: '새 분류' })
  const body = { categoryId: category.json.id, text: '팔로워', point: 0.003, min: 10, max: 1_000, cost: 0.00255 }
  const service = await askAsManager(calls.createServiceCall, body)
  return { platform: platform.json.id, category: category.json.id, service: service.json }
}

const auditOf = (subject: string, id: number) =>
  db().rows<{ action: string; before: object | null; after: object | null }>(
    'SELECT action, before, after FROM audit_entries WHERE subject_type = $1 AND subject_id = $2 ORDER BY id',
    [subject, String(id)],
  )

const serviceInCatalog = async (id: number) => (await catalog(db())).byId.get(id)

test('a service is put on sale with its exact price, changed in part and withdrawn; each leaves an audit row', async () => {
  const { service } = await makeServices()
  expect(service).toMatchObject({ point: 0.003, cost: 0.00255, min: 10, providerId: null, isReadOnly: false })
  await vi.waitFor(async () => expect(await serviceInCatalog(service.id)).toMatchObject({ unitPrice: 300n }), 60_000)

  const changed = await askAsManager(calls.changeServiceCall, { point: 132.5, text: null, unknown: 1 }, service.id)
  expect(changed.json).toEqual({ ...service, point: 132.5 })
  expect((await askAsManager(calls.removeServiceCall, undefined, service.id)).status).toBe(200)
  await vi.waitFor(async () => expect(await serviceInCatalog(service.id)).toBeUndefined(), 60_000)
  expect((await askAsManager(calls.changeServiceCall, { point: 1 }, service.id)).status).toBe(404)

  const trail = await auditOf('service', service.id)
  expect(trail.map(({ action }) => action)).toEqual(['service.create', 'service.change', 'service.remove'])
  expect([trail[1]?.before, trail[1]?.after]).toMatchObject([{ point: 0.003 }, { point: 132.5 }])
})

test.each([
  { min: 1_001 },
  { max: 9 },
  { point: -1 },
  { point: 0.000001 },
  { point: '3' },
  { max: 2 ** 31 },
  { text: ' ' },
  { providerId: 1 },
])('a service stays as it was when a change would break it: %o', async (change) => {
  const { service } = await makeServices()
  const { status, json } = await askAsManager(calls.changeServiceCall, change, service.id)
  expect({ status, message: json.message }).toEqual({ status: 400, message: '입력 양식을 맞춰주세요' })
  const { json: list } = await askAsManager(calls.adminServicesCall)
  expect(list.rows[0]).toMatchObject(service)
})

test.each([{ categoryId: 999_999_999 }, { providerId: 999_999_999, providerServiceId: '1' }])(
  'a form whose category or provider a colleague has removed since is told so: %o',
  async (change) => {
    const { service } = await makeServices()
    const { json: list } = await askAsManager(calls.adminServicesCall)
    const refused = { status: 400, message: '선택한 항목이 그 사이에 삭제됐어요. 다시 선택해 주세요.' }
    const changed = await askAsManager(calls.changeServiceCall, change, service.id)
    expect({ status: changed.status, message: changed.json.message }).toEqual(refused)
    const { id: _, ...row } = list.rows[0]
    const added = await askAsManager(calls.createServiceCall, { ...row, ...change })
    expect({ status: added.status, message: added.json.message }).toEqual(refused)
  },
)

test('a service isn’t fulfilled by a provider’s service that its list has with another type', async () => {
  const { service } = await makeServices()
  const { id: providerId } = await oneRow<{ id: number }>(
    db(),
    "INSERT INTO providers (name, api_url, encrypted_key) VALUES ('A', 'https://a.example', '') RETURNING id",
  )
  await db().rows(
    `INSERT INTO provider_services (provider_id, remote_id, name, type, category, rate, min, max, refill, cancel, dripfeed)
     SELECT $1, remote_id, 'x', type, '', 1, 1, 1000, false, false, false
     FROM (VALUES ('1', 'Default'), ('2', 'Package'), ('3', 'Other')) AS listed (remote_id, type)`,
    [providerId],
  )
  const refused = {
    status: 409,
    json: { message: '이 상품과 유형이 다른 공급사 상품이 있어요. 유형이 같은 상품으로 골라 주세요.' },
  }
  const change = (body: object) => askAsManager(calls.changeServiceCall, body, service.id)
  for (const providerServiceId of ['2', '3']) {
    const { id: _, ...copy } = service
    expect(await change({ providerId, providerServiceId })).toMatchObject(refused)
    expect(await askAsManager(calls.createServiceCall, { ...copy, providerId, providerServiceId })).toMatchObject(
      refused,
    )
  }
  for (const providerServiceId of ['not listed', '1'])
    expect((await change({ providerId, providerServiceId })).status).toBe(200)
  expect(await change({ type: 'Package', min: 1, max: 1 })).toMatchObject(refused)
  await db().rows("UPDATE provider_services SET type = 'Package' WHERE remote_id = '1'")
  expect((await change({ text: '새 이름' })).status).toBe(200)
  expect((await change({ type: 'Package', min: 1, max: 1 })).status).toBe(200)
})

test('a platform and a category with something in them stay', async () => {
  const { platform, category } = await makeServices()
  for (const [call, id] of [
    [calls.removePlatformCall, platform] as const,
    [calls.removeCategoryCall, category] as const,
  ]) {
    const { status, json } = await askAsManager(call, undefined, id)
    expect({ status, code: json.code }).toEqual({ status: 409, code: 'CONFLICT' })
  }
})

test('pages walk through the list once, newest first, and a search means its letters', async () => {
  const mark = `mark_${Math.random().toString(36).slice(2)}`
  const ids: number[] = []
  for (let at = 0; at < 5; at++)
    ids.unshift((await askAsManager(calls.createPlatformCall, { text: `${mark} ${at}` })).json.id)
  const seen: number[] = []
  for (let cursor = ''; ; ) {
    const search = `q=${mark}&size=2${cursor}`
    const { json } = await send(calls.adminPlatformsCall, {
      path: '/api/admin/platforms',
      search,
      headers: manager.headers,
      address: '10.1.1.1:2',
    })
    expect(json.total).toBe(5)
    seen.push(...json.rows.map(({ id }: { id: number }) => id))
    if (json.nextCursor === null) break
    cursor = `&cursor=${json.nextCursor}`
  }
  expect(seen).toEqual(ids)
})
