import { expect, test } from 'vitest'
import { readRefusal, readSendingOutcome } from './read-sending-outcome.ts'
import {
  errorMessageOf,
  fundedProvider,
  openProvider,
  providerHealthOf,
  readDecimal,
  readOrderStatus,
  readOrderUpdates,
  readRemoteId,
  readSubscriptionStatus,
  readWholeNumber,
  unpausedProvider,
} from './rules.ts'

const outcomeOfJson = (value: unknown, status = 200) => readSendingOutcome({ kind: 'json', status, value }).outcome

test.each([
  [{ order: 23501 }],
  [{ order: '23501' }],
  [{ status: 'success', order: 23501 }],
  [{ error: '', order: 23501 }],
  [[{ order: 23501 }]],
  [{ order_id: 23501 }],
  [{ orderId: 23501 }],
  [{ order: ' 23501 ', error: null }],
  [{ order: 23501, error: false }],
])('%j was taken', (value) => {
  expect(readSendingOutcome({ kind: 'json', status: 200, value })).toEqual({
    outcome: 'SENT',
    providerOrderId: '23501',
  })
  expect(outcomeOfJson(value, 299)).toBe('SENT')
})

const refusalOf = (error: string, given: string[]) =>
  readSendingOutcome({ kind: 'json', status: 200, value: { error } }, given)

test.each([
  ['https://instagram.com/balance', 'https://instagram.com/balance is not a valid link', 'REFUSED'],
  ['https://instagram.com/the.money', 'Something is wrong with the.money', 'UNSENT'],
  ['https://instagram.com/p/busy', 'No such post: busy', 'UNSENT'],
  ['api key', 'Wrong value "API KEY"', 'UNSENT'],
  ['https://t.me/try_again', 'https%3A%2F%2Ft.me%2Ftry_again: try again', 'UNSENT'],
])('words of the order’s own link %s that its provider repeats (%s) stop no other order', (link, error, outcome) => {
  const refusal = refusalOf(error, [link])
  expect(refusal).toMatchObject({ outcome, error })
  expect(refusal).not.toHaveProperty('providerFault')
  expect(refusal.retryIn ?? 3_600).toBe(3_600)
})

const cutAt300 = (start: string, end: string) => start + 'x '.repeat(150).slice(start.length + end.length - 300) + end

test.each([
  ['https://instagram.com/fundsxyz', cutAt300('Something is wrong: ', '/funds')],
  ['https://instagram.com/funds𝐱𝐲', `${cutAt300('Something is wrong: ', '/funds ').slice(0, -1)}𝐱𝐲`],
  ['https://instagram.com/%62alance', 'Something is wrong with https://instagram.com/balance'],
  ['https://instagram.com/%E0%A4%A/%FF%62alance', 'Something is wrong with /\uFFFDbalance'],
  ['https://instagram.com/%eb%b0%b8balance', 'Something is wrong with /밸balance'],
])('a link %s that its provider repeats decoded or cut off stops no other order', (link, error) => {
  expect(refusalOf(error, [link])).toMatchObject({ outcome: 'UNSENT', retryIn: 3_600 })
  expect(refusalOf(error, [link])).not.toHaveProperty('providerFault')
})

test('the last word counts where the message isn’t cut, or no given word begins with it', () => {
  expect(refusalOf('Not enough funds', ['fundsxyz'])).toMatchObject({ outcome: 'NO_FUNDS' })
  expect(refusalOf(cutAt300('Not enough ', ' funds'), ['xfunds', 'fund'])).toMatchObject({ outcome: 'NO_FUNDS' })
})

test('words of the details count as little as those of the link, and both count where they aren’t repeated', () => {
  expect(refusalOf('Rejected: "give me credits"', ['', 'give me credits\nmore'])).toMatchObject({ outcome: 'UNSENT' })
  expect(refusalOf('Not enough funds', ['https://instagram.com/fund', 'good'])).toMatchObject({ outcome: 'NO_FUNDS' })
  expect(refusalOf('Incorrect link', ['https://x.com/link'])).toEqual({ outcome: 'REFUSED', error: 'Incorrect link' })
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
  [{ order: 5 }, 300],
  [{ order: true }, 200],
  [[{ order: 5 }, { order: 6 }], 200],
  [{ error: 'Incorrect link' }, 500],
  [{ order: 5, status: 'error', message: 'Incorrect link' }, 200],
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
  const unsent = { outcome: 'UNSENT', retryIn: 30, providerFault: true }
  expect(readSendingOutcome({ kind: 'unsent', error: 'ECONNREFUSED' })).toEqual({ ...unsent, error: 'ECONNREFUSED' })
  const unclear = readSendingOutcome({ kind: 'unclear', error: 'TIMED_OUT' })
  expect(unclear).toEqual({ outcome: 'UNKNOWN', error: 'TIMED_OUT', providerFault: true })
  expect(readSendingOutcome({ kind: 'json', status: 429, value: { order: 5 } })).toEqual({
    ...unsent,
    error: 'HTTP 429',
  })
  const html = readSendingOutcome({ kind: 'json', status: 502, value: '<html>' })
  expect(html).toEqual({ outcome: 'UNKNOWN', error: 'HTTP 502', providerFault: true })
})

