import { expect, test } from 'vitest'
import { withCurrentValue } from './list-tools.tsx'

const categories = [
  [3, '팔로워'],
  [4, '좋아요'],
] as const

test('a filter that names a removed category says so, instead of ‘all categories’', () => {
  expect(withCurrentValue(categories, 7)).toEqual([[7, '삭제된 항목'], ...categories])
})

test.each([[undefined], [4]])('a filter with a value that there is has no other options: %j', (current) => {
  expect(withCurrentValue(categories, current)).toBe(categories)
})
