import { expect, test } from 'vitest'
import { wholeRowsHeight } from './whole-rows.ts'

test('a list that scrolls ends with a whole row, unless not even its first row fits', () => {
  expect(wholeRowsHeight([65, 130, 195], 150)).toBe(130)
  expect(wholeRowsHeight([65, 130, 195], 195)).toBe(195)
  expect(wholeRowsHeight([65, 130], 340)).toBe(130)
  expect(wholeRowsHeight([200], 150)).toBe(150)
  expect(wholeRowsHeight([], 150)).toBe(150)
})
