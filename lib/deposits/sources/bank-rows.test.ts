import { expect, test } from 'vitest'
import {
  isCorrection,
  parseBankAmount,
  parseBankMovement,
  parseBankTime,
  parseDepositorName,
  seoulDayDigits,
} from './bank-rows.ts'

test.each([
  ['10000', 10_000],
  ['10,000', 10_000],
  ['1,234,567', 1_234_567],
  [' 5000.00 ', 5_000],
  ['0', 0],
  ['1,00', null],
  ['12,34,567', null],
  ['10000.5', null],
  ['-5000', null],
  ['+5000', null],
  ['1e6', null],
  ['５０００', null],
  ['', null],
  ['9999999999999999', null],
])('the sum %j is %j won', (text, won) => {
  expect(parseBankAmount(text)).toBe(won)
})

test.each([
  ['20260102030405', '2026-01-01T18:04:05.000Z', 'EXACT'],
  ['20260102030400', '2026-01-01T18:04:00.000Z', 'MINUTE'],
  ['202601020304', '2026-01-01T18:04:00.000Z', 'MINUTE'],
  ['20260102', '2026-01-01T15:00:00.000Z', 'DAY'],
  ['20260102000000', '2026-01-01T15:00:00.000Z', 'DAY'],
])('the moment %s is %s, %s', (digits, at, precision) => {
  expect(parseBankTime(digits)).toEqual({ at, precision })
})

test.each(['', '2026', '20261302', '20260102256000', '2026-01-02', 'yesterday'])('%j is no moment', (digits) => {
  expect(parseBankTime(digits)).toBe(null)
})

test('a moment in the future is now', () => {
  expect(Date.parse(parseBankTime('20990101120000')?.at ?? '')).toBeLessThanOrEqual(Date.now())
})

test('a day begins at midnight in Seoul', () => {
  expect(seoulDayDigits(Date.parse('2026-01-01T14:59:59Z'))).toBe('20260101')
  expect(seoulDayDigits(Date.parse('2026-01-01T15:00:00Z'))).toBe('20260102')
  expect(seoulDayDigits(Date.parse('2026-01-01T15:00:00Z'), -2)).toBe('20251231')
})

test.each(['타행이체', ' 타행 이체 ', '(이체)', '전자금융', 'atm', 'ＦＢ이체', '인터넷뱅킹'])(
  '%j is nobody’s name',
  (remark) => {
    expect(parseDepositorName(remark)).toBe('')
  },
)

test.each(['김입금', '주식회사 이체', '현금이', ''])('%j may be a name', (remark) => {
  expect(parseDepositorName(remark)).toBe(remark)
})

test.each([
  ['5,000', '0', 5_000, 0],
  ['', '5000', 0, 5_000],
  ['-5,000', '0', 0, 5_000],
  ['0', '-5000.00', 5_000, 0],
  ['없음', '', 0, 0],
])('of %j in and %j out, %j came in and %j went out', (deposit, withdrawal, paidIn, paidOut) => {
  expect(parseBankMovement(deposit, withdrawal)).toEqual({ paidIn, paidOut })
})

test('a deposit below nothing is one that the bank took back', () => {
  expect(['-5,000', '5,000', '-0', '', '--5'].map(isCorrection)).toEqual([true, false, false, false, false])
})
