import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffServices, type KnownService, looksTruncated } from './diff-services.ts'
import type { ListedService } from './read-row.ts'
import { readServiceList } from './read-service-list.ts'
import { listedRow } from './testing/service-list.ts'

const listedService = (row: Record<string, unknown> = {}): ListedService => {
  const [service] = readServiceList([listedRow(row)])?.services ?? []
  if (!service) throw new Error('refused')
  return service
}

const knownService = (row: Record<string, unknown> = {}, gone = false): KnownService => ({
  ...listedService(row),
  gone,
})

test('a second import says what is new, dearer, differently limited, renamed, gone and back', () => {
  const before = [
    knownService({ service: 1 }),
    knownService({ service: 2 }),
    knownService({ service: 3 }),
    knownService({ service: 4 }, true),
  ]
  const after = [
    listedService({ service: 1, rate: '2', max: 500, name: 'Fans' }),
    listedService({ service: 2 }),
    listedService({ service: 4 }),
    listedService({ service: 5 }),
  ]
  expect(diffServices(before, after)).toEqual([
    { remoteId: '1', name: 'Fans', kind: 'PRICE', from: 150_000_000n, to: 200_000_000n },
    { remoteId: '1', name: 'Fans', kind: 'LIMITS', from: [10, 1_000], to: [10, 500] },
    { remoteId: '1', name: 'Fans', kind: 'NAME', from: 'Followers' },
    { remoteId: '4', name: 'Followers', kind: 'BACK', rate: 150_000_000n },
    { remoteId: '5', name: 'Followers', kind: 'NEW', rate: 150_000_000n },
    { remoteId: '3', name: 'Followers', kind: 'GONE' },
  ])
})

test('what is gone already isn’t told again', () => {
  expect(diffServices([knownService({}, true)], [])).toEqual([])
})

const someServices = fc.uniqueArray(
  fc.record({
    service: fc.integer({ min: 1, max: 30 }),
    rate: fc.integer({ min: 1, max: 5 }),
    max: fc.integer({ min: 10, max: 14 }),
  }),
  { selector: ({ service }) => service },
)

test('a list against itself is no change; against another, every difference is told and nothing else', () => {
  fc.assert(
    fc.property(someServices, someServices, (first, second) => {
      const [before, after] = [first.map((row) => knownService(row)), second.map((row) => listedService(row))]
      expect(diffServices(before, before)).toEqual([])
      const kinds = (id: number) =>
        diffServices(before, after)
          .filter(({ remoteId }) => remoteId === String(id))
          .map(({ kind }) => kind)
      for (let id = 1; id <= 30; id++) {
        const [old, now] = [first.find(({ service }) => service === id), second.find(({ service }) => service === id)]
        const expected = !old
          ? now
            ? ['NEW']
            : []
          : !now
            ? ['GONE']
            : [old.rate !== now.rate && 'PRICE', old.max !== now.max && 'LIMITS']
        expect(kinds(id)).toEqual(expected.filter(Boolean))
      }
    }),
  )
})

test('more than half gone at once is suspicious, unless there were hardly any', () => {
  const before = [1, 2, 3, 4, 5].map((service) => knownService({ service }))
  const left = (count: number) => diffServices(before, before.slice(0, count))
  expect(looksTruncated(before, left(3))).toBe(false)
  expect(looksTruncated(before, left(2))).toBe(true)
  expect(looksTruncated(before.slice(0, 3), diffServices(before.slice(0, 3), []))).toBe(false)
})
