import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test, vi } from 'vitest'
import { db } from '#lib/core/db.ts'
import { ask } from '#lib/core/testing/call.ts'
import { categoriesCall, platformsCall, servicesCall } from './calls.ts'
import { addServiceNames, namesOfServices, serviceById } from './queries.ts'
import { serviceList } from './schema.ts'

beforeAll(async () => {
  await db().rows(`INSERT INTO platforms (id, text, visible, background_color, position) VALUES
    (1, '인스타그램', true, '#d6249f', 2), (2, '유튜브', true, '#e02020', 1), (3, '숨긴 곳', false, '#000000', 0)`)
  await db().rows(`INSERT INTO categories (id, platform_id, text, position) VALUES
    (1, 1, '좋아요', 2), (2, 1, '팔로워', 1), (3, 2, '구독자', 1), (4, 3, '숨은 분류', 1)`)
  await db().rows(`INSERT INTO services
    (id, category_id, text, unit_price, min, max, notice, is_read_only, enable_auto, position, withdrawn_at) VALUES
    (1, 1, '좋아요', 330000, 10, 30000, '설명', false, true, 1, NULL), (2, 2, '팔로워', 9800000, 10, 30000, '', true, false, 1, NULL),
    (3, 3, '구독자', 1, 1, 2147483647, '', false, false, 1, NULL), (4, 4, '숨은 상품', 100, 1, 10, '', false, false, 1, NULL),
    (5, 1, '내린 상품', 100, 1, 10, '', false, false, 0, now()), (6, 1, '조회수', 300, 1000, 10000000, '', false, true, 2, NULL)`)
})

const jsonBodyOf = (answer: { body: string | Buffer }) => JSON.parse(answer.body.toString())
const idsInBody = (answer: { body: string | Buffer }): number[] =>
  jsonBodyOf(answer).map((row: { id: number }) => row.id)

test('platforms are the visible ones in their order', async () => {
  expect((await ask(platformsCall)).json).toEqual([
    { id: 2, text: '유튜브', visible: true, backgroundColor: '#e02020' },
    { id: 1, text: '인스타그램', visible: true, backgroundColor: '#d6249f' },
  ])
})

test('categories name their platform; those of a hidden one are not listed', async () => {
  expect((await ask(categoriesCall)).json).toEqual([
    { id: 3, platform: 2, text: '구독자' },
    { id: 2, platform: 1, text: '팔로워' },
    { id: 1, platform: 1, text: '좋아요' },
  ])
})

test('services have exact prices; withdrawn ones and those of a hidden platform are not listed', async () => {
  const answer = await ask(servicesCall)
  expect(answer.headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'no-cache' })
  const rows = serviceList.parse(jsonBodyOf(answer))
  expect(rows.map(({ id, point }) => [id, point])).toEqual([
    [3, 0.00001],
    [2, 98],
    [1, 3.3],
    [6, 0.003],
  ])
  expect(rows.find((row) => row.id === 1)).toEqual({
    id: 1,
    text: '좋아요',
    point: 3.3,
    min: 10,
    max: 30_000,
    notice: '설명',
    categoryId: 1,
    isReadOnly: false,
    enableAuto: true,
  })
})

test('the list goes out compressed to who takes it, and as 304 to who has it', async () => {
  const plain = await ask(servicesCall)
  const zipped = await ask(servicesCall, { headers: { 'accept-encoding': 'br, gzip' } })
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.body).toString()).toBe(plain.body.toString())
  expect(zipped.headers.etag).not.toBe(plain.headers.etag)
  const again = await ask(servicesCall, { headers: { 'if-none-match': String(plain.headers.etag) } })
  expect(again).toMatchObject({ status: 304, body: '', headers: { etag: plain.headers.etag } })
})

test('a service is found by its id with its platform and exact price, unless it is withdrawn', async () => {
  expect(await serviceById(db(), 1)).toMatchObject({ unitPrice: 330_000n, platformId: 1, revision: 0 })
  for (const fresh of [false, true]) {
    for (const id of [4, 5, 999]) expect(await serviceById(db(), id, { fresh })).toBeNull()
  }
})

test('a history names withdrawn and hidden services, too', async () => {
  const names = await namesOfServices(db(), [4, 5, 5, 999])
  expect([...names.values()]).toEqual([
    { id: 4, text: '숨은 상품', platformId: 3 },
    { id: 5, text: '내린 상품', platformId: 1 },
  ])
  expect(await namesOfServices(db(), [])).toEqual(new Map())
})

test('a history says which of its services can be ordered again', async () => {
  const rows = [1, 4, 5, 999].map((serviceId) => ({ serviceId }))
  const shown = await addServiceNames(db(), rows, '')
  expect(shown.map(({ serviceId, orderable }) => [serviceId, orderable])).toEqual([
    [1, true],
    [4, false],
    [5, false],
    [999, false],
  ])
  expect(shown.map(({ product, platformId }) => [product, platformId])).toEqual([
    ['좋아요', 1],
    ['숨은 상품', 3],
    ['내린 상품', 1],
    ['', undefined],
  ])
})

test('a change of price shows within a moment under another ETag, and at once to who asks afresh', async () => {
  const before = await ask(servicesCall)
  await db().rows('UPDATE services SET unit_price = 350000 WHERE id = 1')
  expect(await serviceById(db(), 1, { fresh: true })).toMatchObject({ unitPrice: 350_000n, revision: 1 })
  await vi.waitFor(async () => {
    const after = await ask(servicesCall, { headers: { 'if-none-match': String(before.headers.etag) } })
    expect(after.status).toBe(200)
    expect(jsonBodyOf(after).find((row: { id: number }) => row.id === 1).point).toBe(3.5)
  }, 60_000)
})

test('withdrawing a service and hiding a platform take them off the list', async () => {
  await db().rows('UPDATE services SET withdrawn_at = now() WHERE id = 6')
  await db().rows('UPDATE platforms SET visible = false WHERE id = 2')
  await vi.waitFor(async () => expect(idsInBody(await ask(servicesCall))).toEqual([2, 1]), 60_000)
  expect(idsInBody(await ask(platformsCall))).toEqual([1])
})

test('ten thousand services cost one compression a version, not one a request', async () => {
  await db().rows(`INSERT INTO services (id, category_id, text, unit_price, min, max, notice)
    SELECT n + 100, 1, '상품 ' || n, n, 1, 1000, repeat('설명 ', 40) FROM generate_series(1, 10000) n ON CONFLICT DO NOTHING`)
  const headers = { 'accept-encoding': 'gzip' }
  await vi.waitFor(
    async () =>
      expect(JSON.parse(gunzipSync((await ask(servicesCall, { headers })).body).toString())).toHaveLength(10_002),
    60_000,
  )
  // Waits, because a response for an earlier version of the catalogue may still be being compressed. The response for
  // the newest version is compressed after it.
  await vi.waitFor(async () => {
    const first = await ask(servicesCall, { headers })
    const second = await ask(servicesCall, { headers })
    expect(second.body).toBe(first.body)
  }, 10_000)
})
