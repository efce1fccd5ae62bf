import { expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { send, signIn } from '#lib/web/testing/caller.ts'
import * as calls from './calls.ts'
import type { AdminServiceRow } from './schema.ts'

const manager = await signIn(await makeMember({ role: 'MANAGER' }), 'MANAGER')

const askAsManager = (call: (typeof calls)[keyof typeof calls], body?: unknown, id?: number, search = '') =>
  send(call, { path: call.path.replace('{id}', String(id)), search, headers: manager.headers, body })

let platformCount = 0

/** Creates a platform with two categories of three services each; their names contain the same unique word. */
async function makeServices() {
  const word = `선반${++platformCount}`
  const platform = (await askAsManager(calls.createPlatformCall, { text: word })).json.id
  const ids: number[] = []
  const categories: number[] = []
  for (const name of ['가', '나']) {
    const { json } = await askAsManager(calls.createCategoryCall, { platform, text: `${word} ${name}` })
    categories.push(json.id)
    for (const point of [100, 10, 1]) {
      const body = { categoryId: json.id, text: `${name} ${point}`, point, min: 1, max: 9, cost: point / 2 }
      ids.push((await askAsManager(calls.createServiceCall, body)).json.id)
    }
  }
  return { word, platform, categories, ids }
}

const foundServices = async (search: string): Promise<AdminServiceRow[]> =>
  (await askAsManager(calls.adminServicesCall, undefined, undefined, search)).json.rows

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

test('services are found by platform, category, sale state, provider and any part of their names or numbers', async () => {
  const { word, platform, categories, ids } = await makeServices()
  const [readOnly, withdrawn] = ids as [number, number]
  await askAsManager(calls.changeServiceCall, { isReadOnly: true }, readOnly)
  await askAsManager(calls.removeServiceCall, undefined, withdrawn)
  expect(await foundServices(`platform=${platform}`)).toHaveLength(5)
  expect(await foundServices(`category=${categories[0]}`)).toHaveLength(2)
  expect(idsOf(await foundServices(`platform=${platform}&saleState=READ_ONLY`))).toEqual([readOnly])
  expect(idsOf(await foundServices(`platform=${platform}&saleState=WITHDRAWN`))).toEqual([withdrawn])
  expect(await foundServices(`platform=${platform}&saleState=SALE&provider=0`)).toHaveLength(4)
  expect(await foundServices(`platform=${platform}&provider=7`)).toEqual([])
  expect(await foundServices(`q=${encodeURIComponent(word)}`)).toHaveLength(5)
  expect(idsOf(await foundServices(`platform=${platform}&q=${ids[4]}`))).toEqual([ids[4]])
  expect(idsOf(await foundServices(`platform=${platform}&q=${withdrawn}`))).toEqual([withdrawn])
  await askAsManager(calls.changePlatformCall, { visible: false }, platform)
  const hidden = await foundServices(`platform=${platform}&saleState=HIDDEN`)
  expect(hidden).toHaveLength(5)
  expect(hidden[0]).toMatchObject({ platformText: word, saleState: 'HIDDEN', providerName: null, syncRule: null })
})

test.each(['NEW', 'SHOP'])('pages walk through the services once, in the order asked for: %s', async (sort) => {
  const { platform, ids, categories } = await makeServices()
  await askAsManager(calls.moveCategoryCall, { direction: 'UP' }, categories[1])
  const shop = [...ids.slice(3), ...ids.slice(0, 3)]
  const seen: number[] = []
  for (let cursor = ''; ; ) {
    const { json } = await askAsManager(
      calls.adminServicesCall,
      undefined,
      undefined,
      `platform=${platform}&sort=${sort}&size=2${cursor}`,
    )
    expect(json.total).toBe(6)
    seen.push(...idsOf(json.rows))
    if (json.nextCursor === null) break
    cursor = `&cursor=${json.nextCursor}`
  }
  expect(seen).toEqual(sort === 'NEW' ? ids.toReversed() : shop)
})

test('one moves past its neighbour and no further than the end; two who move at once keep an order', async () => {
  const { platform, ids } = await makeServices()
  const order = async () => idsOf(await foundServices(`platform=${platform}&sort=SHOP`)).slice(0, 3)
  const move = (id: number | undefined, direction: string) => askAsManager(calls.moveServiceCall, { direction }, id)
  const [a, b, c] = ids as [number, number, number]
  expect((await move(c, 'UP')).json).toEqual({ id: c, moved: true })
  expect(await order()).toEqual([a, c, b])
  expect((await move(a, 'UP')).json).toEqual({ id: a, moved: false })
  expect((await move(a, 'DOWN')).json.moved).toBe(true)
  expect(await order()).toEqual([c, a, b])
  await Promise.all([move(b, 'UP'), move(b, 'UP'), move(c, 'DOWN'), move(a, 'DOWN')])
  expect((await order()).toSorted()).toEqual([a, b, c].toSorted())
  const { count } = (
    await db().rows<{ count: number }>(
      'SELECT count(DISTINCT position)::int AS count FROM services WHERE id = ANY ($1)',
      [[a, b, c]],
    )
  )[0] ?? { count: 0 }
  expect(count).toBe(3)
  expect((await move(999_999_999, 'UP')).status).toBe(404)
})

test('who saves what somebody else has changed meanwhile is told, and his change is not made', async () => {
  const { ids } = await makeServices()
  const [id] = ids
  const save = (change: object, seen: object) => askAsManager(calls.changeServiceCall, { ...change, seen }, id)
  expect((await save({ point: 120 }, { point: 100 })).status).toBe(200)
  const late = await save({ point: 110 }, { point: 100 })
  expect({ status: late.status, code: late.json.code }).toEqual({ status: 409, code: 'CONFLICT' })
  expect((await save({ notice: '안내' }, { notice: '' })).json).toMatchObject({ point: 120, notice: '안내' })
})

test('a withdrawn service comes back as it was, once', async () => {
  const { ids } = await makeServices()
  const [id] = ids
  expect((await askAsManager(calls.restoreServiceCall, undefined, id)).status).toBe(409)
  await askAsManager(calls.removeServiceCall, undefined, id)
  const tries = await Promise.all([1, 2].map(() => askAsManager(calls.restoreServiceCall, undefined, id)))
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(idsOf(await foundServices(`q=${id}`))).toContain(id)
})
