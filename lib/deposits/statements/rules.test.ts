import { expect, test } from 'vitest'
import { balanceGaps } from './rules.ts'

test('a gap is what the balance differs by from the last one that is stated, with what came and went since', () => {
  const row = (paidIn: number, paidOut: number, balance: number | null) => ({ paidIn, paidOut, balance })
  expect(balanceGaps([row(10, 0, 10), row(5, 0, 15), row(0, 3, 12)])).toEqual([null, 0, 0])
  expect(balanceGaps([row(5, 0, null), row(0, 3, 12)], 10)).toEqual([null, 0])
  expect(balanceGaps([row(10, 0, 10), row(5, 0, 115), row(0, 3, 112)])).toEqual([null, 100, 0])
  expect(balanceGaps([row(0, 5, -5)], 0)).toEqual([0])
})
