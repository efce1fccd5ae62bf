import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OrderStatus, orderStatus } from './labels.ts'
import { rawLinkUrl } from './link-url.ts'
import {
  canTransitionRefund,
  decideTransition,
  isTerminal,
  type OrderState,
  offeredStatuses,
  openOrdersStateText,
  openSubscription,
  recoverableQuantity,
  recoveryPoints,
  refundedAfterTransition,
  startCountText,
  type TransitionRequest,
  unsentOrder,
} from './rules.ts'

const { PENDING, INPROGRESS, COMPLETED, PARTIAL, PROCESSING, CANCELED } = orderStatus
const statuses = [PENDING, INPROGRESS, COMPLETED, PARTIAL, PROCESSING, CANCELED] as const
const statusName = (status: OrderStatus) => Object.keys(orderStatus)[status]

/**
 * The table of docs/contract.md#order-transitions, one row per current status. 'free': allowed to staff and the worker.
 * 'reason': allowed to staff with a reason. '-': not allowed.
 */
const transitionTable: Record<OrderStatus, readonly ('free' | 'reason' | '-')[]> = {
  //             PENDING INPROGRESS COMPLETED PARTIAL PROCESSING CANCELED
  [PENDING]: ['-', 'free', 'free', '-', 'free', 'free'],
  [INPROGRESS]: ['-', '-', 'free', 'free', 'free', 'free'],
  [COMPLETED]: ['-', '-', '-', 'reason', '-', 'reason'],
  [PARTIAL]: ['-', '-', '-', 'reason', '-', 'reason'],
  [PROCESSING]: ['-', 'free', 'free', 'free', '-', 'free'],
  [CANCELED]: ['-', '-', '-', '-', '-', '-'],
}

const PRICE = 330_000n
const remainsOf: Partial<Record<OrderStatus, number>> = { [COMPLETED]: 0, [PARTIAL]: 157 }
const refundedOf: Partial<Record<OrderStatus, bigint>> = { [PARTIAL]: 51_810n, [CANCELED]: PRICE }

/** An order in this status, of 1,000 units at 3.3 P each. */
const orderOfStatus = (status: OrderStatus): OrderState => ({
  status,
  amount: 1_000,
  remains: remainsOf[status] ?? 1_000,
  price: PRICE,
  refunded: refundedOf[status] ?? 0n,
  recovered: 0n,
})

const transitionCases = statuses.flatMap((from) =>
  statuses.flatMap((to) =>
    (['staff', 'worker'] as const).flatMap((by) =>
      ['', '정정'].map((reason) => ({
        from,
        to,
        by,
        reason,
        cell: transitionTable[from][to] ?? '-',
        label: `${statusName(from)} -> ${statusName(to)}`,
      })),
    ),
  ),
)

test.each(transitionCases)('$label by $by, reason "$reason": $cell', ({ from, to, by, reason, cell }) => {
  const remains = to === PARTIAL ? 400 : null
  const decision = decideTransition(orderOfStatus(from), { status: to, remains, by, reason })
  const allowed = cell === 'free' || (cell === 'reason' && by === 'staff' && reason !== '')
  if (allowed) expect(decision).toMatchObject({ to })
  else expect(decision).toEqual({ refused: cell === 'reason' && by === 'staff' ? 'REASON' : 'TRANSITION' })
})

test.each(transitionCases.filter(({ cell, by, reason }) => cell !== '-' && by === 'staff' && reason !== ''))(
  '$label gives back what the whole would have been',
  ({ from, to, by, reason }) => {
    const remains = to === PARTIAL ? 400 : null
    const decision = decideTransition(orderOfStatus(from), { status: to, remains, by, reason })
    const expected = to === CANCELED ? PRICE : to === PARTIAL ? 132_000n : 0n
    expect(decision).toMatchObject({ refunded: expected })
  },
)

const staffRequest = (status: OrderStatus, remains: number | null, reason = ''): TransitionRequest => ({
  status,
  remains,
  by: 'staff',
  reason,
})

test.each([PENDING, PROCESSING, INPROGRESS])('PARTIAL with nothing left is COMPLETED, from %i', (from) => {
  for (const remains of [0, -1, -1_000])
    expect(decideTransition(orderOfStatus(from), staffRequest(PARTIAL, remains))).toEqual({
      to: COMPLETED,
      remains: 0,
      refunded: 0n,
    })
})

test.each([PENDING, PROCESSING, INPROGRESS])('PARTIAL with everything left or more is CANCELED, from %i', (from) => {
  for (const remains of [1_000, 1_001, 2_147_483_647])
    expect(decideTransition(orderOfStatus(from), staffRequest(PARTIAL, remains))).toEqual({
      to: CANCELED,
      remains: 1_000,
      refunded: PRICE,
    })
})

