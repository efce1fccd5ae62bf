import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  deliveredPartOf,
  deliveryEndOf,
  needsFillUp,
  outcomeOfLink,
  refundOfCancellation,
  SANDBOX_POINTS,
  type SimulatedOrder,
  type SimulatedOrderOutcome,
  simulatedEndTimeOf,
  simulatedOrderOutcomes,
  simulatedState,
} from './rules.ts'

const createdAt = new Date('2026-11-23T00:00:00Z')
const past = (seconds: number): Date => new Date(createdAt.getTime() + seconds * 1_000)

const order = (given: Partial<SimulatedOrder> = {}): SimulatedOrder => ({
  ...{ amount: 10, runs: 1, price: 1_000n, outcome: 'COMPLETED', createdAt, canceledAt: null },
  ...given,
})

/** Statuses of an order 0 to 60 seconds after it was placed. */
const statusesOverTime = (outcome: SimulatedOrderOutcome, given: Partial<SimulatedOrder> = {}) =>
  [0, 9.999, 10, 19.999, 20, 44.999, 45, 60].map(
    (at) => simulatedState(order({ outcome, ...given }), 7, past(at)).status,
  )

test('a sandbox begins with 100,000 points', () => {
  expect(SANDBOX_POINTS).toBe(10_000_000n)
})

test('a visitor’s balance fills itself up for orders of up to 50,000 points that it doesn’t cover', () => {
  expect(needsFillUp(5_000_000n, 4_999_999n)).toBe(true)
  expect(needsFillUp(5_000_000n, 5_000_000n)).toBe(false)
  expect(needsFillUp(5_000_001n, 0n)).toBe(false)
  expect(needsFillUp(1n, 0n)).toBe(true)
})

describe('one order', () => {
  test('is pending, processing, in progress and completed within a minute', () => {
    expect(statusesOverTime('COMPLETED')).toEqual([0, 0, 4, 4, 1, 1, 2, 2])
  })

  test('ends as its link asks: in part, cancelled, or never', () => {
    expect(statusesOverTime('PARTIAL')).toEqual([0, 0, 4, 4, 1, 1, 3, 3])
    expect(statusesOverTime('CANCELED')).toEqual([0, 0, 4, 4, 1, 1, 5, 5])
    expect(statusesOverTime('UNKNOWN')).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  })

  test('of one piece can’t be delivered in part: it is cancelled instead', () => {
    expect(statusesOverTime('PARTIAL', { amount: 1 }).at(-1)).toBe(5)
  })

  test('what remains falls from the whole to what is left at the end', () => {
    const remains = (outcome: SimulatedOrderOutcome, at: number) =>
      simulatedState(order({ outcome }), 7, past(at)).remains
    expect([0, 15, 20, 32.5, 45].map((at) => remains('COMPLETED', at))).toEqual([10, 10, 10, 5, 0])
    expect([20, 32.5, 45].map((at) => remains('PARTIAL', at))).toEqual([10, 8, 5])
    expect([20, 44, 45].map((at) => remains('CANCELED', at))).toEqual([10, 10, 10])
  })

  test('refunds what wasn’t delivered, when it ends', () => {
    const refunded = (outcome: SimulatedOrderOutcome, at: number) =>
      simulatedState(order({ outcome, price: 1_001n }), 7, past(at)).refunded
    expect([refunded('PARTIAL', 44), refunded('PARTIAL', 45)]).toEqual([0n, 500n])
    expect([refunded('CANCELED', 44), refunded('CANCELED', 45)]).toEqual([0n, 1_001n])
    expect([refunded('COMPLETED', 60), refunded('UNKNOWN', 9_999)]).toEqual([0n, 0n])
  })

  test('has a start count once it is in progress', () => {
    const counts = [0, 15, 20, 60].map((at) => simulatedState(order(), 7, past(at)).startCount)
    expect(counts).toEqual([null, null, 359, 359])
    const countOf = (number: number) => simulatedState(order(), number, past(60)).startCount
    expect([0, 1, 267, 268].map(countOf)).toEqual([100, 137, 9_979, 116])
  })

  test('that never ends keeps its whole quantity, and has no start count', () => {
    expect(simulatedState(order({ outcome: 'UNKNOWN' }), 7, past(9_999))).toEqual({
      ...{ status: 0, remains: 10, startCount: null, refunded: 0n },
    })
  })

  test('counts as just placed where a differing clock shows a time before its placing', () => {
    expect(simulatedState(order(), 7, past(-5)).status).toBe(0)
    expect(refundOfCancellation(order(), past(-5))).toBe(1_000n)
  })

  test('can be cancelled for ten seconds, once, with a full refund', () => {
    expect(refundOfCancellation(order(), past(9.999))).toBe(1_000n)
    expect(refundOfCancellation(order(), past(10))).toBeNull()
    expect(refundOfCancellation(order({ outcome: 'UNKNOWN' }), past(10))).toBeNull()
    const canceled = order({ canceledAt: past(5) })
    expect(refundOfCancellation(canceled, past(6))).toBeNull()
    expect(simulatedState(canceled, 7, past(60))).toEqual({
      status: 5,
      remains: 10,
      startCount: null,
      refunded: 1_000n,
    })
  })
})

