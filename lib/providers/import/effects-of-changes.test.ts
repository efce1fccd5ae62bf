import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectsOnServices, type LinkedService } from './effects-of-changes.ts'
import { priceWithMargin, unitCostOf } from './price.ts'
import type { ListedService } from './read-row.ts'

const WON_RATE = 100_000n

const linkedService = (wanted: Partial<LinkedService> = {}): LinkedService => ({
  id: 1,
  remoteId: '1',
  type: 'Default',
  rule: 'FOLLOW',
  margin: 2_000,
  step: 1n,
  unitPrice: 120_000n,
  unitCost: 100_000n,
  formerPrice: 120_000n,
  min: 10,
  max: 1_000,
  isReadOnly: false,
  offBySync: false,
  isWithdrawn: false,
  ...wanted,
})

/** A listed service priced at `won` per 1,000 units. */
const listedService = (won: number, limits: [number, number] = [10, 1_000]): ListedService => ({
  remoteId: '1',
  name: 'x',
  type: 'Default',
  category: '',
  rate: BigInt(won) * 100_000_000n,
  min: limits[0],
  max: limits[1],
  refill: false,
  cancel: false,
  dripfeed: false,
})

const listOf = (services: ListedService[], otherTypes: string[] = []) => ({ services, otherTypes })

const termsAfter = (service: LinkedService, ...list: ListedService[]) =>
  effectsOnServices([service], listOf(list), WON_RATE)[0]?.after

test('what stays the same has no effect', () => {
  expect(effectsOnServices([linkedService()], listOf([listedService(1_000)]), WON_RATE)).toEqual([])
})

test('FOLLOW: price, cost and limits go with the provider’s', () => {
  expect(termsAfter(linkedService(), listedService(2_000, [20, 500]))).toMatchObject({
    unitPrice: 240_000n,
    unitCost: 200_000n,
    min: 20,
    max: 500,
  })
})

test('FREEZE: only the cost is noted, whatever happens', () => {
  const frozen = linkedService({ rule: 'FREEZE' })
  expect(termsAfter(frozen, listedService(9_000, [20, 500]))).toEqual({
    ...termsAfter(linkedService({ rule: 'FREEZE' }), listedService(9_000)),
    unitCost: 900_000n,
  })
  expect(termsAfter(frozen, listedService(9_000, [20, 500]))).toMatchObject({
    unitPrice: 120_000n,
    min: 10,
    max: 1_000,
    isReadOnly: false,
  })
  expect(effectsOnServices([frozen], listOf([]), WON_RATE)).toEqual([])
})

test('OFF: sold at its own price until that is under the margin, and again once it isn’t', () => {
  const off = linkedService({ rule: 'OFF' })
  expect(termsAfter(off, listedService(1_001))).toMatchObject({
    unitPrice: 120_000n,
    isReadOnly: true,
    offBySync: true,
  })
  expect(termsAfter(off, listedService(900))).toMatchObject({ unitPrice: 120_000n, isReadOnly: false })
  const wasOff = linkedService({ rule: 'OFF', isReadOnly: true, offBySync: true })
  expect(termsAfter(wasOff, listedService(1_000))).toMatchObject({ isReadOnly: false, offBySync: false })
})

test('what a person took off no sync puts back', () => {
  const byHand = linkedService({ isReadOnly: true })
  expect(termsAfter(byHand, listedService(2_000))).toMatchObject({ isReadOnly: true, offBySync: false })
  expect(effectsOnServices([byHand], listOf([]), WON_RATE)).toEqual([])
})

test('gone: it is taken off, and put back when it is back', () => {
  const gone = termsAfter(linkedService())
  expect(gone).toMatchObject({ isReadOnly: true, offBySync: true, unitPrice: 120_000n })
  expect(termsAfter({ ...linkedService(), ...gone }, listedService(1_000))).toMatchObject({
    isReadOnly: false,
    offBySync: false,
  })
})

test('a price beyond any ledger is not taken over: it is taken off', () => {
  expect(termsAfter(linkedService(), listedService(9_999_999_999_999))).toMatchObject({
    unitPrice: 120_000n,
    isReadOnly: true,
  })
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
        const before = linkedService({ ...wanted, isReadOnly: wanted.offBySync })
        const now = { ...before, ...effectsOnServices([before], listOf([listedService(won)]), exchange)[0]?.after }
        const least = priceWithMargin(unitCostOf(listedService(won), exchange), wanted.margin)
        expect(now.isReadOnly || now.unitPrice >= least).toBe(true)
        expect(effectsOnServices([now], listOf([listedService(won)]), exchange)).toEqual([])
      },
    ),
  )
})

test('a service that has another type at its provider is taken off sale as if it had gone, even a frozen one', () => {
  const listed = [{ ...listedService(1_000), type: 'Custom Comments' as const }]
  expect(effectsOnServices([linkedService()], listOf(listed), WON_RATE)).toMatchObject([
    { gone: true, after: { isReadOnly: true } },
  ])
  expect(effectsOnServices([linkedService({ rule: 'FREEZE' })], listOf(listed), WON_RATE)).toMatchObject([
    { gone: true, after: { isReadOnly: true, offBySync: true, unitPrice: 120_000n, unitCost: 100_000n } },
  ])
  expect(effectsOnServices([linkedService({ type: 'Custom Comments' })], listOf(listed), WON_RATE)).toEqual([])
})

test('a frozen service that a sync took off is put back with its type, at its own price, but not below its margin', () => {
  const off = linkedService({ rule: 'FREEZE', isReadOnly: true, offBySync: true })
  expect(termsAfter(off, listedService(1_000))).toMatchObject({ isReadOnly: false, offBySync: false })
  expect(termsAfter(off, listedService(500))).toMatchObject({ isReadOnly: false, unitPrice: 120_000n })
  expect(termsAfter(off, listedService(1_001))).toMatchObject({ isReadOnly: true, offBySync: true })
  const byHand = linkedService({ rule: 'FREEZE', isReadOnly: true })
  expect(effectsOnServices([byHand], listOf([listedService(1_000)]), WON_RATE)).toEqual([])
})

test('a service whose type at its provider is one that the shop doesn’t have is taken off sale, even a frozen one, and back on with its type', () => {
  for (const rule of ['FOLLOW', 'FREEZE', 'OFF'] as const) {
    const [effect] = effectsOnServices([linkedService({ rule })], listOf([], ['1', '2']), WON_RATE)
    expect(effect).toMatchObject({ gone: true, after: { isReadOnly: true, offBySync: true, unitPrice: 120_000n } })
    const off = { ...linkedService({ rule }), ...effect?.after }
    expect(effectsOnServices([off], listOf([], ['1']), WON_RATE)).toEqual([])
    expect(termsAfter(off, listedService(1_000))).toMatchObject({ isReadOnly: false, offBySync: false })
  }
  expect(effectsOnServices([linkedService({ rule: 'FREEZE' })], listOf([], ['2']), WON_RATE)).toEqual([])
})
