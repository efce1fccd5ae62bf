import { expect, test } from 'vitest'
import { changesHref, parseChangesQuery } from './changes-query.ts'

test('filter and page are read from a URL as they were written to it', () => {
  const query = { filter: 'price', mine: true, before: { day: '2026-11-22', serviceId: 17 } } as const
  const parameters = Object.fromEntries(new URL(changesHref(query), 'https://shop.example').searchParams)
  expect(parseChangesQuery(parameters)).toEqual(query)
})

test('invalid parameters show the unfiltered list from its start', () => {
  for (const before of [
    '2026-02-31.1',
    '2026-11-22',
    '2026-11-22.-1',
    "2026-11-22.1'",
    '99999-01-01.1',
    '2026-13-01.5',
  ])
    expect(parseChangesQuery({ before, kind: 'toString', mine: 'x' })).toEqual({
      filter: undefined,
      mine: false,
      before: undefined,
    })
})