test('what says nothing is noted as it came, 300 characters of it', () => {
  const noted = (value: unknown) => readSendingOutcome({ kind: 'json', status: 200, value }).error
  expect(noted({ ok: 1 })).toBe('HTTP 200: {"ok":1}')
  expect(noted('x'.repeat(301))).toBe(`HTTP 200: ${'x'.repeat(300)}`)
  expect(noted([{ error: 'Incorrect link' }])).toBe('Incorrect link')
})

const busy = { outcome: 'UNSENT', retryIn: 30, providerFault: true }
const badKey = { ...busy, retryIn: 300, needsStaff: true }
const noFunds = { outcome: 'NO_FUNDS', retryIn: 300 }
const linkInUse = { outcome: 'UNSENT', retryIn: 1_800, waitsForLink: true }
const refused = { outcome: 'REFUSED' }
const unknownMeaning = { outcome: 'UNSENT', retryIn: 3_600, needsStaff: true }

test.each<[string, object, string[]]>([
  [
    'have no funds left there',
    noFunds,
    ['No fund left', 'Funds!', 'Low balance', 'No money', 'credit: 0', 'Credits', 'INSUFFICIENT'],
  ],
  [
    'are to come back soon',
    busy,
    ['too many orders', 'Rate limit', 'busy', 'Maintenance', 'try again', 'Temporarily off'],
  ],
  [
    'have a wrong key, which staff must mend',
    badKey,
    [
      'apikey',
      'api_key',
      'Wrong key',
      'unauthorized',
      'Unauthorised',
      'Forbidden',
      'access denied',
      'account closed',
      'IP not allowed',
    ],
  ],
  [
    'have another order on the link',
    linkInUse,
    ['duplicate', 'active order', 'Already there', 'wait until done', 'In progress'],
  ],
  [
    'never get this order taken',
    refused,
    [
      ...[
        'Bad link',
        'wrong url',
        'username',
        'Private profile',
        'quantity',
        'minimum 10',
        'max 10',
        'comment',
        'no comments',
      ],
      ...[
        'hashtag',
        'hashtags',
        'keyword',
        'keywords',
        'answer number',
        'answer_number',
        'answernumber',
        'country',
        'device',
      ],
      ...['traffic', 'posts', 'delay', 'expiry', 'Unknown service'],
    ],
  ],
  [
    'ask staff what it means, and send again in an hour',
    unknownMeaning,
    [
      ...[
        'Refunds: off',
        'balanced',
        'moneyless',
        'busybody',
        'monkey',
        'zip',
        'keys',
        'ipv',
        'curl',
        'urls',
        'admin',
        'climax',
      ],
      ...[
        'commented',
        'hashtagged',
        'keyworded',
        'countryside',
        'devices',
        'trafficker',
        'blogposts',
        'postscript',
        'delayed',
      ],
      ...['answer my number', 'undelay', 'insufficiently'],
    ],
  ],
])('some errors of a provider mean that we %s', (_, sending, errors) => {
  for (const error of errors) expect(readRefusal(error)).toEqual({ ...sending, error })
})