describe('an auto order', () => {
  const auto = (given: Partial<SimulatedOrder> = {}) => order({ runs: 5, price: 5_003n, ...given })
  const at = (seconds: number, given: Partial<SimulatedOrder> = {}) => simulatedState(auto(given), 7, past(seconds))

  test('is pending, in progress and completed, over all its runs', () => {
    expect([0, 10, 44, 45].map((seconds) => at(seconds).status)).toEqual([0, 1, 1, 2])
    expect([0, 45].map((seconds) => at(seconds).remains)).toEqual([50, 0])
    expect(at(45, { outcome: 'PARTIAL' })).toMatchObject({ status: 3, remains: 25, refunded: 2_501n })
    expect([0, 9, 10].map((seconds) => at(seconds).startCount)).toEqual([null, null, 359])
    expect([10, 20, 32.5].map((seconds) => at(seconds).remains)).toEqual([50, 50, 25])
  })

  test('makes its first run at once, the last after 40 seconds, and those between evenly', () => {
    const made = [0, 9.999, 10, 19.999, 20, 39.999].map((seconds) => refundOfCancellation(auto(), past(seconds)))
    expect(made).toEqual([4_003n, 4_003n, 3_002n, 3_002n, 2_002n, 1_001n])
    expect([40, 60].map((seconds) => refundOfCancellation(auto(), past(seconds)))).toEqual([null, null])
    expect(refundOfCancellation(auto({ runs: 2 }), past(39.999))).toBe(2_502n)
  })

  test('is not cancelled twice', () => {
    expect(refundOfCancellation(auto({ canceledAt: past(5) }), past(6))).toBeNull()
  })

  test('that is cancelled at once has its first run delivered', () => {
    expect(deliveredPartOf(auto({ canceledAt: past(0) }))).toEqual({ amount: 10, price: 1_000n, outcome: 'COMPLETED' })
  })

  test('can be cancelled while a run isn’t made; those that were made go on', () => {
    const canceledAt = past(20)
    expect(refundOfCancellation(auto(), canceledAt)).toBe(2_002n)
    expect(at(20, { canceledAt })).toMatchObject({ status: 1, refunded: 2_002n })
    expect(at(45, { canceledAt })).toMatchObject({ status: 3, remains: 20, refunded: 2_002n })
    expect(at(45, { canceledAt, outcome: 'CANCELED' })).toMatchObject({ status: 5, remains: 50, refunded: 5_003n })
    expect(at(45, { canceledAt, outcome: 'PARTIAL' })).toMatchObject({ status: 3, remains: 35 })
    expect(at(60, { canceledAt, outcome: 'UNKNOWN' })).toMatchObject({ status: 0, remains: 50, refunded: 2_002n })
  })
})

test('the link names the outcome, in any case and spelling', () => {
  const cases: [string, SimulatedOrderOutcome][] = [
    ['https://instagram.com/a', 'COMPLETED'],
    ['https://instagram.com/a#partial', 'PARTIAL'],
    ['@a#PARTIAL', 'PARTIAL'],
    ['@a#canceled', 'CANCELED'],
    ['@a#cancelled', 'CANCELED'],
    ['@a#unknown', 'UNKNOWN'],
    ['@partial', 'COMPLETED'],
    ['@canceled', 'COMPLETED'],
    ['@unknown', 'COMPLETED'],
    ['@a#cancellled', 'COMPLETED'],
    ['@a#canced', 'COMPLETED'],
  ]
  for (const [link, outcome] of cases) expect([link, outcomeOfLink(link)]).toEqual([link, outcome])
})

test('no order, whatever becomes of it, refunds more than its price or less than before, nor leaves more than it has', () => {
  const moments = fc.array(fc.integer({ min: 0, max: 70_000 }), { minLength: 2, maxLength: 8 })
  const orders = fc.record({
    amount: fc.integer({ min: 1, max: 1_000_000 }),
    runs: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 1_000_000 })),
    price: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    outcome: fc.constantFrom(...simulatedOrderOutcomes),
  })
  fc.assert(
    fc.property(orders, moments, fc.option(fc.integer({ min: 0, max: 60_000 })), (given, times, cancelTime) => {
      const placed = order(given)
      const cancelAt = cancelTime === null ? null : new Date(createdAt.getTime() + cancelTime)
      const cancelRefund = cancelAt && refundOfCancellation(placed, cancelAt)
      const canceled = cancelRefund === null ? placed : { ...placed, canceledAt: cancelAt }
      const end = deliveryEndOf(deliveredPartOf(canceled))
      let before = 0n
      for (const time of times.toSorted((a, b) => a - b)) {
        const now = new Date(createdAt.getTime() + time)
        const isCanceled = canceled.canceledAt !== null && canceled.canceledAt <= now
        const state = simulatedState(isCanceled ? canceled : placed, 7, now)
        expect(state.refunded >= before && state.refunded <= given.price).toBe(true)
        expect(state.remains >= 0 && state.remains <= given.amount * given.runs).toBe(true)
        before = state.refunded
        // The refund, computed like in the SQL of the balance from the two stored refunds.
        const ended = simulatedEndTimeOf(createdAt) <= now
        const endRefund = (isCanceled ? end : deliveryEndOf(deliveredPartOf(placed)))?.refunded ?? 0n
        expect(state.refunded).toBe((isCanceled ? (cancelRefund ?? 0n) : 0n) + (ended ? endRefund : 0n))
      }
    }),
  )
})
