import { expect, test } from 'vitest'
import { makeService } from '#lib/catalog/testing/services.ts'
import { dropCached } from '#lib/core/cache.ts'
import type { Caller } from '#lib/core/call.ts'
import { db, openDatabase } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { ask } from '#lib/core/testing/call.ts'
import { resellerServicesCall } from './calls.ts'
import { toCursor } from './rules.ts'
import { resellerServiceChanges } from './schema.ts'

const caller: Caller = { memberId: 1, loginId: 'reseller', role: 'MEMBER', via: 'api-key', sessionId: null }
const BEGINNING = '1970-01-01T00:00:00Z'

/** The response of GET /services?since, from a catalogue that is read again from the database. */
async function changesSince(since: string) {
  dropCached('catalog')
  const { body } = await ask(resellerServicesCall, { caller, search: `?since=${encodeURIComponent(since)}` })
  return resellerServiceChanges.parse(JSON.parse(body.toString()))
}

const idsOf = ({ changed, gone }: Awaited<ReturnType<typeof changesSince>>) => ({
  changed: changed.map(({ id }) => id),
  gone,
})
const change = (set: string, id: number) => db().rows(`UPDATE services SET ${set} WHERE id = $1`, [id])

test('from the beginning all services are listed, and with the cursor nothing until something changes', async () => {
  const [first, second] = [await makeService(), await makeService()]
  const all = await changesSince(BEGINNING)
  expect(idsOf(all).changed).toEqual(expect.arrayContaining([first, second]))
  const none = await changesSince(all.cursor)
  expect(none).toEqual({ cursor: all.cursor, changed: [], gone: [] })
})

test('price, limits, name, type and sale state of a service are changes; its notice, its place and its cost are none', async () => {
  const id = await makeService()
  const changes = [
    'unit_price = 7',
    'min = 2',
    'max = 9',
    "text = '새 이름'",
    "type = 'Package'",
    'is_read_only = true',
  ]
  for (const set of changes) {
    const { cursor } = await changesSince(BEGINNING)
    await change(set, id)
    expect([set, idsOf(await changesSince(cursor))]).toEqual([set, { changed: [id], gone: [] }])
  }
  const { cursor, changed } = await changesSince(BEGINNING)
  expect(changed.find((row) => row.id === id)).toEqual({
    id,
    text: '새 이름',
    min: 2,
    max: 9,
    point: 0.00007,
    isReadOnly: true,
    type: 'Package',
  })
  for (const set of ["notice = '안내'", 'position = 5', 'unit_cost = 3', 'enable_auto = true']) await change(set, id)
  expect((await changesSince(cursor)).cursor).toBe(cursor)
})

test('a service that is withdrawn, or whose platform is hidden or that moves there, is gone; when it is back it is a change', async () => {
  const id = await makeService()
  const [{ categoryId = 0 } = {}] = await db().rows<{ categoryId: number }>(
    'SELECT category_id FROM services WHERE id = $1',
    [id],
  )
  const hidden = '(SELECT id FROM platforms WHERE NOT visible)'
  await db().rows(
    "INSERT INTO platforms (id, text, background_color, visible) VALUES (99, '숨긴 플랫폼', '#000000', false)",
  )
  const ways: [string, string][] = [
    [
      `UPDATE services SET withdrawn_at = now() WHERE id = ${id}`,
      `UPDATE services SET withdrawn_at = NULL WHERE id = ${id}`,
    ],
    ['UPDATE platforms SET visible = false WHERE id = 1', 'UPDATE platforms SET visible = true WHERE id = 1'],
    [
      `UPDATE categories SET platform_id = ${hidden} WHERE id = ${categoryId}`,
      `UPDATE categories SET platform_id = 1 WHERE id = ${categoryId}`,
    ],
  ]
  for (const [away, back] of ways) {
    const { cursor } = await changesSince(BEGINNING)
    await db().rows(away)
    const without = await changesSince(cursor)
    expect([away, without.gone.includes(id), idsOf(without).changed.includes(id)]).toEqual([away, true, false])
    await db().rows(back)
    const again = await changesSince(without.cursor)
    expect([back, again.gone.includes(id), idsOf(again).changed.includes(id)]).toEqual([back, false, true])
  }
})

