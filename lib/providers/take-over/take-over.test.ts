import { beforeAll, expect, test } from 'vitest'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { send, signIn } from '#lib/web/testing/caller.ts'
import { applyImport } from '../import/apply-import.ts'
import { insertProviderToImport, previewAnswer } from '../import/testing/imports.ts'
import { lifelikeServiceList, listedRow } from '../import/testing/service-list.ts'
import { openTakeOverProgress } from '../queries/take-over-progress.ts'
import * as calls from './calls.ts'

const owner = await signIn(await makeMember({ role: 'OWNER' }), 'OWNER')

const askAsOwner = (call: (typeof calls)[keyof typeof calls], id: number, body?: unknown) =>
  send(call, { path: call.path.replace('{id}', String(id)), headers: owner.headers, body })

beforeAll(async () => {
  await db().rows(`INSERT INTO platforms (id, text, background_color, position) VALUES
    (1, '인스타그램', '#d6249f', 1), (2, '유튜브', '#e02020', 2), (4, '틱톡', '#000000', 3)`)
})

/** Imports a list of a provider. */
const importList = (id: number, rows: unknown[]): Promise<unknown> =>
  db().transaction(async (tx) => {
    const { previewId } = await previewAnswer(tx, id, rows)
    return applyImport(tx, { providerId: id, previewId, actorId: null })
  })

/** Creates a provider and imports its list, as the console does before it offers the take-over. */
async function makeProviderWithList(rows: unknown[]): Promise<number> {
  const id = await insertProviderToImport()
  await importList(id, rows)
  return id
}

const terms = {
  margin: 20,
  step: 0.00001,
  rule: 'FOLLOW',
  platforms: [] as { category: string; platform: number | null }[],
}

const previewOf = async (id: number, changes: object = {}) =>
  (await askAsOwner(calls.previewTakeOverCall, id, { ...terms, ...changes })).json

async function start(id: number, changes: object = {}) {
  const { digest } = await previewOf(id, changes)
  return askAsOwner(calls.startTakeOverCall, id, { ...terms, ...changes, digest })
}

const goOn = (id: number) => askAsOwner(calls.continueTakeOverCall, id)

type SoldService = { text: string; unitPrice: bigint; category: string; platformId: number; remoteId: string }

const soldServices = (id: number) =>
  db().rows<SoldService>(
    `SELECT s.text, s.unit_price, c.text AS category, c.platform_id, s.provider_service_id AS remote_id
     FROM services s JOIN categories c ON c.id = s.category_id WHERE s.provider_id = $1 ORDER BY s.id`,
    [id],
  )

const manyRows = (count: number, category = 'Instagram Likes') =>
  Array.from({ length: count }, (_, at) => listedRow({ service: at + 1, name: `Likes ${at}`, category, rate: '1000' }))

test('843 services are one act in chunks: each is added once, and its category is made once', async () => {
  const rows = manyRows(843).map((row, at) => ({ ...row, category: at % 2 ? 'TikTok Views' : 'Instagram Likes' }))
  const id = await makeProviderWithList(rows)
  const { counts, categories } = await previewOf(id)
  expect(counts).toMatchObject({ listed: 843, groups: { NEW: 843, UNKNOWN: 0 } })
  expect(categories).toMatchObject([
    { category: 'Instagram Likes', platformId: 1, isNew: true, services: 422 },
    { category: 'TikTok Views', platformId: 4, isNew: true, services: 421 },
  ])
  expect(await soldServices(id)).toEqual([])
  expect((await start(id)).json).toEqual({ total: 843, added: 0, left: 843 })
  const steps: number[] = []
  for (let left = 1; left > 0; steps.push(left)) left = (await goOn(id)).json.left
  expect(steps).toEqual([643, 443, 243, 43, 0])
  expect((await goOn(id)).json).toEqual({ total: 843, added: 843, left: 0 })
  const sold = await soldServices(id)
  expect(new Set(sold.map(({ remoteId }) => remoteId)).size).toBe(843)
  expect(sold).toHaveLength(843)
  expect(sold[0]).toMatchObject({ text: 'Likes 0', unitPrice: 120_000n, category: 'Instagram Likes', platformId: 1 })
  expect(await previewOf(id)).toMatchObject({ counts: { groups: { NEW: 0, ON_SALE: 843 } } })
})

