import { expect, it } from 'vitest'
import { parseAutoHistoryQuery } from './auto-history-query.ts'

it.each([
  [{}, { status: undefined, page: 1, size: 10 }],
  [
    { status: '0', page: '2' },
    { status: 0, page: 2, size: 10 },
  ],
  [{ status: '1' }, { status: 1, page: 1, size: 10 }],
  [{ status: '2' }, { status: 2, page: 1, size: 10 }],
  [
    { status: '3', page: 'x' },
    { status: undefined, page: 1, size: 10 },
  ],
])('reads %o', (search, query) => expect(parseAutoHistoryQuery(search)).toEqual(query))