test('PARTIAL needs remains, and remains must be an integer', () => {
  for (const by of ['staff', 'worker'] as const) {
    expect(decideTransition(orderOfStatus(INPROGRESS), { ...staffRequest(PARTIAL, null), by })).toEqual({
      refused: 'REMAINS',
    })
    for (const remains of [0.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(decideTransition(orderOfStatus(INPROGRESS), { ...staffRequest(PARTIAL, remains), by })).toEqual({
        refused: 'REMAINS',
      })
  }
  expect(decideTransition(orderOfStatus(PENDING), staffRequest(INPROGRESS, 0.5))).toEqual({ refused: 'REMAINS' })
})

test('a partial order is corrected to larger remains only', () => {
  expect(decideTransition(orderOfStatus(PARTIAL), staffRequest(PARTIAL, 158, '정정'))).toMatchObject({
    to: PARTIAL,
    remains: 158,
  })
  for (const remains of [157, 156, 1, 0])
    expect(decideTransition(orderOfStatus(PARTIAL), staffRequest(PARTIAL, remains, '정정'))).toEqual({
      refused: 'TRANSITION',
    })
  expect(decideTransition(orderOfStatus(PARTIAL), staffRequest(PARTIAL, 1_000, '정정'))).toMatchObject({
    to: CANCELED,
    refunded: PRICE,
  })
})

test('a completed order has nothing left, whatever the update says', () => {
  expect(decideTransition(orderOfStatus(INPROGRESS), staffRequest(COMPLETED, 700))).toMatchObject({
    to: COMPLETED,
    remains: 0,
  })
})

const anyRequest: fc.Arbitrary<TransitionRequest> = fc.record({
  status: fc.constantFrom(...statuses),
  remains: fc.option(fc.oneof(fc.integer({ min: -10, max: 1_500 }), fc.double()), { nil: null }),
  by: fc.constantFrom('staff' as const, 'worker' as const),
  reason: fc.constantFrom('', '정정'),
})

const anyOrder = fc
  .tuple(fc.integer({ min: 1, max: 1_000 }), fc.bigInt({ min: 0n, max: 10n ** 12n }))
  .map(
    ([amount, price]): OrderState => ({ status: PENDING, amount, remains: amount, price, refunded: 0n, recovered: 0n }),
  )

test('however an order is moved, what came back only grows, never past its price, and fits its end', () => {
  fc.assert(
    fc.property(anyOrder, fc.array(anyRequest, { maxLength: 30 }), (start, wishes) => {
      let order = start
      for (const each of wishes) {
        const decision = decideTransition(order, each)
        if ('refused' in decision) continue
        expect(decision.refunded).toBeGreaterThanOrEqual(order.refunded)
        expect(decision.refunded).toBeLessThanOrEqual(order.price)
        expect(decision.remains).toBeGreaterThanOrEqual(0)
        expect(decision.remains).toBeLessThanOrEqual(order.amount)
        order = { ...order, status: decision.to, remains: decision.remains, refunded: decision.refunded }
      }
      if (order.status === CANCELED) expect(order.refunded).toBe(order.price)
      if (order.status === PARTIAL)
        expect(order.refunded).toBe((order.price * BigInt(order.remains)) / BigInt(order.amount))
      if (order.status === COMPLETED) expect([order.remains, order.refunded]).toEqual([0, 0n])
    }),
  )
})

test('three statuses are open, three are ends', () => {
  expect(statuses.filter(isTerminal)).toEqual([COMPLETED, PARTIAL, CANCELED])
})

test('a start count is blank when it is missing, negative or no number', () => {
  expect([null, -1, Number.NaN, 0, 12_345].map(startCountText)).toEqual(['', '', '', '0', '12,345'])
})

test.each([
  ['https://youtu.be/x', 'https://youtu.be/x'],
  ['Https://youtu.be/X', 'Https://youtu.be/X'],
  ['https_fan', 'https://www.instagram.com/https_fan'],
  ['@some.body', 'https://www.instagram.com/some.body'],
  ['some_body', 'https://www.instagram.com/some_body'],
  ['javascript:alert(1)', 'https://www.instagram.com/javascript%3Aalert(1)'],
])('the link %s goes to %s', (link, target) => {
  expect(rawLinkUrl(link)).toBe(target)
})

test('staff are offered the transitions of the table', () => {
  expect(offeredStatuses(orderOfStatus(PENDING))).toEqual([PROCESSING, INPROGRESS, COMPLETED, CANCELED])
  expect(offeredStatuses(orderOfStatus(PROCESSING))).toEqual([INPROGRESS, COMPLETED, PARTIAL, CANCELED])
  expect(offeredStatuses(orderOfStatus(INPROGRESS))).toEqual([PROCESSING, COMPLETED, PARTIAL, CANCELED])
  expect(offeredStatuses(orderOfStatus(COMPLETED))).toEqual([PARTIAL, CANCELED])
  expect(offeredStatuses(orderOfStatus(PARTIAL))).toEqual([PARTIAL, CANCELED])
  expect(offeredStatuses(orderOfStatus(CANCELED))).toEqual([])
})

test('PARTIAL is not offered if no remaining quantity leads to it', () => {
  expect(offeredStatuses({ ...orderOfStatus(INPROGRESS), amount: 1, remains: 1 })).not.toContain(PARTIAL)
  expect(offeredStatuses({ ...orderOfStatus(PARTIAL), remains: 999, refunded: 0n })).toEqual([CANCELED])
})

test('an order under way keeps the remains that it had, or gets those of the update, between 0 and its amount', () => {
  const remainsOf = (to: OrderStatus, remains: number | null) => {
    const decision = decideTransition({ ...orderOfStatus(PENDING), remains: 700 }, staffRequest(to, remains))
    return 'to' in decision ? decision.remains : decision
  }
  for (const to of [INPROGRESS, CANCELED])
    expect([null, 400, -5, 2_000].map((remains) => remainsOf(to, remains))).toEqual([700, 400, 0, 1_000])
})

test('an ended order that is canceled keeps its remains', () => {
  for (const [from, remains] of [
    [COMPLETED, 0],
    [PARTIAL, 157],
  ] as const)
    for (const update of [null, 400])
      expect(decideTransition(orderOfStatus(from), staffRequest(CANCELED, update, '정정'))).toEqual({
        to: CANCELED,
        remains,
        refunded: PRICE,
      })
})

test('only PARTIAL and CANCELED give points back', () => {
  expect(statuses.filter(canTransitionRefund)).toEqual([PARTIAL, CANCELED])
})

test('after a recovery an order is refunded at most its price less what the recovery gave', () => {
  const recovered = { ...orderOfStatus(COMPLETED), recovered: 30_000n }
  expect(refundedAfterTransition(recovered, CANCELED, 0)).toBe(300_000n)
  expect([900, 909, 910, 999].map((remains) => refundedAfterTransition(recovered, PARTIAL, remains))).toEqual([
    297_000n,
    299_970n,
    300_000n,
    300_000n,
  ])
})

test('an order can be recovered once, up to the delivered quantity, unless it is open, canceled or refunded', () => {
  const delivered = (order: Partial<OrderState>) =>
    recoverableQuantity({ ...orderOfStatus(COMPLETED), remains: 0, ...order })
  expect(
    statuses.map((status) => recoverableQuantity({ ...orderOfStatus(status), remains: 157, refunded: 0n })),
  ).toEqual([0, 0, 843, 843, 0, 0])
  expect(delivered({})).toBe(1_000)
  expect(delivered({ recovered: 1n })).toBe(0)
  expect(delivered({ refunded: PRICE - 1n })).toBe(1_000)
  expect(delivered({ refunded: PRICE })).toBe(0)
})

test('a recovery gives the share of what dropped, rounded down, and at most the price less the refunds', () => {
  const order = { ...orderOfStatus(COMPLETED), amount: 3, price: 100n }
  expect([1, 2, 3].map((dropped) => recoveryPoints(order, dropped))).toEqual([33n, 66n, 100n])
  expect([1, 2, 3].map((dropped) => recoveryPoints({ ...order, refunded: 50n }, dropped))).toEqual([33n, 50n, 50n])
})

test('a subscription is open as any order, and no other order is one', () => {
  const open = (serviceType: 'Subscriptions' | 'Default') =>
    statuses.filter((status) => openSubscription.holds({ status, serviceType }))
  expect(open('Subscriptions')).toEqual([PENDING, INPROGRESS, PROCESSING])
  expect(open('Default')).toEqual([])
})

test('an order is unsent while it is pending and was given to nobody', () => {
  const unsent = (sentAt: Date | null) => statuses.filter((status) => unsentOrder.holds({ status, sentAt }))
  expect(unsent(null)).toEqual([PENDING])
  expect(unsent(new Date())).toEqual([])
})

test('the state of a list changes with its orders while one is open, and is empty once all have ended', () => {
  const row = (id: number, status: OrderStatus, remains: number) => ({ id, status, remains })
  const ended = row(2, CANCELED, 10)
  expect(openOrdersStateText([row(1, INPROGRESS, 5), ended])).toBe('1:1:5,2:5:10')
  expect(openOrdersStateText([ended, row(3, COMPLETED, 0)])).toBe('')
  expect(openOrdersStateText([])).toBe('')
})
