import { expect, test } from 'vitest'
import type { OrderDetail } from '#lib/orders/schema.ts'
import { listMoneyLines } from './list-money-lines.ts'

const at = (minute: number) => `2026-11-21T01:0${minute}:00.000Z`
const event = (from: number | null, to: number, remains: number, minute: number) => ({
  from,
  to,
  actor: 'worker',
  reason: null,
  remains,
  at: at(minute),
})
const entry = (kind: string, delta: number, balanceAfter: number, minute: number) => ({
  kind,
  delta,
  balanceAfter,
  createdAt: at(minute),
})

const order: OrderDetail = {
  id: 7,
  createdAt: at(0),
  serviceId: 1,
  link: 'a',
  point: 3300,
  refunded: 0,
  recovered: 0,
  amount: 1000,
  status: 0,
  startCount: null,
  remains: 1000,
  autoOrderId: null,
  serviceType: 'Default',
  details: null,
  bulkOrderId: null,
  unitPrice: 3.3,
  events: [event(null, 0, 1000, 0)],
  entries: [entry('ORDER', -3300, 6700, 0)],
}
const formulas = (changed: Partial<OrderDetail>) => listMoneyLines({ ...order, ...changed }).map((line) => line.formula)

test('a payment is its unit price times its quantity', () => {
  expect(listMoneyLines(order)).toEqual([
    { at: at(0), title: '주문 결제', change: '-3,300원', formula: '3.3원 × 1,000개 = 3,300원', balance: '6,700원' },
  ])
})

test('the formula says if a price was rounded up to a hundredth', () => {
  expect(formulas({ unitPrice: 0.003, amount: 1001, point: 3.01, entries: [entry('ORDER', -3.01, 0, 0)] })).toEqual([
    '0.003원 × 1,001개 = 3.01원 (소수 셋째 자리에서 올림)',
  ])
})

test('the undelivered part is refunded by its share; a later, larger refund is reduced by the earlier one', () => {
  const timeline = listMoneyLines({
    ...order,
    events: [...order.events, event(1, 3, 157, 1), event(3, 3, 200, 2), event(3, 5, 200, 3)],
    entries: [
      ...order.entries,
      entry('ORDER_REFUND', 518.1, 7218.1, 1),
      entry('ORDER_REFUND', 141.9, 7360, 2),
      entry('ORDER_REFUND', 2640, 10000, 3),
    ],
  })
  expect(timeline.slice(1).map(({ title, change, formula }) => [title, change, formula])).toEqual([
    ['환불', '+518.1원', '3,300원 × 남은 157개 ÷ 1,000개 = 518.1원'],
    ['환불', '+141.9원', '3,300원 × 남은 200개 ÷ 1,000개 = 660원 − 이미 돌려받은 518.1원 = 141.9원'],
    ['환불', '+2,640원', '전액 3,300원 − 이미 돌려받은 660원 = 2,640원'],
  ])
})

test('a debt that a refund paid is a line of its own, and doesn’t reduce what was refunded', () => {
  const timeline = listMoneyLines({
    ...order,
    events: [...order.events, event(1, 3, 157, 1), event(3, 5, 157, 2)],
    entries: [
      ...order.entries,
      entry('ORDER_REFUND', 518.1, 518.1, 1),
      entry('DEBT_RECOVERY', -500, 18.1, 1),
      entry('ORDER_REFUND', 2781.9, 2800, 2),
    ],
  })
  expect(timeline.slice(2).map(({ title, change, formula, balance }) => [title, change, formula, balance])).toEqual([
    ['정산', '-500원', expect.stringContaining('승인이 취소된 충전'), '18.1원'],
    ['환불', '+2,781.9원', '전액 3,300원 − 이미 돌려받은 518.1원 = 2,781.9원', '2,800원'],
  ])
})

test('points for dropped followers are a line of their own, and don’t count as a refund', () => {
  const timeline = listMoneyLines({
    ...order,
    events: [...order.events, event(1, 2, 0, 1), event(2, 5, 0, 3)],
    entries: [
      ...order.entries,
      entry('UNFOLLOW_RECOVERY', 330, 7030, 2),
      entry('DEBT_RECOVERY', -30, 7000, 2),
      entry('ORDER_REFUND', 2970, 9970, 3),
    ],
  })
  expect(timeline.slice(1).map(({ title, change, formula }) => [title, change, formula])).toEqual([
    ['언팔로우 복구', '+330원', '빠져나간 팔로워만큼 돌려드린 포인트'],
    ['정산', '-30원', expect.stringContaining('승인이 취소된 충전')],
    ['환불', '+2,970원', '2,970원'],
  ])
})

test('the formula says if a refund was rounded down to a hundredth', () => {
  const events = [event(1, 3, 1, 1)]
  const entries = [entry('ORDER_REFUND', 3.33, 3.33, 1)]
  expect(formulas({ point: 10, amount: 3, events, entries })).toEqual([
    '10원 × 남은 1개 ÷ 3개 = 3.33원 (소수 셋째 자리에서 버림)',
  ])
})

test('a run of an auto order shows that it was paid in advance, without a balance', () => {
  const [line] = listMoneyLines({ ...order, autoOrderId: 5, entries: [] })
  expect(line).toMatchObject({ title: '미리 결제', change: '3,300원', balance: null })
  expect(line?.formula).toContain('자동주문 5번')
})

test('an order of a bulk order shows its own price, and that it was paid together with the others', () => {
  const refund = entry('ORDER_REFUND', 1650, 8350, 2)
  const lines = listMoneyLines({ ...order, bulkOrderId: 7, entries: [refund] })
  expect(lines.map(({ title, change, balance }) => [title, change, balance])).toEqual([
    ['주문 결제', '-3,300원', null],
    ['환불', '+1,650원', '8,350원'],
  ])
  expect(lines[0]?.formula).toBe('3.3원 × 1,000개 = 3,300원 · 대량주문 7번에서 함께 결제')
})
