import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderStatus, orderStatuses } from '#lib/orders/labels.ts'
import { requestKinds, requestStates } from './labels.ts'
import {
  currentCountRefusal,
  openRequestsKey,
  type RequestFacts,
  refillBaselineOf,
  refillDaysLeft,
  refillUntil,
  requestRefusal,
} from './rules.ts'

const now = new Date('2026-11-23T00:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

const completed: RequestFacts = {
  status: orderStatus.COMPLETED,
  amount: 500,
  startCount: 1_000,
  sentAt: hoursAgo(48),
  createdAt: hoursAgo(48),
  completedAt: hoursAgo(24),
  refunded: 0n,
  recovered: 0n,
  sending: false,
  refillDays: 30,
  canCancel: true,
  requests: [],
}
const running: RequestFacts = { ...completed, status: orderStatus.INPROGRESS, completedAt: null }
const earlier = (state: (typeof requestStates)[number], hours: number) => ({
  requests: requestKinds.map((kind) => ({ kind, state, createdAt: hoursAgo(hours) })),
})

describe('a refill', () => {
  test.each<[string, Partial<RequestFacts>, string | null]>([
    ['of a completed order is offered', {}, null],
    ['is offered although the start count is unknown', { startCount: null }, null],
    ['needs a service with refills', { refillDays: 0 }, 'NOT_OFFERED'],
    ['needs to be known as completed', { completedAt: null }, 'NOT_COMPLETED'],
    ['needs the status of a completed order', { status: orderStatus.INPROGRESS }, 'NOT_COMPLETED'],
    ['needs a completed order', { status: orderStatus.INPROGRESS, completedAt: null }, 'NOT_COMPLETED'],
    ['is not for a partial order', { status: orderStatus.PARTIAL, completedAt: null }, 'NOT_COMPLETED'],
    ['is not for a canceled order', { status: orderStatus.CANCELED, refunded: 5n, completedAt: null }, 'REFUNDED'],
    ['is not for an order that was refunded', { refunded: 1n }, 'REFUNDED'],
    ['is not for an order made good in points', { recovered: 1n }, 'RECOVERED'],
    ['is offered on the last day', { completedAt: hoursAgo(30 * 24 - 1) }, null],
    ['ends with its days', { completedAt: hoursAgo(30 * 24) }, 'EXPIRED'],
    ['is asked for once at a time', earlier('SENT', 100), 'OPEN'],
    ['is asked for once a day', earlier('DONE', 23), 'TODAY'],
    ['is offered again the next day', earlier('REFUSED', 24), null],
    [
      'isn’t kept from being asked by a cancellation of that day',
      { requests: [{ kind: 'CANCEL', state: 'REFUSED', createdAt: hoursAgo(1) }] },
      null,
    ],
    [
      'isn’t kept from being asked by an open request for more speed',
      { requests: [{ kind: 'SPEED_UP', state: 'ASKED', createdAt: hoursAgo(1) }] },
      null,
    ],
  ])('%s', (_, facts, why) => {
    expect(requestRefusal('REFILL', { ...completed, ...facts }, now)).toBe(why)
  })
})

describe('a cancellation', () => {
  test.each<[string, Partial<RequestFacts>, string | null]>([
    ['of a running order is offered', {}, null],
    ['needs a service that allows it', { canCancel: false }, 'NOT_OFFERED'],
    ['is not for an order that has ended', { status: orderStatus.COMPLETED }, 'ENDED'],
    ['needs no request before the order is sent', { status: orderStatus.PENDING, sentAt: null }, 'UNSENT'],
    ['of an order that has begun needs a request, sent or not', { sentAt: null }, null],
    ['of a pending order that was sent needs a request', { status: orderStatus.PENDING }, null],
    ['waits until it is known whether the order was sent', { sending: true }, 'SENDING'],
    ['is asked for once at a time', earlier('ASKED', 100), 'OPEN'],
    ['is not asked for again on the same day', earlier('REFUSED', 2), 'TODAY'],
  ])('%s', (_, facts, why) => {
    expect(requestRefusal('CANCEL', { ...running, ...facts }, now)).toBe(why)
  })
})

describe('more speed', () => {
  test.each<[string, Partial<RequestFacts>, string | null]>([
    ['for a slow order is offered', {}, null],
    ['is not for an order that has ended', { status: orderStatus.CANCELED }, 'ENDED'],
    ['is not for an order that nobody has yet', { status: orderStatus.PENDING, sentAt: null }, 'UNSENT'],
    ['is not for an order that was just placed', { createdAt: new Date(+hoursAgo(12) + 1) }, 'TOO_EARLY'],
    ['is for an order that was placed 12 hours ago', { createdAt: hoursAgo(12) }, null],
    ['is asked for once a day', earlier('DONE', 20), 'TODAY'],
  ])('%s', (_, facts, why) => {
    expect(requestRefusal('SPEED_UP', { ...running, ...facts }, now)).toBe(why)
  })
})

test.each([
  [1_500, 'NOT_DROPPED'],
  [9_999, 'NOT_DROPPED'],
  [1_499, null],
  [1_000, null],
  [999, 'BELOW_START'],
  [null, null],
])('a member who counts %s of 1,000 + 500: %s', (count, why) => {
  expect(currentCountRefusal(completed, count)).toBe(why)
})

test('the baseline is the start count and the quantity together, and unknown without a start count', () => {
  expect(refillBaselineOf(completed)).toBe(1_500)
  expect(refillBaselineOf({ ...completed, startCount: 0 })).toBe(500)
  expect(refillBaselineOf({ ...completed, startCount: null })).toBeNull()
})

test('without a start count no count refuses a refill', () => {
  expect(currentCountRefusal({ ...completed, startCount: null }, 0)).toBeNull()
})

test('the days left count down to 0 from the completion', () => {
  expect(refillDaysLeft(completed, now)).toBe(29)
  expect(refillDaysLeft({ ...completed, completedAt: hoursAgo(0) }, now)).toBe(30)
  expect(refillDaysLeft({ ...completed, completedAt: hoursAgo(30 * 24) }, now)).toBe(0)
  expect(refillDaysLeft({ ...completed, completedAt: hoursAgo(31 * 24) }, now)).toBe(0)
  expect(refillDaysLeft({ ...completed, completedAt: hoursAgo(30 * 24 - 1) }, now)).toBe(1)
  expect(refillDaysLeft({ ...completed, refillDays: 0 }, now)).toBe(0)
  expect(refillDaysLeft(running, now)).toBe(0)
})

test('a refill can be asked for until its days after the completion are over', () => {
  expect(refillUntil(completed)).toEqual(new Date('2026-12-22T00:00:00Z'))
  expect(refillUntil({ ...completed, refillDays: 0 })).toBeNull()
  expect(refillUntil(running)).toBeNull()
})

test('a screen asks again while a request about one of its orders is open', () => {
  const order = (...states: string[]) => ({
    requestInfo: { requests: states.map((state, at) => ({ id: at + 7, state })) },
  })
  expect(openRequestsKey([order('SENT', 'DONE'), { requestInfo: null }, {}, order('REFUSED')])).toBe(
    '7:SENT,8:DONE,7:REFUSED',
  )
  expect(openRequestsKey([order('ASKED')])).toBe('7:ASKED')
  expect(openRequestsKey([order('DONE', 'REFUSED'), { requestInfo: null }, {}])).toBe('')
  expect(openRequestsKey([])).toBe('')
})

const anyFacts: fc.Arbitrary<RequestFacts> = fc.record({
  status: fc.constantFrom(...orderStatuses),
  amount: fc.integer({ min: 1, max: 1_000 }),
  startCount: fc.option(fc.nat(10_000)),
  sentAt: fc.option(fc.constant(hoursAgo(40))),
  createdAt: fc.nat(2_000).map(hoursAgo),
  completedAt: fc.option(fc.nat(2_000).map(hoursAgo)),
  refunded: fc.bigInt(0n, 2n),
  recovered: fc.bigInt(0n, 2n),
  sending: fc.boolean(),
  refillDays: fc.nat(60),
  canCancel: fc.boolean(),
  requests: fc.array(
    fc.record({
      kind: fc.constantFrom(...requestKinds),
      state: fc.constantFrom(...requestStates),
      createdAt: fc.nat(100).map(hoursAgo),
    }),
    { maxLength: 3 },
  ),
})

test('a refill of a refunded order, a cancellation of an ended one and a repetition are never offered', () => {
  fc.assert(
    fc.property(anyFacts, fc.constantFrom(...requestKinds), (facts, kind) => {
      if (requestRefusal(kind, facts, now) !== null) return
      const same = facts.requests.filter((request) => request.kind === kind)
      expect(same.every(({ state }) => state === 'DONE' || state === 'REFUSED')).toBe(true)
      expect(same.every(({ createdAt }) => now.getTime() - createdAt.getTime() >= 86_400_000)).toBe(true)
      if (kind !== 'REFILL') expect([0, 1, 4]).toContain(facts.status)
      else expect([facts.status, facts.refunded, facts.recovered]).toEqual([orderStatus.COMPLETED, 0n, 0n])
    }),
    { numRuns: 3_000 },
  )
})
