import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { unitPriceFromNumber, unitPriceToNumber } from '#lib/money/prices.ts'
import { repricingGroups } from './labels.ts'
import { computeNewPrice, type PriceChange, repriceService } from './price-change.ts'

const unitPriceOf = (won: number) => unitPriceFromNumber(won) ?? 0n

type ChangeOptions = { kind: PriceChange['kind']; value: number; step?: number; rounding?: PriceChange['rounding'] }

const changeOf = ({ kind, value, step = 0.00001, rounding = 'NEAREST' }: ChangeOptions): PriceChange => ({
  kind,
  value: BigInt(Math.round(value * (kind === 'AMOUNT' ? 100_000 : 100))),
  roundingStep: unitPriceOf(step),
  rounding,
})

const changedPriceInWon = (wanted: ChangeOptions, from: number, cost: number | null = null) => {
  const to = computeNewPrice(changeOf(wanted), {
    unitPrice: unitPriceOf(from),
    unitCost: cost === null ? null : unitPriceOf(cost),
  })
  return typeof to === 'bigint' ? unitPriceToNumber(to) : to
}

describe('a new price', () => {
  it.each([
    [{ kind: 'PERCENT', value: 10 }, 132.5, null, 145.75],
    [{ kind: 'PERCENT', value: -3.5, step: 0.1 }, 10, null, 9.7],
    [{ kind: 'PERCENT', value: -3.5, step: 0.1, rounding: 'DOWN' }, 10, null, 9.6],
    [{ kind: 'PERCENT', value: 1, step: 1, rounding: 'UP' }, 100, null, 101],
    [{ kind: 'PERCENT', value: 1, step: 10, rounding: 'UP' }, 100, null, 110],
    [{ kind: 'AMOUNT', value: 0.001 }, 0.003, null, 0.004],
    [{ kind: 'AMOUNT', value: -2.5 }, 10, null, 7.5],
    [{ kind: 'MARGIN', value: 20 }, 1, 100, 120],
    [{ kind: 'MARGIN', value: 33.33, step: 1, rounding: 'UP' }, 1, 3, 4],
    [{ kind: 'PERCENT', value: 0, step: 0.01 }, 0.005, null, 0.005],
    [{ kind: 'PERCENT', value: 10, step: 0.01 }, 0.005, null, 0.0055],
    [{ kind: 'PERCENT', value: 10, step: 1 }, 0.003, null, 0.0033],
    [{ kind: 'PERCENT', value: 10, step: 0.001, rounding: 'DOWN' }, 0.00011, null, 0.00012],
  ] as const)('%o of %d won at a cost of %s is %d', (wanted, from, cost, to) => {
    expect(changedPriceInWon(wanted, from, cost)).toBe(to)
  })

  it.each([
    [{ kind: 'PERCENT', value: -100 }, 10, null, 'FREE'],
    [{ kind: 'AMOUNT', value: -10 }, 10, null, 'FREE'],
    [{ kind: 'AMOUNT', value: -11 }, 10, null, 'FREE'],
    [{ kind: 'PERCENT', value: -99.99, rounding: 'DOWN' }, 0.003, null, 'FREE'],
    [{ kind: 'MARGIN', value: 20 }, 10, null, 'NO_COST'],
    [{ kind: 'PERCENT', value: 10_000 }, 1_000_000, null, 'TOO_DEAR'],
  ] as const)('%o of %d won at a cost of %s is refused: %s', (wanted, from, cost, why) => {
    expect(changedPriceInWon(wanted, from, cost)).toBe(why)
  })

  test('lies on its step unless that is coarser than the price, no further from the exact one than a step, and on the side it was rounded to', () => {
    const steps = fc.constantFrom(0.00001, 0.001, 0.01, 0.1, 1, 10)
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 10n),
        fc.integer({ min: -9_999, max: 100_000 }),
        steps,
        fc.constantFrom('UP', 'NEAREST', 'DOWN'),
        (from, percent, step, rounding) => {
          const change = { kind: 'PERCENT', value: BigInt(percent), roundingStep: unitPriceOf(step), rounding } as const
          const to = computeNewPrice(change, { unitPrice: from, unitCost: null })
          if (typeof to === 'string') return to === 'FREE' || from * 11n > 10n ** 11n
          const off = to * 10_000n - from * (10_000n + BigInt(percent))
          const tooCoarse = unitPriceOf(step) * 10_000n > from * (10_000n + BigInt(percent))
          const used = tooCoarse ? 1n : unitPriceOf(step)
          const most = used * 10_000n
          expect(to % used).toBe(0n)
          if (rounding === 'UP') return off >= 0n && off < most
          if (rounding === 'DOWN') return off <= 0n && -off < most
          return 2n * (off < 0n ? -off : off) <= most
        },
      ),
    )
  })
})

describe('what a change does to a service', () => {
  const terms = fc.record({
    unitPrice: fc.bigInt(0n, 10n ** 13n),
    unitCost: fc.option(fc.bigInt(0n, 10n ** 13n)),
    withdrawn: fc.boolean(),
  })
  const changes = fc.record({
    kind: fc.constantFrom('PERCENT', 'AMOUNT', 'MARGIN') as fc.Arbitrary<PriceChange['kind']>,
    value: fc.bigInt(-(10n ** 8n), 10n ** 8n),
    roundingStep: fc.constantFrom(1n, 100n, 1_000n, 10_000n, 100_000n, 1_000_000n),
    rounding: fc.constantFrom('UP', 'NEAREST', 'DOWN') as fc.Arbitrary<PriceChange['rounding']>,
  })

  test('puts each chosen service into exactly one named group, so that the groups add up to those chosen', () => {
    fc.assert(
      fc.property(changes, fc.array(terms, { maxLength: 30 }), (change, services) => {
        const groups = services.map((service) => repriceService(change, service).group)
        const sizes = repricingGroups.map((wanted) => groups.filter((group) => group === wanted).length)
        return sizes.reduce((sum, size) => sum + size, 0) === services.length
      }),
    )
  })

  test('is a new price only in the group of changed ones, and one that differs from the old', () => {
    fc.assert(
      fc.property(changes, terms, (change, service) => {
        const { group, to, marks } = repriceService(change, service)
        if (group !== 'CHANGED') return to === null && marks.length === 0
        return to !== null && to > 0n && to !== service.unitPrice && !service.withdrawn
      }),
    )
  })

  it.each([
    [10, 8, 15.01, ['JUMP']],
    [10, 8, 15, []],
    [10, 8, 5, ['BELOW_COST']],
    [10, 8, 4.9, ['BELOW_COST', 'JUMP']],
    [10, null, 4.9, ['JUMP']],
    [0, null, 1, ['JUMP']],
  ])('%d won at a cost of %s that becomes %d is marked %o', (from, cost, to, marks) => {
    const wanted = { kind: 'AMOUNT', value: to - from } as const
    const service = {
      unitPrice: unitPriceOf(from),
      unitCost: cost === null ? null : unitPriceOf(cost),
      withdrawn: false,
    }
    expect(repriceService(changeOf(wanted), service)).toMatchObject({ group: 'CHANGED', marks })
  })

  it('is marked where the step is coarser than the price', () => {
    const service = { unitPrice: unitPriceOf(0.005), unitCost: null, withdrawn: false }
    const change = changeOf({ kind: 'PERCENT', value: 10, step: 0.01 })
    expect(repriceService(change, service)).toEqual({ group: 'CHANGED', to: 550n, marks: ['UNROUNDED'] })
  })
})
