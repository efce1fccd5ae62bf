import { expect, test } from 'vitest'
import { parseHistoryQuery, parseOpenedOrderId, parseOrderSearch, parseRepeatedOrderIds } from './history-query.ts'

test.each([
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
])('reads %o', (search, query) => expect(parseHistoryQuery(search)).toEqual(query))

test.each([
  [{}, null],
  [{ order: '' }, null],
  [{ order: '10234' }, 10_234],
  [{ order: '0' }, null],
  [{ order: '12x' }, null],
  [{ order: '99999999999' }, null],
  [{ order: ['1', '2'] }, null],
])('opens the order of %o', (search, order) => expect(parseOpenedOrderId(search)).toBe(order))

const hundred = Array.from({ length: 100 }, (_, at) => 100_000 + at)

test.each([
  [{}, []],
  [{ orders: '' }, []],
  [{ orders: '12' }, [12]],
  [{ orders: '12,7,12' }, [12, 7]],
  [{ orders: hundred.join(',') }, hundred],
  [{ orders: [...hundred, 1].join(',') }, []],
  [{ orders: '12,' }, []],
  [{ orders: '12,x' }, []],
  [{ orders: '9999999999' }, []],
  [{ orders: ['1', '2'] }, []],
])('repeats the orders of %o', (search, orders) => expect(parseRepeatedOrderIds(search)).toEqual(orders))

test.each([
  [undefined, '', undefined],
  ['', '', undefined],
  [' 1,234 ', '1,234', 1234],
  ['#77', '#77', 77],
  ['주문 77번', '주문 77번', 77],
  ['주문번호 77', '주문번호 77', 77],
  ['주문', '주문', null],
  ['１２번', '１２번', 12],
  ['0', '0', null],
  ['12a', '12a', null],
  ['9999999999', '9999999999', null],
  [['1', '2'], '', undefined],
])('reads the order id in the search %o', (q, typed, id) => {
  expect(parseOrderSearch({ q })).toEqual({ typed, id })
})
