import { expect, test } from 'vitest'
import { healthOf, readDecimal, readId, readOrderStatus, readSending, readStatuses, readWholeNumber } from './rules.ts'

const outcomeOfJson = (value: unknown, status = 200) => readSending({ kind: 'json', status, value }).outcome

test.each([
  [{ order: 23501 }],
  [{ order: '23501' }],
  [{ status: 'success', order: 23501 }],
  [{ error: '', order: 23501 }],
  [[{ order: 23501 }]],
])('%j was taken', (value) => {
  expect(outcomeOfJson(value)).toBe('SENT')
})

test.each([
  [{ order: 0 }, 200],
  [{ order: null }, 200],
  [{ order: -5 }, 200],
  [{ order: '' }, 200],
  [{}, 200],
  [[], 200],
  ['OK', 200],
  [null, 200],
  [17, 200],
  [{ order: 5, error: 'Incorrect link' }, 200],
  [{ order: 5 }, 500],
  [{ error: 'Incorrect link' }, 503],
  [{ order: 5 }, 404],
])('%j with %i says nothing', (value, status) => {
  expect(outcomeOfJson(value, status)).toBe('UNKNOWN')
})

test.each([
  ['Not enough funds on balance', 'NO_FUNDS'],
  ['Insufficient balance', 'NO_FUNDS'],
  ['Incorrect link', 'REFUSED'],
  ['Bad link', 'REFUSED'],
  ['Incorrect service ID', 'REFUSED'],
  ['Quantity less than minimal 100', 'REFUSED'],
  ['You have active order with this link. Please wait until order being completed.', 'UNSENT'],
  ['neworder.error.link_duplicate', 'UNSENT'],
  ['Invalid API key', 'UNSENT'],
  ['Too many requests', 'UNSENT'],
  ['Service temporarily unavailable, try again', 'UNSENT'],
  ['Something went sideways', 'UNSENT'],
])('the error %s means %s', (error, outcome) => {
  expect(outcomeOfJson({ error })).toBe(outcome)
  expect(outcomeOfJson({ status: 'error', message: error })).toBe(outcome)
})

test('what never arrived is unsent, what may have arrived is unknown, too many is unsent however it is put', () => {
  expect(readSending({ kind: 'unsent', error: 'ECONNREFUSED' })).toMatchObject({ outcome: 'UNSENT', retryIn: 30 })
  expect(readSending({ kind: 'unclear', error: 'TIMED_OUT' }).outcome).toBe('UNKNOWN')
  expect(outcomeOfJson(null, 429)).toBe('UNSENT')
})

test.each([
  [12, 12],
  ['12', 12],
  [' -4 ', -4],
  ['1,234', 1_234],
  ['12.00', 12],
  ['12.5', null],
  [12.5, null],
  ['1e3', null],
  ['', null],
  [null, null],
  [Number.NaN, null],
  ['9'.repeat(41), null],
])('%j is the whole number %j', (value, whole) => {
  expect(readWholeNumber(value)).toBe(whole)
})

test('ids and sums keep every digit they have', () => {
  expect([readId('123456789012345678901'), readId(' a-1 '), readId('a b'), readId(0)]).toEqual([
    '123456789012345678901',
    'a-1',
    null,
    null,
  ])
  expect([readDecimal('1,000.25'), readDecimal(3.5), readDecimal('x'), readDecimal(null)]).toEqual([
    '1000.25',
    '3.5',
    null,
    null,
  ])
})

test('spelling variants of statuses are one status, and others none', () => {
  expect(['Canceled', 'cancelled', 'REFUNDED'].map(readOrderStatus)).toEqual([5, 5, 5])
  expect(['In progress', 'in_progress', 'Inprogress'].map(readOrderStatus)).toEqual([1, 1, 1])
  expect(['Partially completed', 'Completed', 'Pending', 'Processing'].map(readOrderStatus)).toEqual([3, 2, 0, 4])
  expect(['', 'Fail', 'constructor', null, 7].map(readOrderStatus)).toEqual([null, null, null, null, null])
})

test('statuses are read from an object, a list or a single row, each for the order it names alone', () => {
  const row = { status: 'Completed', remains: '0', start_count: '5' }
  const update = { status: 2, remains: 0, startCount: 5 }
  expect([...readStatuses({ 7: row, 8: { error: 'Incorrect order ID' }, 9: row }, ['7', '8'])]).toEqual([
    ['7', update],
    ['8', { error: 'Incorrect order ID' }],
  ])
  expect([
    ...readStatuses(
      [
        { order: 7, ...row },
        { order: 9, ...row },
      ],
      ['7', '8'],
    ),
  ]).toEqual([['7', update]])
  expect([...readStatuses(row, ['7'])]).toEqual([['7', update]])
  expect([...readStatuses(row, ['7', '8'])]).toEqual([])
  expect([...readStatuses('<html>', ['7'])]).toEqual([])
})

const healthyProvider = {
  enabled: true,
  failures: 0,
  pausedUntil: null,
  noFundsUntil: null,
  balance: 10,
  alertBelow: 5,
  testedAt: '2026-11-20T09:00:00Z',
}
const now = Date.parse('2026-11-21T09:00:00Z')
const later = '2026-11-21T09:05:00Z'

test.each([
  [{}, 'WELL'],
  [{ balance: null }, 'WELL'],
  [{ balance: 4.99 }, 'LOW'],
  [{ testedAt: null, balance: null }, 'UNTESTED'],
  [{ testedAt: null, failures: 6 }, 'DOWN'],
  [{ alertBelow: 0, balance: 0 }, 'WELL'],
  [{ pausedUntil: later, failures: 3 }, 'PAUSED'],
  [{ pausedUntil: '2026-11-21T08:00:00Z', failures: 3 }, 'WELL'],
  [{ noFundsUntil: later, pausedUntil: later, failures: 3 }, 'NO_FUNDS'],
  [{ failures: 6, noFundsUntil: later }, 'DOWN'],
  [{ enabled: false, failures: 9 }, 'OFF'],
] as const)('a provider with %o is %s', (changes, health) => {
  expect(healthOf({ ...healthyProvider, ...changes }, now)).toBe(health)
})
