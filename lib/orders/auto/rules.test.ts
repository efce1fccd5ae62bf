import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canCancelAutoOrder,
  expandAutoOrderStatusFilter,
  finalQuantity,
  findAutoOrderWaitReason,
  heldAutoOrder,
  isHeldAutoOrder,
  priceOfNextRun,
  refundOfRunsLeft,
  runningAutoOrder,
} from './rules.ts'

const price = fc.bigInt({ min: 0n, max: 10n ** 15n })
const manyRuns = fc.integer({ min: 2, max: 400 })

test('the shares of all runs sum to the price to the hundredth, and no two differ by more than one', () => {
  fc.assert(
    fc.property(price, manyRuns, (price, runs) => {
      const shares = Array.from({ length: runs }, (_, completed) => priceOfNextRun({ price, runs, completed }))
      expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(price)
      const least = price / BigInt(runs)
      expect(shares.filter((share) => share < least || share > least + 1n)).toEqual([])
    }),
  )
})

test('whenever it is cancelled, the prices of the runs made and the refund add up to the price', () => {
  fc.assert(
    fc.property(price, manyRuns, fc.nat(400), (price, runs, at) => {
      const made = Math.min(at, runs)
      const spent = Array.from({ length: made }, (_, completed) => priceOfNextRun({ price, runs, completed }))
      const back = refundOfRunsLeft({ price, runs, completed: made })
      expect(spent.reduce((sum, share) => sum + share, back)).toBe(price)
    }),
  )
})

test('only an active order with runs left can be cancelled', () => {
  expect(canCancelAutoOrder({ status: 0, runs: 3, completed: 2 })).toBe(true)
  expect(canCancelAutoOrder({ status: 0, runs: 3, completed: 3 })).toBe(false)
  for (const status of [1, 2, 3]) expect(canCancelAutoOrder({ status, runs: 3, completed: 1 })).toBe(false)
})

test('the final quantity is that of all runs, of a cancelled order that of the runs it made', () => {
  const order = { amount: 100, runs: 5, completed: 2 }
  expect([0, 1, 2, 3].map((status) => finalQuantity({ ...order, status }))).toEqual([500, 500, 200, 500])
})

test('the filter for completed auto orders also finds partial ones', () => {
  expect([0, 1, 2, 3].map(expandAutoOrderStatusFilter)).toEqual([[0], [1, 3], [2], [3]])
})

test('an active order runs or is held, an ended one is neither', () => {
  const held = [null, '2026-11-25T00:00:00Z'].map((heldAt) =>
    [0, 1, 2, 3].map((status) => [heldAutoOrder, runningAutoOrder].map((rule) => rule.holds({ status, heldAt }))),
  )
  const neither = [1, 2, 3].map(() => [false, false])
  expect(held).toEqual([
    [[false, true], ...neither],
    [[true, false], ...neither],
  ])
  expect([null, '2026-11-25T00:00:00Z'].map((heldAt) => isHeldAutoOrder({ status: 0, heldAt }))).toEqual([false, true])
})

test('an active order with runs left waits for its service, else for its member’s debt; others wait for nothing', () => {
  const order = { status: 0, heldAt: null, runs: 3, completed: 1, memberOwes: false }
  const heldAt = '2026-11-25T00:00:00Z'
  expect(findAutoOrderWaitReason(order)).toBeNull()
  expect(findAutoOrderWaitReason({ ...order, heldAt })).toBe('HELD')
  expect(findAutoOrderWaitReason({ ...order, memberOwes: true })).toBe('DEBT')
  expect(findAutoOrderWaitReason({ ...order, heldAt, memberOwes: true })).toBe('HELD')
  expect(findAutoOrderWaitReason({ ...order, completed: 3, memberOwes: true })).toBeNull()
  for (const status of [1, 2, 3]) expect(findAutoOrderWaitReason({ ...order, status, memberOwes: true })).toBeNull()
})
