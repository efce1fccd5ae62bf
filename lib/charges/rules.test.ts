import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutInvisibleCharacters } from '#lib/core/invisible.ts'
import { normalName } from '#lib/core/normal-name.ts'
import { chargeStatus, type FeeType, feeType, transferStates } from './labels.ts'
import {
  CHARGE_LIFE_MS,
  canApproveCharge,
  canRejectCharge,
  canReverseCharge,
  computePayAmount,
  determinePayOutNeeds,
  isAccountNumber,
  isBusinessNumber,
  isCashRefundOpen,
  isHolderNotDepositor,
  isTransferDue,
  maskAccountNumber,
  offeredFeeTypes,
  type PaymentFee,
  type PayOutCharge,
  parseSearchedAmount,
  plainNumber,
  toRefundablePoints,
} from './rules.ts'

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
      expect(computePayAmount(100_500n, kind, fee as PaymentFee)).toBe(kinds.includes(kind) ? 110_600n : 100_500n)
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

test('of the ten possible last digits exactly one is valid', () => {
  fc.assert(
    fc.property(nineDigits, (digits) => {
      const right = Array.from({ length: 10 }, (_, last) => `${digits}${last}`).filter(isBusinessNumber)
      return right.length === 1
    }),
  )
})

test('one wrong digit among the first eight is noticed', () => {
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

test('normalizing a normalized name changes nothing; it is composed and has no spaces or brackets', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const normal = normalName(name)
      expect(normal).not.toMatch(/[\s()[\]{}<>]/)
      expect(normal.normalize('NFKC')).toBe(normal)
      expect(withoutInvisibleCharacters(normal)).toBe(normal)
      expect(normalName(normal)).toBe(normal)
    }),
    { numRuns: 2_000, examples: [['Ａ\u0301'], ['＜\u0338'], ['İ'], ['ſ']] },
  )
})

test('a charge waits three hours', () => {
  expect(CHARGE_LIFE_MS / 60_000).toBe(180)
})

const { PENDING, SUCCESS, FAIL } = chargeStatus
const outcomes = [null, 'EXPIRED', 'WITHDRAWN', 'REJECTED', 'DELETED']

test('staff may approve what is pending or expired, and reject only what is pending', () => {
  const states = [PENDING, SUCCESS, FAIL].flatMap((status) => outcomes.map((outcome) => ({ status, outcome })))
  const isPending = ({ status }: { status: number }) => status === PENDING
  for (const state of states) {
    const isExpired = state.status === FAIL && state.outcome === 'EXPIRED'
    expect(canApproveCharge(state), JSON.stringify(state)).toBe(isPending(state) || isExpired)
    expect(canRejectCharge(state), JSON.stringify(state)).toBe(isPending(state))
  }
})

test('a credited charge is reversed once, any other never', () => {
  expect(canReverseCharge({ status: SUCCESS, reversedAt: null })).toBe(true)
  expect(canReverseCharge({ status: SUCCESS, reversedAt: '2026-11-25T00:00:00Z' })).toBe(false)
  for (const status of [PENDING, FAIL]) expect(canReverseCharge({ status, reversedAt: null })).toBe(false)
})

test('a refund is open until it is paid or rejected, and its transfer due until the bank has sent it', () => {
  expect([0, 1, 2].map((status) => isCashRefundOpen({ status }))).toEqual([true, false, false])
  const due = [null, ...transferStates].filter((transfer) => isTransferDue({ transfer }))
  expect(due).toEqual(['READY', 'IN_FILE', 'FAILED'])
})

test.each([
  ['73100', 7_310_000n],
  ['73,100', 7_310_000n],
  ['73,100원', 7_310_000n],
  ['123456789012', 12_345_678_901_200n],
  ['1234567890123', null],
  ['73100원원', null],
  ['약 73100', null],
  ['731.00', null],
  [',', null],
  ['원', null],
  ['', null],
])('the search text %j looks for the amount %s', (text, amount) => {
  expect(parseSearchedAmount(text)).toBe(amount)
})

