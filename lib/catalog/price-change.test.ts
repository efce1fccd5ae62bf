import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { unitPriceFromNumber, unitPriceToNumber } from '#lib/money/prices.ts'
import { changedPrice, type PriceChange } from './price-change.ts'

const unitPriceOf = (won: number) => unitPriceFromNumber(won) ?? 0n

type ChangeOptions = { kind: PriceChange['kind']; value: number; step?: number; rounding?: PriceChange['rounding'] }

const changeOf = ({ kind, value, step = 0.00001, rounding = 'NEAREST' }: ChangeOptions): PriceChange => ({
  kind,
  value: BigInt(Math.round(value * (kind === 'AMOUNT' ? 100_000 : 100))),
  step: unitPriceOf(step),
  rounding,
})

const changedPriceInWon = (wanted: ChangeOptions, from: number, cost: number | null = null) => {
  const to = changedPrice(changeOf(wanted), {
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
  ] as const)('%o of %d won at a cost of %s is %d', (wanted, from, cost, to) => {
    expect(changedPriceInWon(wanted, from, cost)).toBe(to)
  })

  it.each([
    [{ kind: 'PERCENT', value: -100 }, 10, null, 'FREE'],
    [{ kind: 'AMOUNT', value: -10 }, 10, null, 'FREE'],
    [{ kind: 'AMOUNT', value: -11 }, 10, null, 'FREE'],
    [{ kind: 'PERCENT', value: 10, step: 1 }, 0.003, null, 'FREE'],
    [{ kind: 'MARGIN', value: 20 }, 10, null, 'NO_COST'],
    [{ kind: 'PERCENT', value: 10_000 }, 1_000_000, null, 'TOO_DEAR'],
  ] as const)('%o of %d won at a cost of %s is refused: %s', (wanted, from, cost, why) => {
    expect(changedPriceInWon(wanted, from, cost)).toBe(why)
  })

  test('lies on its step, no further from the exact one than a step, and on the side it was rounded to', () => {
    const steps = fc.constantFrom(0.00001, 0.001, 0.01, 0.1, 1, 10)
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 10n),
        fc.integer({ min: -9_999, max: 100_000 }),
        steps,
        fc.constantFrom('UP', 'NEAREST', 'DOWN'),
        (from, percent, step, rounding) => {
          const change = { kind: 'PERCENT', value: BigInt(percent), step: unitPriceOf(step), rounding } as const
          const to = changedPrice(change, { unitPrice: from, unitCost: null })
          if (typeof to === 'string') return to === 'FREE' || from * 11n > 10n ** 11n
          const off = to * 10_000n - from * (10_000n + BigInt(percent))
          const most = unitPriceOf(step) * 10_000n
          expect(to % unitPriceOf(step)).toBe(0n)
          if (rounding === 'UP') return off >= 0n && off < most
          if (rounding === 'DOWN') return off <= 0n && -off < most
          return 2n * (off < 0n ? -off : off) <= most
        },
      ),
    )
  })
})
