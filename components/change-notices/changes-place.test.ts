import { expect, test } from 'vitest'
import { changesHref, changesPlace } from './changes-place.ts'

test('a place survives its way through the URL', () => {
  const place = { filter: 'price', mine: true, before: { day: '2026-11-22', serviceId: 17 } } as const
  const query = Object.fromEntries(new URL(changesHref(place), 'https://shop.example').searchParams)
  expect(changesPlace(query)).toEqual(place)
})

test('what isn’t understood shows the list from its start', () => {
  for (const before of [
    '2026-02-31.1',
    '2026-11-22',
    '2026-11-22.-1',
    "2026-11-22.1'",
    '99999-01-01.1',
    '2026-13-01.5',
  ])
    expect(changesPlace({ before, kind: 'toString', mine: 'x' })).toEqual({
      filter: undefined,
      mine: false,
      before: undefined,
    })
})
