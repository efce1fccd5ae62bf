import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readServiceList } from './read-service-list.ts'
import { lifelikeServiceList, listedRow } from './testing/service-list.ts'

const readOne = (row: unknown) => {
  const list = readServiceList([row])
  return list?.services[0] ?? list?.refused[0]
}

test('a good row is read whole', () => {
  expect(readOne(listedRow({ service: '42', rate: '341778.3497', refill: '0', dripfeed: 1 }))).toEqual({
    remoteId: '42',
    name: 'Followers',
    type: 'Default',
    category: 'Instagram',
    rate: 34_177_834_970_000n,
    min: 10,
    max: 1_000,
    refill: false,
    cancel: true,
    dripfeed: true,
  })
})

test.each([
  ['NOT_A_ROW', null],
  ['NOT_A_ROW', 'row'],
  ['NOT_A_ROW', [1]],
  ['NAME', {}],
  ['NAME', listedRow({ name: null })],
  ['NAME', listedRow({ name: ' \t\u200b ' })],
  ['NAME', listedRow({ name: '!!!' })],
  ['SEPARATOR', listedRow({ name: '-----', rate: 0 })],
  ['SEPARATOR', listedRow({ name: '━━━ ⬇️ ━━━', rate: '0.00' })],
  ['SEPARATOR', { name: '=====' }],
  ['FREE', listedRow({ rate: 0 })],
  ['FREE', listedRow({ rate: '0.0000' })],
  ['RATE', listedRow({ rate: null })],
  ['RATE', listedRow({ rate: '-1.5' })],
  ['RATE', listedRow({ rate: {} })],
  ['ID', listedRow({ service: null })],
  ['ID', listedRow({ service: 'x'.repeat(65) })],
  ['ID', listedRow({ service: '1 2' })],
  ['ID', listedRow({ service: 2 ** 53 })],
  ['ID', listedRow({ service: '1; DROP TABLE' })],
  ['TYPE', listedRow({ type: 'Live Streams' })],
  ['TYPE', listedRow({ type: 7 })],
  ['LIMITS', listedRow({ min: null })],
  ['LIMITS', listedRow({ max: 'lots' })],
  ['LIMITS', listedRow({ min: 1.5 })],
  ['LIMITS', listedRow({ min: 0, max: 0 })],
  ['MIN_OVER_MAX', listedRow({ min: 11, max: 10 })],
])('%s: %j is refused', (reason, row) => {
  expect(readOne(row)).toMatchObject({ index: 0, reason })
})

test('a type in any spelling is known, and a package is one, whatever its limits say', () => {
  expect(readOne(listedRow({ type: 'custom_comments', min: 5, max: 100 }))).toMatchObject({
    type: 'Custom Comments',
    min: 5,
    max: 100,
  })
  expect(readOne(listedRow({ type: 'Package', min: 0, max: 0 }))).toMatchObject({ type: 'Package', min: 1, max: 1 })
})

test.each([
  ['2147483647', 2_147_483_647],
  [2_147_483_647, 2_147_483_647],
  ['9'.repeat(41), 2_147_483_647],
  [JSON.parse('9'.repeat(41)), 2_147_483_647],
  ['10,000', 10_000],
  ['500.00', 500],
])('a maximum of %j is %d', (max, read) => {
  expect(readOne(listedRow({ max }))).toMatchObject({ max: read })
})

test('a minimum of nothing is one', () => {
  expect(readOne(listedRow({ min: '0' }))).toMatchObject({ min: 1 })
})

test('of an id given twice the first counts, as number or as text', () => {
  const list = readServiceList([listedRow({ service: 7 }), listedRow({ service: '7', rate: '0.1' })])
  expect(list?.services).toMatchObject([{ remoteId: '7', rate: 150_000_000n }])
  expect(list?.refused).toEqual([{ index: 1, remoteId: '7', name: 'Followers', reason: 'DUPLICATE' }])
})

test('a list in an envelope or by id is a list; an error, a text or a page is none', () => {
  const row = listedRow()
  for (const answer of [[row], { services: [row] }, { data: [row] }, { 1: row }])
    expect(readServiceList(answer)?.services).toHaveLength(1)
  for (const answer of [null, '', '<html>', 7, {}, { error: 'Invalid API key' }, { services: 'none' }, { a: 1 }])
    expect(readServiceList(answer)).toBeNull()
  expect(readServiceList([])).toEqual({ services: [], refused: [] })
})

test('five thousand lifelike rows: each is read once or refused with a reason, and what is read can be sold', () => {
  const rows = JSON.parse(JSON.stringify(lifelikeServiceList(5_000))) as unknown[]
  const list = readServiceList(rows)
  if (!list) throw new Error('no list')
  expect(list.services.length + list.refused.length).toBe(rows.length)
  expect(list.services.length).toBeGreaterThan(2_500)
  expect(new Set(list.services.map(({ remoteId }) => remoteId)).size).toBe(list.services.length)
  expect(new Set(list.refused.map(({ reason }) => reason)).size).toBeGreaterThanOrEqual(9)
  for (const { name, rate, min, max } of list.services) {
    expect(name).not.toMatch(/&amp;|[\t\u202e]|^\s|\s$/)
    expect(rate > 0n && min >= 1 && max >= min && max <= 2_147_483_647).toBe(true)
  }
})

test('no JSON whatever makes it fail', () => {
  const field = fc.oneof(fc.jsonValue(), fc.constantFrom('1', '1.5', '9'.repeat(41), -1, 'Default'))
  const row = fc.record(
    { service: field, name: field, category: field, type: field, rate: field, min: field, max: field, refill: field },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.oneof(row, fc.jsonValue())), fc.jsonValue()), (answer) => {
      const list = readServiceList(answer)
      if (Array.isArray(answer)) expect((list?.services.length ?? 0) + (list?.refused.length ?? 0)).toBe(answer.length)
    }),
    { numRuns: 1_000 },
  )
})

test('a list that never ends is read up to its twenty thousandth row', () => {
  const list = readServiceList(Array.from({ length: 20_005 }, (_, at) => listedRow({ service: at })))
  expect(list?.services).toHaveLength(20_000)
  expect(list?.refused).toMatchObject([{ index: 20_000, reason: 'TOO_MANY' }])
})
