import { expect, it } from 'vitest'
import { historyQueryOf } from './history-query.ts'

it.each([
  [{}, { status: undefined, page: 1, size: 10 }],
  [
    { status: '0', page: '3' },
    { status: 0, page: 3, size: 10 },
  ],
  [
    { status: '', page: '' },
    { status: undefined, page: 1, size: 10 },
  ],
  [
    { status: '6', page: '0' },
    { status: undefined, page: 1, size: 10 },
  ],
  [
    { status: 'x', page: '1.5' },
    { status: undefined, page: 1, size: 10 },
  ],
  [
    { status: ['1', '2'], page: '99999999', size: '500' },
    { status: undefined, page: 1, size: 10 },
  ],
])('reads %o', (search, query) => expect(historyQueryOf(search)).toEqual(query))
