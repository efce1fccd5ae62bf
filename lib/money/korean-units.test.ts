import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quickAddLabel } from './korean-units.ts'

test.each([
  [500, '+5백원'],
  [1_000, '+1천원'],
  [5_000, '+5천원'],
  [10_000, '+1만원'],
  [15_000, '+1만 5천원'],
  [15_500, '+1만 5천 5백원'],
  [50_000, '+5만원'],
  [100_000, '+10만원'],
  [500_000, '+50만원'],
  [1_234_567, '+123만 4천 5백 67원'],
  [15_000_000, '+1,500만원'],
  [100_000_000, '+1억원'],
  [1, '+1원'],
])('%d won read %s on their button', (won, label) => {
  expect(quickAddLabel(won)).toBe(label)
})

const sizes: Record<string, number> = { 억: 100_000_000, 만: 10_000, 천: 1_000, 백: 100 }

test('the units in a label add up to its amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (won) => {
      const parts = quickAddLabel(won).slice(1, -1).replaceAll(',', '').split(' ')
      const sum = parts.reduce((total, part) => total + Number.parseInt(part, 10) * (sizes[part.at(-1) ?? ''] ?? 1), 0)
      return sum === won
    }),
  )
})