test.each<[string, object, string[]]>([
  [
    'the account or link of the order',
    refused,
    [
      ...[
        'This account is private',
        'The account is private.',
        'Account is private, please make it public and try again',
      ],
      ...['Your account is private', 'Please set your Instagram account to public', 'Account must be public'],
      ...['Bad link: account not found', 'Instagram account does not exist', "This account doesn't exist"],
      ...['TikTok account was not found', 'The target account has been deleted', 'That account no longer exists'],
      ...['Instagram account is suspended', 'Your YouTube account has been banned', 'Target account is disabled'],
      ...[
        'Invalid link. Please check it and try again',
        'Link is not valid, account required',
        'Account is age-restricted',
      ],
      ...['Incorrect username: such an account was not found', 'Link is incorrect', 'Wrong URL of the account'],
      ...['Profile not found', 'Post is unavailable', 'Video has been removed', 'Media was deleted', 'API: bad link'],
      ...['Insufficient comments', 'Insufficient number of usernames', 'The page must be public'],
    ],
  ],
  [
    'our own account',
    badKey,
    [
      ...['Your account is suspended', 'Account disabled', 'Invalid API key', 'Your account has been blocked'],
      ...['Account suspended. Contact support', 'Account is not active', 'Account is inactive', 'Account banned'],
      ...['Your account is not allowed to use this service', 'Please verify your account', 'Account is not verified'],
      ...[
        'This account has been suspended',
        'Your account was not found',
        'User account is locked',
        'API account disabled',
      ],
      ...['Account with this API key does not exist', 'Private key is wrong', 'Invalid username or API key'],
      ...['Your API account is private', 'Your account has no permission to order by link', 'account frozen'],
    ],
  ],
  [
    'our funds',
    noFunds,
    [
      'Not enough account balance',
      'Your account has insufficient funds',
      'Your account balance is too low',
      'Add money to your account',
    ],
  ],
  [
    'another order for the account',
    linkInUse,
    [
      'This account already has an active order',
      'You already have an order for this account',
      'Your account has an active order with this link',
    ],
  ],
  [
    'some account, and staff are asked which',
    unknownMeaning,
    ['Account not found', 'The account does not exist', 'Account error', 'Invalid account'],
  ],
])('errors about %s are told from others with the same words', (_, sending, errors) => {
  for (const error of errors) expect([error, readRefusal(error)]).toEqual([error, { ...sending, error }])
})

test.each([
  [{ error: 'Incorrect link' }, 'Incorrect link'],
  [{ errors: ['a', 'b'] }, '["a","b"]'],
  [{ error: { code: 7 } }, '{"code":7}'],
  [{ error: 0 }, '0'],
  [{ error: null, errors: 'b' }, 'b'],
  [{ status: 'Failed', message: 'Bad link' }, 'Bad link'],
  [{ status: 'FAIL' }, 'FAIL'],
  [{ status: 'failure', message: null }, 'failure'],
  [{ status: 'error', error: '' }, 'error'],
  [{ error: 'x'.repeat(301) }, 'x'.repeat(300)],
  [{ status: 'not failed' }, null],
  [{ status: 'failed once' }, null],
  [{ status: 'Completed', message: 'hi' }, null],
  [{ status: ['error'] }, null],
  [{ error: '' }, null],
  [{ error: false }, null],
  [{ error: null }, null],
  [{ error: null, errors: null }, null],
  [{}, null],
  [null, null],
  ['error', null],
])('%j has the error %j', (value, error) => {
  expect(errorMessageOf(value)).toBe(error)
})

