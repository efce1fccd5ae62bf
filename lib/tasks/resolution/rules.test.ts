import { expect, test } from 'vitest'
import type { OrderState } from '#lib/orders/rules.ts'
import { taskActions } from './labels.ts'
import { computeTaskRefund, isDoneBlocked, mayAffectPoints, taskActionsFor } from './rules.ts'

const orderState = (state: Partial<OrderState> = {}): OrderState => ({
  status: 2,
  amount: 100,
  remains: 0,
  price: 50_000n,
  refunded: 0n,
  recovered: 0n,
  ...state,
})

test.each([
  ['DELIVERY_UNKNOWN', {}, ['sent', 'not-sent', 'done']],
  ['DELIVERY_REFUSED', {}, ['retry', 'cancel', 'done']],
  ['DELIVERY_DEAR', {}, ['send-anyway', 'cancel', 'done']],
  ['DELIVERY_LATE', { applicable: true }, ['apply', 'done']],
  ['DELIVERY_LATE', { applicable: false }, ['done']],
  ['DELIVERY_LATE', { applicable: 'true' }, ['done']],
  ['DELIVERY_LATE', {}, ['done']],
  ['DELIVERY_BY_HAND', {}, ['apply', 'done']],
  ['PROVIDER_DOWN', {}, ['retry', 'done']],
  ['PROVIDER_FUNDS', {}, ['retry', 'done']],
  ['REFERRAL_REWARD', {}, ['pay', 'decline']],
  ['APPROVAL', {}, []],
  ['PENDING_CHANGE', {}, []],
  ['REQUEST', { request: 'REFILL' }, ['fulfil', 'refuse']],
  ['REQUEST', { request: 'CANCEL' }, ['cancel', 'refuse']],
  ['REQUEST_UNKNOWN', { request: 'REFILL' }, ['sent', 'not-sent']],
  ['ADJUSTMENT', {}, []],
  ['DEPOSIT', {}, ['done']],
] as const)('%s with %j is settled by %j', (kind, detail, actions) => {
  expect(taskActionsFor(kind, detail)).toEqual(actions)
})

test.each([
  ['a late part', 'DELIVERY_LATE', { status: 3, remains: 30 }, orderState(), 15_000n],
  ['a late cancel', 'DELIVERY_LATE', { status: 5, remains: null }, orderState(), 50_000n],
  [
    'a part by a number entered by hand',
    'DELIVERY_BY_HAND',
    { status: 3, remains: 30 },
    orderState({ status: 1 }),
    15_000n,
  ],
  ['a late cancel with a rest', 'DELIVERY_LATE', { status: 5, remains: '30' }, orderState(), 50_000n],
  ['a late part without a rest', 'DELIVERY_LATE', { status: 3, remains: '30' }, orderState(), null],
  ['the cancel of a part', 'DELIVERY_REFUSED', {}, orderState({ status: 3, remains: 30, refunded: 15_000n }), 35_000n],
  ['a cancellation asked for too late', 'REQUEST', { request: 'CANCEL' }, orderState(), null],
  [
    'a cancellation of an order with a recovery',
    'REQUEST',
    { request: 'CANCEL' },
    orderState({ status: 1, remains: 60, recovered: 20_000n }),
    30_000n,
  ],
  [
    'what came back meanwhile',
    'DELIVERY_LATE',
    { status: 5 },
    orderState({ status: 3, remains: 30, refunded: 15_000n }),
    35_000n,
  ],
  [
    'an order cancelled meanwhile',
    'DELIVERY_LATE',
    { status: 3, remains: 30 },
    orderState({ status: 5, refunded: 50_000n }),
    null,
  ],
  ['the cancel of what was refused', 'DELIVERY_REFUSED', {}, orderState({ status: 0, remains: 100 }), 50_000n],
  ['the cancel of what costs too much', 'DELIVERY_DEAR', {}, orderState({ status: 0, remains: 100 }), 50_000n],
  ['a cancellation asked for', 'REQUEST', { request: 'CANCEL' }, orderState({ status: 1, remains: 60 }), 50_000n],
  [
    'a cancellation of an order of which a part came back',
    'REQUEST',
    { request: 'CANCEL' },
    orderState({ status: 1, remains: 60, refunded: 5_000n }),
    45_000n,
  ],
  ['more speed asked for', 'REQUEST', { request: 'SPEED_UP' }, orderState({ status: 1, remains: 60 }), null],
  ['a report that means nothing', 'DELIVERY_UNCLEAR', { status: 5 }, orderState({ status: 1 }), null],
  ['a refill asked for', 'REQUEST', { request: 'REFILL' }, orderState(), null],
  ['a task without money', 'DELIVERY_UNKNOWN', {}, orderState({ status: 0 }), null],
] as const)('%s is told with the refund it means now', (_, kind, detail, state, refund) => {
  expect(computeTaskRefund(kind, detail, state)).toBe(refund)
})

test('staff don’t do for their own account what credits points, may lead to a refund, or may have paid work done twice', () => {
  expect(taskActions.filter(mayAffectPoints)).toEqual([
    'sent',
    'not-sent',
    'send-anyway',
    'cancel',
    'apply',
    'pay',
    'decline',
    'fulfil',
    'refuse',
  ])
})

test('a delivery of which nobody knows isn’t marked as done before its order ends; one of too high a cost not while it waits', () => {
  const kindsHeldAt = (status: OrderState['status']) =>
    ['DELIVERY_UNKNOWN', 'DELIVERY_REFUSED', 'DELIVERY_DEAR', 'DEPOSIT'].filter((kind) => isDoneBlocked(kind, status))
  expect(kindsHeldAt(0)).toEqual(['DELIVERY_UNKNOWN', 'DELIVERY_DEAR'])
  expect(kindsHeldAt(1)).toEqual(['DELIVERY_UNKNOWN'])
  expect(kindsHeldAt(2)).toEqual([])
})
