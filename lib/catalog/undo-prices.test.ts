import { expect, test } from 'vitest'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { send, signIn } from '#lib/web/testing/caller.ts'
import * as calls from './calls.ts'
import { priceChangeText } from './labels.ts'
import type { PriceBatchRow, PriceHistoryRow } from './price-change-schema.ts'
import { makeService } from './testing/services.ts'

const manager = await signIn(await makeMember({ role: 'MANAGER' }), 'MANAGER')

const askAsManager = (call: (typeof calls)[keyof typeof calls], body?: unknown, id?: number) =>
  send(call, { path: call.path.replace('{id}', String(id)), headers: manager.headers, body })

async function makePriced(prices: number[]): Promise<number[]> {
  const ids: number[] = []
  for (const price of prices) ids.push(await makeService({ price }))
  return ids
}

async function changeByPercent(ids: number[], value: number): Promise<number> {
  const change = { ids, kind: 'PERCENT', value, step: 0.00001, rounding: 'NEAREST' }
  const { digest } = (await askAsManager(calls.previewPricesCall, change)).json
  return (await askAsManager(calls.applyPricesCall, { ...change, digest })).json.batchId
}

const undo = (id: number) => askAsManager(calls.undoPricesCall, undefined, id)

const pricesOf = async (ids: number[]) => {
  const rows = await db().rows<{ unitPrice: bigint }>(
    'SELECT unit_price FROM services WHERE id = ANY ($1) ORDER BY id',
    [ids],
  )
  return rows.map(({ unitPrice }) => Number(unitPrice) / 100_000)
}

const historyOf = async (id: number): Promise<PriceHistoryRow[]> =>
  (await askAsManager(calls.priceHistoryCall, undefined, id)).json.rows

const batchOf = async (id: number): Promise<PriceBatchRow | undefined> =>
  (await askAsManager(calls.priceBatchesCall)).json.rows.find((row: PriceBatchRow) => row.id === id)

test('a bulk change is undone exactly, the same numbers answer a second time, and one audit row tells of it', async () => {
  const ids = await makePriced([3.3, 0.003, 120])
  const batchId = await changeByPercent(ids, 7)
  expect(await pricesOf(ids)).toEqual([3.531, 0.00321, 128.4])
  expect(await batchOf(batchId)).toMatchObject({ changed: 3, restorable: 3, restored: null })
  const answers = await Promise.all([undo(batchId), undo(batchId)])
  for (const { status, json } of [...answers, await undo(batchId)])
    expect([status, json]).toEqual([200, { restored: 3, skipped: 0 }])
  expect(await pricesOf(ids)).toEqual([3.3, 0.003, 120])
  expect(await batchOf(batchId)).toMatchObject({ restorable: 0, restored: 3, skipped: 0 })
  const audits = await db().rows<{ after: { prices: unknown } }>(
    "SELECT after FROM audit_entries WHERE action = 'service.prices-undo' AND subject_id = $1",
    [`prices-${batchId}`],
  )
  expect(audits).toHaveLength(1)
  expect(audits[0]?.after.prices).toEqual([
    [ids[0], 3.3],
    [ids[1], 0.003],
    [ids[2], 120],
  ])
})

test('a price that changed since keeps its new one, also if it changed back by hand, and both are counted', async () => {
  const ids = await makePriced([10, 20, 30])
  const [first = 0, second = 0] = ids
  const batchId = await changeByPercent(ids, 10)
  await askAsManager(calls.changeServiceCall, { point: 15 }, first)
  await askAsManager(calls.changeServiceCall, { point: 1 }, second)
  await askAsManager(calls.changeServiceCall, { point: 22 }, second)
  expect(await batchOf(batchId)).toMatchObject({ restorable: 1 })
  expect((await undo(batchId)).json).toEqual({ restored: 1, skipped: 2 })
  expect(await pricesOf(ids)).toEqual([15, 22, 30])
})

test('two bulk changes are undone one after the other, and the first not through the second', async () => {
  const ids = await makePriced([100])
  const first = await changeByPercent(ids, 10)
  const second = await changeByPercent(ids, 10)
  expect(await batchOf(first)).toMatchObject({ restorable: 0 })
  expect((await undo(second)).json).toEqual({ restored: 1, skipped: 0 })
  expect(await pricesOf(ids)).toEqual([110])
  expect((await undo(first)).json).toEqual({ restored: 1, skipped: 0 })
  expect(await pricesOf(ids)).toEqual([100])
})

test('after a day a bulk change is not undone any more, and neither is an unknown one', async () => {
  const [id = 0] = await makePriced([110])
  const { batchId } = await oneRow<{ batchId: number }>(
    db(),
    `WITH batch AS (
       INSERT INTO price_batches (actor_id, changed, created_at)
       SELECT max(id), 1, now() - interval '24 hours 1 second' FROM members RETURNING id
     )
     INSERT INTO price_changes (service_id, price_from, price_to, cause, batch_id)
     SELECT $1, 10000000, 11000000, 'BULK', id FROM batch RETURNING batch_id`,
    [id],
  )
  expect([(await undo(batchId)).status, (await undo(999_999)).status]).toEqual([409, 404])
  expect(await pricesOf([id])).toEqual([110])
  expect(await batchOf(batchId)).toBeUndefined()
})

test('the history of a price says who changed it from what to what: by its form, in bulk and back', async () => {
  const [id = 0] = await makePriced([3.3])
  await askAsManager(calls.changeServiceCall, { point: 3.5, text: '새 이름' }, id)
  await askAsManager(calls.changeServiceCall, { text: '더 새 이름' }, id)
  await undo(await changeByPercent([id], -10))
  const rows = await historyOf(id)
  expect(rows.map(({ cause, from, to }) => [cause, from, to])).toEqual([
    ['UNDO', 3.15, 3.5],
    ['BULK', 3.5, 3.15],
    ['EDIT', 3.3, 3.5],
  ])
  const shown = { at: '2026-11-03T05:20:00Z', by: '김대표' }
  const now = new Date('2026-11-22T00:00:00Z')
  expect(rows.map((row) => priceChangeText({ ...row, ...shown }, now))).toEqual([
    '11월 3일 14:20 김대표 님이 일괄 변경을 되돌려 3.15원에서 3.5원으로 올렸어요',
    '11월 3일 14:20 김대표 님이 3.5원에서 3.15원으로 내렸어요',
    '11월 3일 14:20 김대표 님이 3.3원에서 3.5원으로 올렸어요',
  ])
  const sync = { ...shown, by: null, cause: 'SYNC', from: 0.003, to: 1_200 } as const
  expect(priceChangeText(sync, now)).toBe('11월 3일 14:20 공급사 가격을 따라 0.003원에서 1,200원으로 올랐어요')
})