test.each([
  [0n, 0n],
  [99n, 0n],
  [100n, 100n],
  [51_899n, 51_800n],
  [-100n, 0n],
])('of %s hundredths that are unspent %s go to the bank: whole won, nothing below 0', (unspent, refundable) => {
  expect(toRefundablePoints(unspent)).toBe(refundable)
})

test('numbers of telephones and accounts are stored without dashes and spaces', () => {
  expect(plainNumber(' 110-123 - 456789 ')).toBe('110123456789')
})

test.each([
  ['123-456', true],
  ['12345', false],
  ['1'.repeat(20), true],
  ['1'.repeat(21), false],
  ['110-abc-456', false],
  ['계좌 123456', false],
  ['', false],
])('%j is an account number: %s', (text, expected) => {
  expect(isAccountNumber(text)).toBe(expected)
})

test('only the last four digits of an account number are shown', () => {
  expect(maskAccountNumber('110-123-45-6789')).toBe('****6789')
  expect(maskAccountNumber('110-123-456-78 9')).toBe('****6789')
})

test('names differ if a depositor’s name differs from the account holder’s by more than spaces, brackets and case', () => {
  const payOut = (...depositors: string[][]) => ({
    name: '(주)Abc 상사',
    charges: depositors.map((names) => ({ funding: null, creditedBy: [], byHand: false, depositors: names })),
  })
  expect(isHolderNotDepositor(payOut())).toBe(false)
  expect(isHolderNotDepositor(payOut(['㈜ABC상사']))).toBe(false)
  expect(isHolderNotDepositor(payOut(['㈜ABC상사'], ['㈜ABC상사', '홍길동']))).toBe(true)
})

const noNeeds = { other: false, bankCheck: false, reason: false, password: false }

describe('what a pay-out demands of the payer', () => {
  const charge = (wanted: Partial<PayOutCharge>): PayOutCharge => ({
    funding: 'AUTHENTICATED',
    creditedBy: [],
    depositors: ['홍길동'],
    byHand: false,
    ...wanted,
  })
  const uninvolved = { involved: false, alone: false }
  const involved = { involved: true, alone: false }
  const alone = { involved: true, alone: true }
  const of = (...charges: PayOutCharge[]) => ({ name: '홍 길동', charges })
  const bankCheck = { ...noNeeds, bankCheck: true }

  test.each([
    ['a deposit that the bank’s side signed: nothing', of(charge({})), uninvolved, noNeeds],
    ['what a second person confirmed: nothing', of(charge({ funding: 'CONFIRMED' })), uninvolved, noNeeds],
    ['what one person vouched for: a look at the bank', of(charge({ funding: 'UNCONFIRMED' })), uninvolved, bankCheck],
    ['what nobody knows of: a look at the bank', of(charge({ funding: null })), uninvolved, bankCheck],
    ['one such among others: the same', of(charge({}), charge({ funding: 'UNCONFIRMED' })), uninvolved, bankCheck],
    [
      'a signed deposit that staff chose for it: a look at the bank',
      of(charge({ byHand: true })),
      uninvolved,
      bankCheck,
    ],
    ['what he credited himself: somebody else', of(charge({})), involved, { ...noNeeds, other: true }],
    [
      'what he credited himself, as an OWNER who is alone: his password and a reason',
      of(charge({ funding: 'UNCONFIRMED' })),
      alone,
      { other: false, bankCheck: true, reason: true, password: true },
    ],
    [
      'what others credited, by an OWNER who is alone: nothing',
      of(charge({})),
      { involved: false, alone: true },
      noNeeds,
    ],
    [
      'another name than the depositor’s: a reason',
      of(charge({ depositors: ['홍길동', '김철수'] })),
      uninvolved,
      { ...noNeeds, reason: true },
    ],
  ])('%s', (_, payOut, payer, needs) => {
    expect(determinePayOutNeeds(payOut, payer, false)).toEqual(needs)
  })

  test('in the demo: only a reason, if the names differ', () => {
    const payOut = of(charge({ funding: 'UNCONFIRMED', creditedBy: [1], depositors: ['김철수'] }))
    expect(determinePayOutNeeds(payOut, involved, true)).toEqual({ ...noNeeds, reason: true })
  })
})
