import { expect, test } from 'vitest'
import { priceRuleTargetRequest } from './price-rule-target.tsx'

test('a category is asked for by its id alone, so that it is found in however many', () => {
  const path = new URL(priceRuleTargetRequest.pathOf({ scope: 'CATEGORY', number: '7' }), 'https://shop.example')
  expect(path.pathname).toBe('/api/admin/categories')
  // The list begins with the greatest id below the cursor.
  expect(Object.fromEntries(path.searchParams)).toEqual({ cursor: '8', size: '1' })
})
