import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { batchItems } from './batch-items.ts'
import { batchLookups } from './batch-lookups.ts'
import { limitPerKey } from './limit-per-key.ts'

test('at most the given number of calls of a key run at once, in their sequence; other keys are counted separately', async () => {
  const through = limitPerKey(2)
  const inside = new Map<number, number>()
  const maxInside = new Map<number, number>()
  const order: number[] = []
  const visit = (key: number, at: number) =>
    through(key, async () => {
      inside.set(key, (inside.get(key) ?? 0) + 1)
      maxInside.set(key, Math.max(maxInside.get(key) ?? 0, inside.get(key) ?? 0))
      if (key === 1) order.push(at)
      await wait(2)
      inside.set(key, (inside.get(key) ?? 1) - 1)
    })
  await Promise.all(Array.from({ length: 12 }, (_, at) => [visit(1, at), visit(2, at)]).flat())
  expect([...maxInside]).toEqual([
    [1, 2],
    [2, 2],
  ])
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

test('a call that fails lets the next call of its key run', async () => {
  const through = limitPerKey(1)
  const failing = through(1, () => Promise.reject(new Error('no')))
  const next = through(1, async () => 'in')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('in')
  expect(await through(1, async () => 'again')).toBe('again')
})

test('look-ups of one turn of the event loop are one query, and each gets its own value', async () => {
  const load = vi.fn(
    async (keys: string[]) => new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()])),
  )
  const ask = batchLookups(load)
  expect(await Promise.all(['a', 'b', 'a', 'none'].map(ask))).toEqual(['A', 'B', 'A', undefined])
  expect(load.mock.calls).toEqual([[['a', 'b', 'none']]])
})

test('a failed query fails all its look-ups, and the next look-up makes a new query', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(new Error('down'))
    .mockResolvedValue(new Map([['a', 1]]))
  const ask = batchLookups<number>(load)
  const both = await Promise.allSettled([ask('a'), ask('b')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask('a')).toBe(1)
})

test('items that arrive during a run are handled together in the next, never more than maxItems at once', async () => {
  const runs: number[][] = []
  const gather = batchItems<number, number>(
    async (items) => {
      runs.push(items)
      await wait(2)
      return items.map((item) => item * 2)
    },
    { maxItems: 5, distinctKey: () => null },
  )
  const items = Array.from({ length: 23 }, (_, at) => at)
  expect(await Promise.all(items.map(gather))).toEqual(items.map((item) => item * 2))
  expect(runs.flat()).toEqual(items)
  expect(Math.max(...runs.map((run) => run.length))).toBe(5)
})

test('two items with one key are never in one batch, and keep their sequence', async () => {
  const runs: string[][] = []
  const gather = batchItems<string, string>(
    async (items) => {
      runs.push(items)
      return items
    },
    { maxItems: 10, distinctKey: (item) => item[0] ?? null },
  )
  await Promise.all(['a1', 'b1', 'a2', 'a3', 'b2'].map(gather))
  for (const run of runs) expect(new Set(run.map((item) => item[0])).size).toBe(run.length)
  expect(runs.flat().filter((item) => item.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
})

test('a run that fails fails its own items only', async () => {
  const gather = batchItems<number, number>(
    async (items) => {
      if (items.includes(1)) throw new Error('no')
      return items
    },
    { maxItems: 1, distinctKey: () => null },
  )
  const results = await Promise.allSettled([1, 2, 3].map(gather))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
})
