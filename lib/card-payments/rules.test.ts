import { expect, test } from 'vitest'
import type { PaymentState } from './labels.ts'
import {
  cancellationStateOf,
  cancelledPointsOf,
  decideUncreditedPayment,
  type ReportedPayment,
  secondsToNextPaymentCheckOf,
} from './rules.ts'

const agreed = { point: 1_000_000n, storeId: 'store-1', channelKey: 'channel-1', isTest: false }

const paid: ReportedPayment = {
  id: 'payment-1',
  status: 'PAID',
  storeId: 'store-1',
  channelKey: 'channel-1',
  isLive: true,
  currency: 'KRW',
  total: 10_000,
  cancelled: 0,
  cancellations: [],
  account: null,
}

test('a payment is credited that is paid at the shop’s store and channel, in won, of the agreed amount', () => {
  expect(decideUncreditedPayment(agreed, paid)).toEqual({ is: 'CREDIT' })
  expect(decideUncreditedPayment({ ...agreed, isTest: true }, { ...paid, isLive: false })).toEqual({ is: 'CREDIT' })
})

test.each([
  ['another store', { storeId: 'store-2' }, 'STORE'],
  ['another channel', { channelKey: 'channel-2' }, 'CHANNEL'],
  ['no channel', { channelKey: null }, 'CHANNEL'],
  ['a test channel', { isLive: false }, 'CHANNEL'],
  ['dollars', { currency: 'USD' }, 'CURRENCY'],
  ['a won less', { total: 9_999 }, 'AMOUNT'],
  ['a won more', { total: 10_001 }, 'AMOUNT'],
  ['half a won more', { total: 10_000.5 }, 'AMOUNT'],
  ['no amount', { total: Number.NaN }, 'AMOUNT'],
  ['a part cancelled before the credit', { status: 'PARTIAL_CANCELLED' }, 'PARTLY'],
] as const)('a payment with %s is no credit but a task', (_, wrong, reason) => {
  expect(decideUncreditedPayment(agreed, { ...paid, ...wrong })).toEqual({ is: 'DISPUTE', reason })
})

test('a live payment credits nothing where the connection is one for tests', () => {
  expect(decideUncreditedPayment({ ...agreed, isTest: true }, paid)).toEqual({ is: 'DISPUTE', reason: 'CHANNEL' })
})

test.each([
  ['CANCELLED', 'VOID'],
  ['VIRTUAL_ACCOUNT_ISSUED', 'ISSUED'],
  ['READY', 'OPEN'],
  ['PAY_PENDING', 'OPEN'],
  ['FAILED', 'OPEN'],
  ['', 'OPEN'],
])('status %j is no payment: %s', (status, is) => {
  expect(decideUncreditedPayment(agreed, { ...paid, status })).toEqual({ is })
})

const cancellation = (status: string, amount = 0, id = 'c-1', reason = '') => ({ id, status, amount, reason })

test('the cancelled points are the larger of PortOne’s total and its list, and never more than the payment', () => {
  const cancelled = (reported: Partial<ReportedPayment>) => cancelledPointsOf({ ...paid, ...reported }, 1_000_000n)
  const listed = [cancellation('SUCCEEDED', 1_000), cancellation('SUCCEEDED', 500), cancellation('FAILED', 3_000)]
  expect(cancelled({})).toBe(0n)
  expect(cancelled({ cancelled: 2_000, cancellations: listed })).toBe(200_000n)
  expect(cancelled({ cancelled: 1_000, cancellations: listed })).toBe(150_000n)
  expect(cancelled({ cancelled: 10_000 })).toBe(1_000_000n)
  expect(cancelled({ cancelled: 10_001 })).toBe(1_000_000n)
  expect(cancelled({ status: 'CANCELLED' })).toBe(1_000_000n)
})

test('an invalid amount takes nothing back', () => {
  for (const cancelled of [-1, 0.5, Number.NaN, 2 ** 53])
    expect(cancelledPointsOf({ ...paid, cancelled }, 1_000_000n)).toBe(0n)
})

test('the shop’s own cancellation is found by its key in the reason, or by PortOne’s id', () => {
  const own = { key: 'key-1', remoteId: 'c-1' }
  const outcome = (...cancellations: ReportedPayment['cancellations']) =>
    cancellationStateOf({ ...paid, cancellations }, own)
  expect(outcome()).toBeNull()
  expect(outcome(cancellation('SUCCEEDED', 1, 'c-2', '회원 요청 key-2'))).toBeNull()
  expect(outcome(cancellation('SUCCEEDED', 1, 'c-2', '회원 요청 key-1'))).toBe('DONE')
  expect(outcome(cancellation('SUCCEEDED'))).toBe('DONE')
  expect(outcome(cancellation('REQUESTED'))).toBe('REQUESTED')
  expect(outcome(cancellation('FAILED'))).toBe('FAILED')
  expect(outcome(cancellation('UNKNOWN'))).toBeNull()
})

test('of several tries of one cancellation a successful one decides, or else one that is still under way', () => {
  const outcome = (...statuses: string[]) => {
    const cancellations = statuses.map((status) => cancellation(status, 1, 'c-1', 'key-1'))
    return cancellationStateOf({ ...paid, cancellations }, { key: 'key-1', remoteId: null })
  }
  expect(outcome('FAILED', 'REQUESTED', 'SUCCEEDED')).toBe('DONE')
  expect(outcome('FAILED', 'REQUESTED')).toBe('REQUESTED')
})

const [HOUR, DAY] = [3_600, 86_400]

test.each<[PaymentState, number, number | null]>([
  ['READY', 0, 5],
  ['READY', 20, 5],
  ['READY', 24, 6],
  ['READY', 2_396, 599],
  ['READY', HOUR, 600],
  ['READY', 1_000 * DAY, 600],
  ['ISSUED', 400, 100],
  ['ISSUED', 1_000 * DAY, 600],
  ['ENDED', 2 * HOUR, HOUR / 2],
  ['ENDED', 3 * DAY, 6 * HOUR],
  ['ENDED', 3 * DAY + 1, null],
  ['DISPUTED', 2 * HOUR, HOUR / 2],
  ['DISPUTED', 30 * DAY, HOUR],
  ['DISPUTED', 30 * DAY + 1, null],
  ['PAID', 2 * DAY, DAY / 2],
  ['PAID', 400 * DAY, 7 * DAY],
  ['PAID', 400 * DAY + 1, null],
])('a payment that is %s for %i seconds is asked about again after %s: a quarter of its age', (state, age, pause) => {
  expect(secondsToNextPaymentCheckOf(state, age)).toBe(pause)
})