test('a change that commits late is in the next answer, whatever was asked while it was open', async () => {
  const [late, early] = [await makeService(), await makeService()]
  const start = await changesSince(BEGINNING)
  const { promise: commit, resolve: letCommit } = Promise.withResolvers<void>()
  const { promise: changed, resolve: noteChanged } = Promise.withResolvers<void>()
  const open = db().transaction(async (tx) => {
    await tx.rows('UPDATE services SET unit_price = 11 WHERE id = $1', [late])
    noteChanged()
    await commit
  })
  await changed
  // The second change waits for the lock of the open transaction, so its time is later.
  const after = change('unit_price = 12', early)
  const meanwhile = await changesSince(start.cursor)
  expect(idsOf(meanwhile)).toEqual({ changed: [], gone: [] })
  letCommit()
  await Promise.all([open, after])
  const next = await changesSince(meanwhile.cursor)
  expect(idsOf(next).changed.toSorted()).toEqual([late, early].toSorted())
})

test('whoever follows the cursors while four writers change services ends with exactly what the shop sells', async () => {
  const ids: number[] = []
  for (let at = 0; at < 20; at++) ids.push(await makeService({ price: 1 }))
  const seen = new Map<number, number>()
  let cursor = BEGINNING
  const follow = async () => {
    const answer = await changesSince(cursor)
    for (const { id, point } of answer.changed) seen.set(id, point)
    for (const id of answer.gone) seen.delete(id)
    expect(answer.cursor >= cursor || cursor === BEGINNING).toBe(true)
    cursor = answer.cursor
  }
  let writing = true
  const writers = openDatabase(env().DATABASE_URL, 4)
  const write = async (writer: number) => {
    for (let round = 0; round < 40; round++)
      await writers.transaction(async (tx) => {
        const id = ids[(writer * 7 + round * 3) % ids.length]
        await tx.rows('UPDATE services SET unit_price = $2, withdrawn_at = CASE WHEN $3 THEN now() END WHERE id = $1', [
          id,
          100_000 + writer * 1_000 + round,
          round % 5 === 4,
        ])
        if (round % 3 === 0) await tx.rows('SELECT pg_sleep(0.005)')
      })
  }
  const following = (async () => {
    while (writing) await follow()
  })()
  await Promise.all([0, 1, 2, 3].map(write))
  writing = false
  await following
  await follow()
  await writers.end()
  const sold = await db().rows<{ id: number; unitPrice: bigint }>(
    'SELECT id, unit_price FROM services WHERE id = ANY ($1) AND withdrawn_at IS NULL ORDER BY id',
    [ids],
  )
  const followed = [...seen].filter(([id]) => ids.includes(id)).toSorted(([a], [b]) => a - b)
  expect(followed).toEqual(sold.map(({ id, unitPrice }) => [id, Number(unitPrice) / 100_000]))
})

test('a cursor is taken as it is, any other time five minutes earlier', () => {
  expect(toCursor('2026-11-22T09:00:00.123456Z')).toBe('2026-11-22T09:00:00.123456Z')
  expect(toCursor('2026-11-22T09:00:00.123Z')).toBe('2026-11-22T08:55:00.123000Z')
  expect(toCursor('2026-11-22T18:00:00+09:00')).toBe('2026-11-22T08:55:00.000000Z')
  expect(toCursor('1970-01-01T00:00:00Z')).toBe('1970-01-01T00:00:00.000000Z')
})

test('the plus sign of an offset may be unescaped in the URL, and a value that is no time is refused', async () => {
  const statusOf = async (search: string) => (await ask(resellerServicesCall, { caller, search })).status
  expect(await statusOf('?since=2026-11-22T18:00:00+09:00')).toBe(200)
  for (const bad of ['yesterday', '2026-11-22', '2026-11-22T18:00:00', '1763800000', '2026-02-30T00:00:00Z'])
    expect([bad, await statusOf(`?since=${bad}`)]).toEqual([bad, 400])
})

test('the answer is a caller’s own, compressed, and 304 while nothing changes', async () => {
  const search = `?since=${BEGINNING}`
  await changesSince(BEGINNING)
  const first = await ask(resellerServicesCall, { caller, search, headers: { 'accept-encoding': 'gzip' } })
  expect(first.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding, api-key',
    'content-encoding': 'gzip',
  })
  const known = { 'if-none-match': String(first.headers.etag) }
  expect((await ask(resellerServicesCall, { caller, search, headers: known })).status).toBe(304)
})