test.each([
  [12, 12],
  ['12', 12],
  [' -4 ', -4],
  ['1,234', 1_234],
  ['+7', 7],
  ['-1,234,567.00', -1_234_567],
  ['123,456,789,012', 123_456_789_012],
  ['1,234,567,890,123', null],
  ['123456789012', 123_456_789_012],
  ['1234567890123', null],
  ['12.0', 12],
  ['12.', null],
  ['12.05', null],
  ['1,23', null],
  ['1234,567', null],
  ['12,3456', null],
  ['a12', null],
  ['12a', null],
  [[12], null],
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

test.each([
  ['x'.repeat(64), 'x'.repeat(64)],
  ['x'.repeat(65), null],
  [12.5, '12.5'],
  ['a_b.c-1', 'a_b.c-1'],
  ['-5', null],
  [-5, null],
  ['0', null],
  ['00', '00'],
  ['5-0', '5-0'],
  ['#5', null],
  ['5#', null],
  ['', null],
  [[5], null],
  [null, null],
])('%j is the id %j', (value, id) => {
  expect(readRemoteId(value)).toBe(id)
})

test.each([
  [' -12.50 ', '-12.50'],
  ['12345678901234.123', '12345678901234.123'],
  ['123456789012345', null],
  ['.5', null],
  ['5.', null],
  ['5-', null],
  ['1,000', '1000'],
  ['$5', null],
  ['5 USD', null],
  [['5'], null],
  ['', null],
])('%j is the sum %j', (value, sum) => {
  expect(readDecimal(value)).toBe(sum)
})

test('ids and sums keep every digit they have', () => {
  expect([readRemoteId('123456789012345678901'), readRemoteId(' a-1 '), readRemoteId('a b'), readRemoteId(0)]).toEqual([
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

test('a subscription may be paused, at its limit, or expired; an order can’t', () => {
  expect(['Paused', 'Limit', 'Active', 'Expired', 'Completed', 'Canceled', 'x'].map(readSubscriptionStatus)).toEqual([
    ...[1, 1, 1, 3, 2, 5, null],
  ])
  expect(['Paused', 'Limit', 'Expired'].map(readOrderStatus)).toEqual([null, null, null])
  const row = { status: 'Expired', remains: 5 }
  const update = { status: 3, remains: 5, startCount: null }
  const expected = [
    ['7', update],
    ['8', { error: 'status Expired' }],
  ]
  expect([...readOrderUpdates({ 7: row, 8: row }, ['7', '8'], new Set(['7']))]).toEqual(expected)
  const rows = [
    { order: 7, ...row },
    { order: 8, ...row },
  ]
  expect([...readOrderUpdates(rows, ['7', '8'], new Set(['7']))]).toEqual(expected)
  expect([...readOrderUpdates(row, ['7'], new Set(['7']))]).toEqual([['7', update]])
})

test.each([
  [{ status: 'Completed' }, { status: 2, remains: null, startCount: null }],
  [
    { status: 'Partial', remains: '1.5', startCount: '7' },
    { status: 3, remains: null, startCount: 7 },
  ],
  [
    { status: 'Partial', remains: -3, start_count: 0 },
    { status: 3, remains: -3, startCount: 0 },
  ],
  [
    { status: 'Pending', start_count: -1 },
    { status: 0, remains: null, startCount: null },
  ],
  [
    { status: 'Pending', start_count: 2_147_483_647 },
    { status: 0, remains: null, startCount: 2_147_483_647 },
  ],
  [
    { status: 'Pending', start_count: 2_147_483_648 },
    { status: 0, remains: null, startCount: null },
  ],
  [
    { status: 'Processing', start_count: null, startCount: 9 },
    { status: 4, remains: null, startCount: 9 },
  ],
  [{ status: 'Sleeping' }, { error: 'status Sleeping' }],
  [{ status: null }, { error: 'status null' }],
  [{ status: 7 }, { error: 'status 7' }],
  [{ status: 'Completed', error: 'Incorrect order ID' }, { error: 'Incorrect order ID' }],
  ['Not found', { error: 'Not found' }],
  [null, { error: 'null' }],
  [{}, { error: 'status null' }],
])('the row %j of an order is read as %j', (row, update) => {
  expect([...readOrderUpdates({ 7: row }, ['7'])]).toEqual([['7', update]])
})

test('an error about the order alone is that order’s, any other says nothing about it', () => {
  expect([...readOrderUpdates({ error: 'Incorrect order ID' }, ['7'])]).toEqual([
    ['7', { error: 'Incorrect order ID' }],
  ])
  expect([...readOrderUpdates({ error: 'Invalid API key' }, ['7'])]).toEqual([])
  expect([...readOrderUpdates({ error: 'Incorrect order ID' }, ['7', '8'])]).toEqual([])
  expect([...readOrderUpdates({ error: 'Incorrect order ID' }, [])]).toEqual([])
  expect([...readOrderUpdates({ balance: '5' }, ['7'])]).toEqual([])
  expect([...readOrderUpdates(null, ['7'])]).toEqual([])
})

test.each(['success', 'Successful'])(
  '%s is a status beside what only orders have, else it is of the request',
  (status) => {
    const completed = { status: 2, remains: 0, startCount: null }
    expect([...readOrderUpdates({ status, remains: '0' }, ['7'])]).toEqual([['7', completed]])
    expect([...readOrderUpdates({ 7: { status, charge: '1.2', remains: 0 } }, ['7'])]).toEqual([['7', completed]])
    const unclear = [['7', { error: `status ${status}` }]]
    const data = { 7: { status: 'Pending', remains: 9 } }
    expect([...readOrderUpdates({ status, data }, ['7'])]).toEqual(unclear)
    expect([...readOrderUpdates({ status, data: null }, ['7'])]).toEqual(unclear)
    expect([...readOrderUpdates({ status }, ['7'])]).toEqual(unclear)
    expect([...readOrderUpdates({ 7: { status, message: 'ok' } }, ['7'])]).toEqual(unclear)
    expect([...readOrderUpdates({ status, order: 8 }, ['7'])]).toEqual([])
    expect([...readOrderUpdates({ status, data }, ['7', '8'])]).toEqual([])
  },
)

test('a single row that names another order is not this one’s', () => {
  const update = { status: 5, remains: 9, startCount: null }
  const row = { status: 'Canceled', remains: '9' }
  expect([...readOrderUpdates({ order: 8, ...row }, ['7'])]).toEqual([])
  expect([...readOrderUpdates({ order_id: '8', ...row }, ['7'])]).toEqual([])
  expect([...readOrderUpdates({ id: 8, ...row }, ['7'])]).toEqual([])
  expect([...readOrderUpdates({ id: 7, ...row }, ['7'])]).toEqual([['7', update]])
  expect([...readOrderUpdates({ order: '7', ...row }, ['7'])]).toEqual([['7', update]])
  expect([...readOrderUpdates({ order: null, ...row }, ['7'])]).toEqual([['7', update]])
})

test('a row of a list names its order by any of the usual names, and one that names none is left out', () => {
  const row = { status: 'Completed' }
  const rows = [{ order_id: '7', ...row }, { id: 8, ...row }, row, null, 'x', { order: [9], ...row }]
  expect([...readOrderUpdates(rows, ['7', '8', '9']).keys()]).toEqual(['7', '8'])
})

test('what an object says under the id counts, not what it says beside it', () => {
  const value = { 7: { status: 'Completed' }, status: 'Pending' }
  expect([...readOrderUpdates(value, ['7'])]).toEqual([['7', { status: 2, remains: null, startCount: null }]])
})

test('an id that is no order of the object says nothing', () => {
  expect([...readOrderUpdates({ status: 'x' }, ['toString', 'constructor'])]).toEqual([])
})

test('statuses are read from an object, a list or a single row, each for the order it names alone', () => {
  const row = { status: 'Completed', remains: '0', start_count: '5' }
  const update = { status: 2, remains: 0, startCount: 5 }
  expect([...readOrderUpdates({ 7: row, 8: { error: 'Incorrect order ID' }, 9: row }, ['7', '8'])]).toEqual([
    ['7', update],
    ['8', { error: 'Incorrect order ID' }],
  ])
  expect([
    ...readOrderUpdates(
      [
        { order: 7, ...row },
        { order: 9, ...row },
      ],
      ['7', '8'],
    ),
  ]).toEqual([['7', update]])
  expect([...readOrderUpdates(row, ['7'])]).toEqual([['7', update]])
  expect([...readOrderUpdates(row, ['7', '8'])]).toEqual([])
  expect([...readOrderUpdates('<html>', ['7'])]).toEqual([])
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
  [{ alertBelow: 0, balance: -3 }, 'WELL'],
  [{ pausedUntil: later, failures: 3 }, 'PAUSED'],
  [{ pausedUntil: '2026-11-21T08:00:00Z', failures: 3 }, 'WELL'],
  [{ noFundsUntil: later, pausedUntil: later, failures: 3 }, 'NO_FUNDS'],
  [{ failures: 6, noFundsUntil: later }, 'DOWN'],
  [{ failures: 5 }, 'WELL'],
  [{ balance: 5 }, 'WELL'],
  [{ testedAt: null, pausedUntil: later }, 'PAUSED'],
  [{ noFundsUntil: '2026-11-21T09:00:00Z' }, 'WELL'],
  [{ noFundsUntil: '2026-11-21T09:00:00.001Z' }, 'NO_FUNDS'],
  [{ enabled: false, failures: 9 }, 'OFF'],
] as const)('a provider with %o is %s', (changes, health) => {
  expect(providerHealthOf({ ...healthyProvider, ...changes }, now)).toBe(health)
})

test('orders go to providers that are enabled, not paused and not without funds', () => {
  const holds = (changes: object) => {
    const provider = { ...healthyProvider, ...changes }
    return [openProvider, unpausedProvider, fundedProvider].map((each) => each.holds(provider, new Date(now)))
  }
  expect(holds({})).toEqual([true, true, true])
  expect(holds({ enabled: false })).toEqual([false, true, true])
  expect(holds({ pausedUntil: later })).toEqual([false, false, true])
  expect(holds({ noFundsUntil: later })).toEqual([false, true, false])
})
