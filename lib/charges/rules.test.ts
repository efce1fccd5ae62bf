import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutInvisible } from '#lib/core/invisible.ts'
import { type FeeType, feeType } from './labels.ts'
import { isBusinessNumber, normalName, offeredFeeTypes, type PaymentFee, payAmountOf } from './rules.ts'

const { CASH, FEE, NONE } = feeType

test.each([
  ['ALL', [NONE, FEE, CASH]],
  ['CASH_AND_FEE', [FEE, CASH]],
  ['FEE', [FEE]],
  ['CASH', [CASH]],
  ['NO_FEE', [NONE]],
] as const)('ENABLE_PAYMENT_TYPE %s offers %j', (type, kinds) => {
  expect(offeredFeeTypes(type)).toEqual(kinds)
})

const kindsWithFee: Record<PaymentFee, readonly FeeType[]> = { '': [], FEE: [FEE], CASH: [CASH], ALL: [CASH, FEE] }

test.each(Object.entries(kindsWithFee))(
  'ENABLE_PAYMENT_FEE "%s" makes kinds %j pay 10 %% more, no others',
  (fee, kinds) => {
    for (const kind of [CASH, FEE, NONE])
      expect(payAmountOf(100_500n, kind, fee as PaymentFee)).toBe(kinds.includes(kind) ? 110_600n : 100_500n)
  },
)

test.each(['124-81-00998', '1248100998', '220-81-62517', '120-81-47521'])('%s is a business number', (number) => {
  expect(isBusinessNumber(number)).toBe(true)
})

test.each(['1248100997', '124810099', '12481009980', '124-81-0099a', '', '１２４８１００９９８'])(
  '"%s" is no business number',
  (number) => {
    expect(isBusinessNumber(number)).toBe(false)
  },
)

const nineDigits = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 })
  .map((digits) => digits.join(''))

test('exactly one of ten last digits is the right one', () => {
  fc.assert(
    fc.property(nineDigits, (digits) => {
      const right = Array.from({ length: 10 }, (_, last) => `${digits}${last}`).filter(isBusinessNumber)
      return right.length === 1
    }),
  )
})

test('one digit wrong in the first eight is noticed', () => {
  fc.assert(
    fc.property(nineDigits, fc.nat(7), fc.integer({ min: 1, max: 9 }), (digits, at, by) => {
      const right = Array.from({ length: 10 }, (_, last) => `${digits}${last}`).find(isBusinessNumber) ?? ''
      const wrong = right.slice(0, at) + ((Number(right[at]) + by) % 10) + right.slice(at + 1)
      return !isBusinessNumber(wrong)
    }),
  )
})

test.each([
  ['홍 길 동', '홍길동'],
  ['홍길동', '홍길동'],
  ['(주)포인트', '주포인트'],
  ['（주）포인트', '주포인트'],
  ['［주］ 포인트　상사', '주포인트상사'],
  ['ＡＢＣ 무역', 'abc무역'],
  ['Hong GilDong', 'honggildong'],
  ['\u1112\u1169\u11bc', '홍'],
  ['홍\u200b길\u2060동\ufeff', '홍길동'],
  ['\u202e홍길동\u202c', '홍길동'],
  ['\u3164홍길동\u115f\uffa0', '홍길동'],
  ['홍길동\ufe0f\u{e0041}\u00ad', '홍길동'],
  ['㈜포인트', '주포인트'],
  ['ﾎﾟｲﾝﾄ', 'ポイント'],
])('the depositor %s is compared as %s', (name, normal) => {
  expect(normalName(name)).toBe(normal)
})

test('a normal name is its own, composed, and has no spaces or brackets', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const normal = normalName(name)
      expect(normal).not.toMatch(/[\s()[\]{}<>]/)
      expect(normal.normalize('NFKC')).toBe(normal)
      expect(withoutInvisible(normal)).toBe(normal)
      expect(normalName(normal)).toBe(normal)
    }),
    { numRuns: 2_000, examples: [['Ａ\u0301'], ['＜\u0338'], ['İ'], ['ſ']] },
  )
})
