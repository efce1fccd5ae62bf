import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectsOf, type LinkedService } from './effects-of-changes.ts'
import { priceWithMargin, unitCostOf } from './price.ts'
import type { ListedService } from './read-row.ts'

const WON = 100_000n

const linked = (wanted: Partial<LinkedService> = {}): LinkedService => ({
  id: 1,
  remoteId: '1',
  rule: 'FOLLOW',
  margin: 2_000,
  unitPrice: 120_000n,
  unitCost: 100_000n,
  min: 10,
  max: 1_000,
  isReadOnly: false,
  offBySync: false,
  ...wanted,
})

/** A listed service priced at `won` per 1,000 units. */
const listed = (won: number, limits: [number, number] = [10, 1_000]): ListedService => ({
  remoteId: '1',
  name: 'x',
  category: '',
  rate: BigInt(won) * 100_000_000n,
  min: limits[0],
  max: limits[1],
  refill: false,
  cancel: false,
  dripfeed: false,
})

const after = (service: LinkedService, ...list: ListedService[]) => effectsOf([service], list, WON)[0]?.after

test('what stays the same has no effect', () => {
  expect(effectsOf([linked()], [listed(1_000)], WON)).toEqual([])
})

test('FOLLOW: price, cost and limits go with the provider’s', () => {
  expect(after(linked(), listed(2_000, [20, 500]))).toMatchObject({
    unitPrice: 240_000n,
    unitCost: 200_000n,
    min: 20,
    max: 500,
  })
})

test('FREEZE: only the cost is noted, whatever happens', () => {
  const frozen = linked({ rule: 'FREEZE' })
  expect(after(frozen, listed(9_000, [20, 500]))).toEqual({
    ...after(linked({ rule: 'FREEZE' }), listed(9_000)),
    unitCost: 900_000n,
  })
  expect(after(frozen, listed(9_000, [20, 500]))).toMatchObject({
    unitPrice: 120_000n,
    min: 10,
    max: 1_000,
    isReadOnly: false,
  })
  expect(effectsOf([frozen], [], WON)).toEqual([])
})

test('OFF: sold at its own price until that is under the margin, and again once it isn’t', () => {
  const off = linked({ rule: 'OFF' })
  expect(after(off, listed(1_001))).toMatchObject({ unitPrice: 120_000n, isReadOnly: true, offBySync: true })
  expect(after(off, listed(900))).toMatchObject({ unitPrice: 120_000n, isReadOnly: false })
  const wasOff = linked({ rule: 'OFF', isReadOnly: true, offBySync: true })
  expect(after(wasOff, listed(1_000))).toMatchObject({ isReadOnly: false, offBySync: false })
})

test('what a person took off no sync puts back', () => {
  const byHand = linked({ isReadOnly: true })
  expect(after(byHand, listed(2_000))).toMatchObject({ isReadOnly: true, offBySync: false })
  expect(effectsOf([byHand], [], WON)).toEqual([])
})

test('gone: it is taken off, and put back when it is back', () => {
  const gone = after(linked())
  expect(gone).toMatchObject({ isReadOnly: true, offBySync: true, unitPrice: 120_000n })
  expect(after({ ...linked(), ...gone }, listed(1_000))).toMatchObject({ isReadOnly: false, offBySync: false })
})

test('a price beyond any ledger is not taken over: it is taken off', () => {
  expect(after(linked(), listed(9_999_999_999_999))).toMatchObject({ unitPrice: 120_000n, isReadOnly: true })
})

test('nothing a sync leaves on sale, but what is frozen, is below its margin; a second sync does nothing', () => {
  const service = fc.record({
    rule: fc.constantFrom('FOLLOW' as const, 'OFF' as const),
    margin: fc.integer({ min: 0, max: 20_000 }),
    unitPrice: fc.bigInt({ min: 1n, max: 10_000_000n }),
    offBySync: fc.boolean(),
  })
  fc.assert(
    fc.property(
      service,
      fc.integer({ min: 1, max: 100_000 }),
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      (wanted, won, exchange) => {
        const before = linked({ ...wanted, isReadOnly: wanted.offBySync })
        const now = { ...before, ...effectsOf([before], [listed(won)], exchange)[0]?.after }
        const least = priceWithMargin(unitCostOf(listed(won).rate, exchange), wanted.margin)
        expect(now.isReadOnly || now.unitPrice >= least).toBe(true)
        expect(effectsOf([now], [listed(won)], exchange)).toEqual([])
      },
    ),
  )
})