test('killed in the midst of a chunk it goes on where it was, also pressed by two at once, without doubles', async () => {
  const id = await makeProviderWithList(manyRows(450))
  await start(id)
  await goOn(id)
  // A process that dies while it adds services rolls its transaction back.
  await expect(
    db().transaction(async (tx) => {
      const { continueTakeOver } = await import('./continue-take-over.ts')
      const nested = { ...db(), transaction: <T>(run: (inner: typeof tx) => Promise<T>) => run(tx) }
      const actor = { kind: 'staff', memberId: 1, loginId: 'o', role: 'OWNER', address: '' } as const
      await continueTakeOver(nested as never, actor, { providerId: id })
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await soldServices(id)).toHaveLength(200)
  const answers = await Promise.all([goOn(id), goOn(id), goOn(id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const sold = await soldServices(id)
  expect([sold.length, new Set(sold.map(({ remoteId }) => remoteId)).size]).toEqual([450, 450])
})

test('only one is under way at a time, and it can be stopped; what it added stays', async () => {
  const id = await makeProviderWithList(manyRows(300))
  const [first, second] = await Promise.all([start(id), start(id)])
  expect([first.status, second.status].toSorted()).toEqual([201, 409])
  await goOn(id)
  expect((await askAsOwner(calls.stopTakeOverCall, id)).json).toEqual({ total: 300, added: 200, left: 0 })
  expect((await goOn(id)).json).toMatchObject({ added: 200, left: 0 })
  expect(await soldServices(id)).toHaveLength(200)
  expect((await start(id)).json).toMatchObject({ total: 100 })
})

test('a platform that no name tells is asked for; until then, and where staff say so, its services stay out', async () => {
  const rows = [
    listedRow({ service: 1, category: 'Best sellers' }),
    listedRow({ service: 2, category: '유튜브 구독자', name: '구독자' }),
    listedRow({ service: 3, category: 'Specials', name: 'TikTok fans' }),
  ]
  const id = await makeProviderWithList(rows)
  const preview = await previewOf(id)
  expect(
    preview.categories.map((each: { category: string; platformId: number }) => [each.category, each.platformId]),
  ).toEqual([
    ['Best sellers', null],
    ['유튜브 구독자', 2],
    ['Specials', 4],
  ])
  expect(preview.counts.groups).toMatchObject({ NEW: 2, UNKNOWN: 1 })
  const platforms = [
    { category: 'Best sellers', platform: 1 },
    { category: 'Specials', platform: null },
  ]
  expect((await previewOf(id, { platforms })).counts.groups).toMatchObject({ NEW: 2, UNKNOWN: 0, SKIPPED: 1 })
  await start(id, { platforms })
  await goOn(id)
  expect((await soldServices(id)).map(({ category, platformId }) => [category, platformId])).toEqual([
    ['Best sellers', 1],
    ['유튜브 구독자', 2],
  ])
})

test('an existing category of the platform with the same name is used, and prices are rounded up to the step', async () => {
  const { id: categoryId } = await oneRow<{ id: number }>(
    db(),
    "INSERT INTO categories (platform_id, text) VALUES (1, 'instagram  FOLLOWERS') RETURNING id",
  )
  const rows = [
    listedRow({ service: 1, category: 'Instagram Followers', rate: '1234' }),
    listedRow({ service: 2, category: 'Instagram Followers', rate: '3' }),
  ]
  const id = await makeProviderWithList(rows)
  await start(id, { margin: 30, step: 0.1 })
  await goOn(id)
  const [first, second] = await soldServices(id)
  expect([first?.unitPrice, second?.unitPrice]).toEqual([170_000n, 390n])
  const used = await db().rows('SELECT FROM services WHERE category_id = $1', [categoryId])
  expect(used).toHaveLength(2)
  // A later sync of the same list leaves the prices alone, although they were rounded up.
  const { effects } = await db().transaction((tx) => previewAnswer(tx, id, rows))
  expect(effects).toEqual([])
})

test('what changed since the preview stops it, and so does a foreign currency without a rate', async () => {
  const id = await makeProviderWithList(manyRows(2))
  const { digest } = await previewOf(id)
  await db().rows('UPDATE provider_services SET rate = rate * 2 WHERE provider_id = $1', [id])
  expect((await askAsOwner(calls.startTakeOverCall, id, { ...terms, digest })).status).toBe(409)
  await db().rows("UPDATE providers SET currency = 'USD' WHERE id = $1", [id])
  expect((await askAsOwner(calls.previewTakeOverCall, id, terms)).status).toBe(409)
  expect((await start(id, { exchangeRate: 1_400 })).status).toBe(201)
  await goOn(id)
  expect((await soldServices(id))[0]?.unitPrice).toBe(336_000_000n)
})

test('what the list changed since it began is left out, and nothing is sold below cost and margin', async () => {
  const rows = manyRows(5)
  const id = await makeProviderWithList(rows)
  await start(id)
  await importList(id, [
    { ...rows[0], rate: '5000' },
    { ...rows[1], type: 'Package' },
    { ...rows[2], min: 500 },
    rows[3],
  ])
  expect((await goOn(id)).json).toEqual({ total: 5, added: 1, left: 0 })
  expect((await soldServices(id)).map(({ remoteId }) => remoteId)).toEqual(['4'])
})

test('a new currency without a rate stops it in the middle, and it can be ended', async () => {
  const id = await makeProviderWithList(manyRows(2))
  await start(id)
  await db().rows("UPDATE providers SET currency = 'USD' WHERE id = $1", [id])
  await db().rows('UPDATE provider_price_lists SET exchange_rate = NULL WHERE provider_id = $1', [id])
  expect((await goOn(id)).status).toBe(409)
  expect(await soldServices(id)).toEqual([])
  expect((await askAsOwner(calls.stopTakeOverCall, id)).json).toEqual({ total: 2, added: 0, left: 0 })
})

test('a category deleted while it runs leaves its services out and the rest goes on', async () => {
  const id = await makeProviderWithList([
    ...manyRows(3, 'Instagram Saves'),
    listedRow({ service: 9, category: 'TikTok Saves' }),
  ])
  await start(id)
  await db().rows("UPDATE categories SET removed_at = now() WHERE text = 'Instagram Saves'")
  expect((await goOn(id)).json).toEqual({ total: 4, added: 1, left: 0 })
})

test('a hostile list brings only clean names and possible prices, in bounded categories', async () => {
  const rows = [
    ...lifelikeServiceList(1_500),
    listedRow({
      service: 90_001,
      name: '<script>alert(1)</script><b>Insta</b> &lt;img src=x&gt; likes',
      category: '<i>Instagram</i> XSS',
    }),
    listedRow({ service: 90_002, name: 'Insta '.repeat(400), category: 'Instagram huge' }),
    listedRow({ service: 90_003, rate: '-5' }),
    listedRow({ service: 90_004, rate: '9999999999', category: 'Instagram absurd' }),
    listedRow({ service: 90_002, name: 'double' }),
  ]
  const id = await makeProviderWithList(rows)
  const { counts, services } = await previewOf(id)
  const sum = Object.values(counts.groups as Record<string, number>).reduce((all, one) => all + one, 0)
  expect(sum).toBe(counts.listed)
  expect(counts.groups.TOO_DEAR).toBe(1)
  const prices = services
    .filter(({ group }: { group: string }) => group === 'NEW')
    .map(({ point }: { point: number }) => point)
  expect(prices).toEqual(prices.toSorted((a: number, b: number) => b - a))
  await start(id)
  for (let left = 1; left > 0; ) left = (await goOn(id)).json.left
  const sold = await soldServices(id)
  expect(sold).toHaveLength(counts.groups.NEW)
  for (const { text, category, unitPrice } of sold) {
    expect(`${text}${category}`).not.toMatch(/[<>]|\p{Cc}/u)
    expect(text.length <= 200 && category.length <= 200 && text !== '').toBe(true)
    expect(unitPrice > 0n && unitPrice <= 10n ** 12n).toBe(true)
  }
})

test('a list of more new categories than a shop can want makes none', async () => {
  const rows = Array.from({ length: 501 }, (_, at) => listedRow({ service: at + 1, category: `Instagram ${at}` }))
  const id = await makeProviderWithList(rows)
  const before = await oneRow<{ count: number }>(db(), 'SELECT count(*)::int AS count FROM categories')
  expect((await start(id)).json.message).toBe(
    '새 카테고리는 한 번에 500개까지 만들 수 있어요. 일부 카테고리는 가져오지 않기로 골라 주세요.',
  )
  expect(await oneRow(db(), 'SELECT count(*)::int AS count FROM categories')).toEqual(before)
})

test('a take-over under way is found with its progress, so that the page can offer to go on', async () => {
  const id = await makeProviderWithList([listedRow({ category: '인스타그램 팔로워' })])
  expect(await openTakeOverProgress(db(), id)).toBeNull()
  expect((await start(id)).status).toBe(201)
  expect(await openTakeOverProgress(db(), id)).toEqual({ total: 1, added: 0, left: 1 })
})
