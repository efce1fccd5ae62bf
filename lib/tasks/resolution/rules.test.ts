import { expect, test } from 'vitest'
import type { OrderState } from '#lib/orders/rules.ts'
import { actionsOf, refundOfTaskAction } from './rules.ts'

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
  ['DELIVERY_LATE', { applicable: true }, ['apply', 'done']],
  ['DELIVERY_LATE', { applicable: false }, ['done']],
  ['REQUEST', { request: 'REFILL' }, ['fulfil', 'refuse']],
  ['REQUEST', { request: 'CANCEL' }, ['cancel', 'refuse']],
  ['REQUEST_UNKNOWN', { request: 'REFILL' }, ['sent', 'not-sent']],
  ['ADJUSTMENT', {}, []],
  ['DEPOSIT', {}, ['done']],
] as const)('%s with %j is settled by %j', (kind, detail, actions) => {
  expect(actionsOf(kind, detail)).toEqual(actions)
})

test.each([
  ['a late part', 'DELIVERY_LATE', { status: 3, remains: 30 }, orderState(), 15_000n],
  ['a late cancel', 'DELIVERY_LATE', { status: 5, remains: null }, orderState(), 50_000n],
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
  ['a cancellation asked for', 'REQUEST', { request: 'CANCEL' }, orderState({ status: 1, remains: 60 }), 50_000n],
  ['a refill asked for', 'REQUEST', { request: 'REFILL' }, orderState(), null],
  ['a task without money', 'DELIVERY_UNKNOWN', {}, orderState({ status: 0 }), null],
] as const)('%s is told with the refund it means now', (_, kind, detail, state, refund) => {
  expect(refundOfTaskAction(kind, detail, state)).toBe(refund)
})
