import { expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { send, signIn } from '#lib/web/testing/caller.ts'
import * as calls from './calls.ts'
import { makeService } from './testing/services.ts'

const manager = await signIn(await makeMember({ role: 'MANAGER' }), 'MANAGER')

const askAsManager = (call: (typeof calls)[keyof typeof calls], body: unknown) =>
  send(call, { headers: manager.headers, body })
const previewByCall = async (body: object) => (await askAsManager(calls.previewPricesCall, body)).json
const applyByCall = (body: object) => askAsManager(calls.applyPricesCall, body)

const halfMore = { kind: 'PERCENT', value: 50, step: 0.1, rounding: 'UP' }

async function makePriced(prices: number[]): Promise<number[]> {
  const ids: number[] = []
  for (const price of prices) ids.push(await makeService({ price }))
  return ids
}

const pricesOf = async (ids: number[]) => {
  const rows = await db().rows<{ unitPrice: bigint }>(
    'SELECT unit_price FROM services WHERE id = ANY ($1) ORDER BY id',
    [ids],
  )
  return rows.map(({ unitPrice }) => Number(unitPrice) / 100_000)
}

const priceAudits = () =>
  db().rows<{ after: { prices: unknown } }>(
    "SELECT after FROM audit_entries WHERE action = 'service.prices' ORDER BY id",
  )

test('prices change as their preview showed, with one audit row for them all', async () => {
  const ids = await makePriced([100, 10, 3.33])
  await db().rows('UPDATE services SET unit_cost = 1600000 WHERE id = $1', [ids[1]])
  const before = (await priceAudits()).length
  const { digest, counts, rows } = await previewByCall({ ids, ...halfMore })
  const groups = { CHANGED: 3, SAME: 0, FREE: 0, TOO_DEAR: 0, NO_COST: 0, LEFT_OUT: 0, GONE: 0 }
  expect(counts).toEqual({ chosen: 3, groups, belowCost: 1, jumps: 1, unrounded: 0, outliers: 2, following: 0 })
  // Services with a warning come first: one new price is below cost, one rises by more than half.
  expect(rows.map(({ from, to }: { from: number; to: number }) => [from, to])).toEqual([
    [10, 15],
    [3.33, 5],
    [100, 150],
  ])
  expect(await pricesOf(ids)).toEqual([100, 10, 3.33])
  expect((await applyByCall({ ids, ...halfMore, digest })).json).toEqual({ changed: 3, batchId: expect.any(Number) })
  expect(await pricesOf(ids)).toEqual([150, 15, 5])
  const trail = await priceAudits()
  expect(trail).toHaveLength(before + 1)
  expect(trail.at(-1)?.after.prices).toEqual([
    [ids[0], 150],
    [ids[1], 15],
    [ids[2], 5],
  ])
})

test('of two operators with one preview the second is told, and no price rises twice', async () => {
  const ids = await makePriced([100, 200])
  const { digest } = await previewByCall({ ids, ...halfMore })
  const answers = await Promise.all([1, 2].map(() => applyByCall({ ids, ...halfMore, digest })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await pricesOf(ids)).toEqual([150, 300])
})

test('a price, a cost or a service that changed after the preview stops all of it', async () => {
  const ids = await makePriced([100, 200])
  for (const change of ['unit_price = 1', 'unit_cost = 5', 'withdrawn_at = now()']) {
    const { digest } = await previewByCall({ ids, ...halfMore })
    await db().rows(`UPDATE services SET ${change} WHERE id = $1`, [ids[1]])
    expect((await applyByCall({ ids, ...halfMore, digest })).status).toBe(409)
    expect((await pricesOf(ids))[0]).toBe(100)
  }
})

test('what can not have a new price keeps its own, and why is said', async () => {
  const ids = await makePriced([100, 0.003])
  const change = { ids, kind: 'AMOUNT', value: -1, step: 1, rounding: 'NEAREST' }
  const { digest, counts, rows } = await previewByCall(change)
  expect(counts.groups).toMatchObject({ CHANGED: 1, FREE: 1 })
  expect(rows[0]).toMatchObject({ id: ids[1], to: null, group: 'FREE' })
  await applyByCall({ ...change, digest })
  expect(await pricesOf(ids)).toEqual([99, 0.003])
})

test('each chosen row is in exactly one group, withdrawn and unknown ones too, and the groups add up', async () => {
  const ids = await makePriced([100, 200, 0.004, 5_000_000, 50, 60])
  await db().rows('UPDATE services SET withdrawn_at = now() WHERE id = $1', [ids[4]])
  const change = { ids: [...ids, 2_000_000_000], kind: 'PERCENT', value: 150, step: 0.00001, rounding: 'DOWN' }
  const { counts, rows } = await previewByCall(change)
  expect(counts.chosen).toBe(7)
  expect(counts.groups).toEqual({ CHANGED: 4, SAME: 0, FREE: 0, TOO_DEAR: 1, NO_COST: 0, LEFT_OUT: 0, GONE: 2 })
  expect(rows.map(({ group }: { group: string }) => group).toSorted()).toEqual([
    'CHANGED',
    'CHANGED',
    'CHANGED',
    'CHANGED',
    'GONE',
    'TOO_DEAR',
  ])
  const same = await previewByCall({ ...change, value: 0 })
  expect(same.counts.groups).toMatchObject({ CHANGED: 0, SAME: 5, GONE: 2 })
  const margin = await previewByCall({ ...change, kind: 'MARGIN' })
  expect(margin.counts.groups).toMatchObject({ NO_COST: 5, GONE: 2 })
})

test('a price keeps the five decimals it can hold, and one that would change by more than half is marked', async () => {
  const ids = await makePriced([0.005, 10])
  const change = { ids, kind: 'PERCENT', value: 10, step: 0.01, rounding: 'NEAREST' }
  const { digest, counts, rows } = await previewByCall(change)
  expect(counts).toMatchObject({ jumps: 0, unrounded: 1 })
  expect(rows[0]).toMatchObject({ id: ids[0], to: 0.0055, marks: ['UNROUNDED'] })
  await applyByCall({ ...change, digest })
  expect(await pricesOf(ids)).toEqual([0.0055, 11])
  const doubled = await previewByCall({ ...change, value: 60 })
  expect(doubled.counts.jumps).toBe(2)
})

test('outliers that are left out keep their price, and exactly the previewed rows change', async () => {
  const ids = await makePriced([100, 10, 3.33])
  await db().rows('UPDATE services SET unit_cost = 1600000 WHERE id = $1', [ids[1]])
  const change = { ids, ...halfMore, leaveOut: true }
  const { digest, counts, rows } = await previewByCall(change)
  expect(counts).toMatchObject({ groups: { CHANGED: 1, LEFT_OUT: 2 }, belowCost: 0, jumps: 0, outliers: 2 })
  const leftOut = rows.filter(({ group }: { group: string }) => group === 'LEFT_OUT')
  expect(leftOut.map(({ id, to }: { id: number; to: unknown }) => [id, to])).toEqual([
    [ids[1], null],
    [ids[2], null],
  ])
  // The digest of a preview with `leaveOut` doesn't allow applying the change without `leaveOut`.
  expect((await applyByCall({ ...change, leaveOut: false, digest })).status).toBe(409)
  expect((await applyByCall({ ...change, digest })).json).toEqual({ changed: 1, batchId: expect.any(Number) })
  expect(await pricesOf(ids)).toEqual([150, 10, 3.33])
  const last = (await priceAudits()).at(-1)?.after as { change: unknown; prices: unknown }
  expect(last.change).toMatchObject({ leaveOut: true })
  expect(last.prices).toEqual([[ids[0], 150]])
})

test('a service that becomes an outlier after the preview stops all of it', async () => {
  const ids = await makePriced([100, 200])
  const change = { ids, ...halfMore, leaveOut: true }
  const { digest } = await previewByCall(change)
  await db().rows('UPDATE services SET unit_cost = 90000000 WHERE id = $1', [ids[1]])
  expect((await applyByCall({ ...change, digest })).status).toBe(409)
  expect(await pricesOf(ids)).toEqual([100, 200])
})

test('a filter means exactly what the list shows, and all services are never meant by silence', async () => {
  const ids = await makePriced([100])
  await db().rows("UPDATE services SET text = '고래 좋아요 100%' WHERE id = $1", [ids[0]])
  expect((await previewByCall({ filter: { q: '좋아요 100%' }, ...halfMore })).rows).toMatchObject([{ id: ids[0] }])
  expect(
    (await previewByCall({ filter: { q: '좋아요 100%', saleState: 'READ_ONLY' }, ...halfMore })).counts.chosen,
  ).toBe(0)
  expect((await askAsManager(calls.previewPricesCall, halfMore)).status).toBe(400)
})

test.each([
  { value: '10' },
  { value: 0.000001 },
  { value: 1e9 },
  { step: 0.5 },
  { kind: 'DOUBLE' },
  { ids: [] },
  { ids: [0] },
])('a change of the wrong shape is refused: %o', async (wrong) => {
  expect((await askAsManager(calls.previewPricesCall, { ids: [1], ...halfMore, ...wrong })).status).toBe(400)
})
