import { expect, test, vi } from 'vitest'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { send, signIn } from '#lib/web/testing/caller.ts'
import * as calls from './calls.ts'
import { catalog, namesOfServices } from './queries.ts'

const manager = await signIn(await makeMember({ role: 'MANAGER' }), 'MANAGER')

const askAsManager = (call: (typeof calls)[keyof typeof calls], body?: unknown, id?: number) =>
  send(call, { path: call.path.replace('{id}', String(id)), headers: manager.headers, body })

const serviceBody = (categoryId: number) => ({ categoryId, text: '팔로워', point: 3, min: 1, max: 9 })

async function makeCategoryWithService() {
  const platform = (await askAsManager(calls.createPlatformCall, { text: '새 플랫폼' })).json.id
  const category = (await askAsManager(calls.createCategoryCall, { platform, text: '새 분류' })).json.id
  const service = (await askAsManager(calls.createServiceCall, serviceBody(category))).json.id
  return { platform, category, service }
}

const listedIds = async (call: (typeof calls)[keyof typeof calls]): Promise<number[]> =>
  (await askAsManager(call)).json.rows.map(({ id }: { id: number }) => id)

test('a category with a service that is not withdrawn is not deleted, and neither is a platform with a category', async () => {
  const { platform, category, service } = await makeCategoryWithService()
  for (const isReadOnly of [false, true]) {
    await askAsManager(calls.changeServiceCall, { isReadOnly }, service)
    const refused = await askAsManager(calls.removeCategoryCall, undefined, category)
    expect({ status: refused.status, message: refused.json.message }).toEqual({
      status: 409,
      message: '판매 중인 상품이 있어 삭제할 수 없어요. 상품을 먼저 옮기거나 판매 종료해 주세요.',
    })
  }
  expect((await askAsManager(calls.removePlatformCall, undefined, platform)).status).toBe(409)
  expect(await listedIds(calls.adminCategoriesCall)).toContain(category)
})

test('a category whose services are all withdrawn is deleted, then its platform; orders keep naming the service', async () => {
  const { platform, category, service } = await makeCategoryWithService()
  await askAsManager(calls.removeServiceCall, undefined, service)
  expect((await askAsManager(calls.removeCategoryCall, undefined, category)).status).toBe(200)
  expect((await askAsManager(calls.removeCategoryCall, undefined, category)).status).toBe(404)
  expect(await listedIds(calls.adminCategoriesCall)).not.toContain(category)
  await vi.waitFor(
    async () => expect((await catalog(db())).categories.map(({ id }) => id)).not.toContain(category),
    10_000,
  )
  expect((await askAsManager(calls.removePlatformCall, undefined, platform)).status).toBe(200)
  expect(await listedIds(calls.adminPlatformsCall)).not.toContain(platform)
  expect((await namesOfServices(db(), [service])).get(service)).toEqual({
    id: service,
    text: '팔로워',
    platformId: platform,
  })
})

test('nothing is put into a deleted category or platform, by creation or by moving', async () => {
  const { platform, category, service } = await makeCategoryWithService()
  const other = await makeCategoryWithService()
  await askAsManager(calls.removeServiceCall, undefined, service)
  await askAsManager(calls.removeCategoryCall, undefined, category)
  expect((await askAsManager(calls.createServiceCall, serviceBody(category))).status).toBe(400)
  expect((await askAsManager(calls.changeServiceCall, { categoryId: category }, other.service)).status).toBe(400)
  await askAsManager(calls.removePlatformCall, undefined, platform)
  expect((await askAsManager(calls.createCategoryCall, { platform, text: '분류' })).status).toBe(400)
  expect((await askAsManager(calls.changeCategoryCall, { platform }, other.category)).status).toBe(400)
})

test('a restored service brings its category back, and its platform hidden', async () => {
  const { platform, category, service } = await makeCategoryWithService()
  await askAsManager(calls.removeServiceCall, undefined, service)
  await askAsManager(calls.removeCategoryCall, undefined, category)
  await askAsManager(calls.removePlatformCall, undefined, platform)
  expect((await askAsManager(calls.restoreServiceCall, undefined, service)).status).toBe(200)
  expect(await listedIds(calls.adminCategoriesCall)).toContain(category)
  const [row] = await db().rows<{ visible: boolean; removedAt: Date | null }>(
    'SELECT visible, removed_at FROM platforms WHERE id = $1',
    [platform],
  )
  expect(row).toEqual({ visible: false, removedAt: null })
  const [audit] = await db().rows<{ after: unknown }>(
    "SELECT after FROM audit_entries WHERE action = 'service.restore' AND subject_id = $1",
    [String(service)],
  )
  expect(audit?.after).toEqual({ category, platform })
})

test('of a deletion and a service added at the same moment one is refused, whichever comes first', async () => {
  for (let round = 0; round < 5; round++) {
    const { category, service } = await makeCategoryWithService()
    await askAsManager(calls.removeServiceCall, undefined, service)
    const [removed, added, restored] = await Promise.all([
      askAsManager(calls.removeCategoryCall, undefined, category),
      askAsManager(calls.createServiceCall, serviceBody(category)),
      askAsManager(calls.restoreServiceCall, undefined, service),
    ])
    expect([200, 409]).toContain(removed.status)
    expect([201, 400]).toContain(added.status)
    expect(restored.status).toBe(200)
    const [row] = await db().rows<{ removed: boolean }>(
      'SELECT removed_at IS NOT NULL AS removed FROM categories WHERE id = $1',
      [category],
    )
    expect(row?.removed).toBe(false)
  }
})
