import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PricedItem, type PriceRule, type PriceRules, unitPriceFor } from './rules.ts'

const item = (wanted: Partial<PricedItem> = {}): PricedItem => ({
  id: 1,
  categoryId: 2,
  unitPrice: 100_000n,
  priceFloor: 0n,
  ...wanted,
})

const discount = (percent: number, belowCost = false): PriceRule => ({
  percent: percent * 100,
  unitPrice: null,
  belowCost,
})
const price = (unitPrice: bigint, belowCost = false): PriceRule => ({ percent: null, unitPrice, belowCost })

const rules = ({
  all = null as PriceRule | null,
  category = null as PriceRule | null,
  service = null as PriceRule | null,
} = {}): PriceRules => ({
  all,
  categories: new Map(category ? [[2, category]] : []),
  services: new Map(service ? [[1, service]] : []),
})

test('without rules the price is that of the list', () => {
  expect(unitPriceFor(item(), [])).toBe(100_000n)
  expect(unitPriceFor(item(), [rules()])).toBe(100_000n)
})

test('of one rule the most specific rule counts, even if it is less favourable: service, category, everything', () => {
  const all = discount(50)
  const category = discount(20)
  const service = discount(5)
  expect(unitPriceFor(item(), [rules({ all })])).toBe(50_000n)
  expect(unitPriceFor(item(), [rules({ all, category })])).toBe(80_000n)
  expect(unitPriceFor(item(), [rules({ all, category, service })])).toBe(95_000n)
  expect(unitPriceFor(item(), [rules({ all, service: discount(0) })])).toBe(100_000n)
  expect(unitPriceFor(item({ categoryId: 3 }), [rules({ all, category })])).toBe(50_000n)
})

test('of group and member the lower price counts', () => {
  const group = rules({ all: discount(10) })
  const member = rules({ service: price(95_000n) })
  expect(unitPriceFor(item(), [group, member])).toBe(90_000n)
  expect(unitPriceFor(item(), [group, rules({ service: price(42_000n) })])).toBe(42_000n)
})

test('a price above the list costs what the list says, so that nobody pays more for having terms', () => {
  expect(unitPriceFor(item(), [rules({ service: price(300_000n) })])).toBe(100_000n)
})

test('a discount ends at the cost, unless an OWNER lets it go below', () => {
  const costly = item({ priceFloor: 90_000n })
  expect(unitPriceFor(costly, [rules({ all: discount(50) })])).toBe(90_000n)
  expect(unitPriceFor(costly, [rules({ service: price(10n) })])).toBe(90_000n)
  expect(unitPriceFor(costly, [rules({ all: discount(50, true) })])).toBe(50_000n)
  expect(unitPriceFor(item({ priceFloor: 200_000n }), [rules({ all: discount(50) })])).toBe(100_000n)
})

test('one who may not go below doesn’t because another rule may', () => {
  const costly = item({ priceFloor: 90_000n })
  expect(unitPriceFor(costly, [rules({ all: discount(50, true), category: discount(60) })])).toBe(90_000n)
})

const anyRule = fc.record({
  percent: fc.integer({ min: 0, max: 9_000 }),
  unitPrice: fc.option(fc.bigInt({ min: 1n, max: 10n ** 12n }), { nil: null }),
  belowCost: fc.boolean(),
})
const anySide = fc.record({
  all: fc.option(anyRule, { nil: null }),
  category: fc.option(anyRule, { nil: null }),
  service: fc.option(anyRule, { nil: null }),
})

test('whatever the rules, a price is above nothing, at most the list’s, and not below the floor unless a rule allows it', () => {
  fc.assert(
    fc.property(
      fc.array(anySide, { maxLength: 2 }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      (ruleSets, unitPrice, priceFloor) => {
        const paid = unitPriceFor(item({ unitPrice, priceFloor }), ruleSets.map(rules))
        expect(paid > 0n && paid <= unitPrice).toBe(true)
        const allowed = ruleSets.some((rule) => (rule.service ?? rule.category ?? rule.all)?.belowCost)
        expect(allowed || paid >= priceFloor || paid === unitPrice).toBe(true)
      },
    ),
  )
})
