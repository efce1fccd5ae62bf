import { expect, test } from 'vitest'
import { chargeStatus } from '#lib/charges/labels.ts'
import { areNamesSimilar, findLikelyCharges } from './likely-charges.ts'

const charge = (id: number, name: string, payAmount: number, memberNo = 1, status: number = chargeStatus.PENDING) => ({
  ...{ id, name, payAmount, memberNo, status },
  outcome: null,
  createdAt: '2026-11-22T00:00:00Z',
})

const pickedOf = (charges: ReturnType<typeof charge>[], amount = 7_000, name = '홍길동') =>
  findLikelyCharges({ name, amount, reason: null, charges }).map(({ id }) => id)

test('one charge of the amount is picked, an equal name before a similar one before others; of two alike none', () => {
  expect(pickedOf([charge(1, '홍길동', 7_000), charge(2, '김철수', 7_000)])).toEqual([1])
  expect(pickedOf([charge(1, '홍길동님', 7_000), charge(2, '김철수', 7_000)])).toEqual([1])
  expect(pickedOf([charge(2, '김철수', 7_000), charge(3, '홍길동', 3_000)])).toEqual([2])
  expect(pickedOf([charge(1, '홍길동', 7_000), charge(2, '홍길동님', 7_000)])).toEqual([1])
  expect(pickedOf([charge(2, '(주)홍길동', 7_000)])).toEqual([2])
  expect(pickedOf([charge(1, '홍길동', 7_000), charge(2, '홍 길동', 7_000)])).toEqual([])
})

test('charges of one name that come to the sum together are picked, in whatever spelling', () => {
  expect(pickedOf([charge(1, '홍길동', 3_000), charge(2, '홍 길동', 4_000), charge(3, '홍길동', 500)])).toEqual([1, 2])
})

test('strangers’ charges that come to the sum together by chance are not picked', () => {
  expect(pickedOf([charge(1, '가나', 3_000, 5), charge(2, '다라', 4_000, 5)])).toEqual([])
  expect(pickedOf([charge(1, '가나', 3_000, 5), charge(2, '다라', 4_000, 6)])).toEqual([])
})

test('names fit if they are equal or one is a part of the other, of two letters at least', () => {
  expect(areNamesSimilar('김민수', '김민수님')).toBe(true)
  expect(areNamesSimilar('(주) 홍길동', '홍길동')).toBe(true)
  expect(areNamesSimilar('김', '김민수')).toBe(false)
  expect(areNamesSimilar('김민수', '박지훈')).toBe(false)
  expect(areNamesSimilar('이름없음', '(이름 없음)')).toBe(false)
  expect(areNamesSimilar('()', '(이름 없음)')).toBe(false)
})

test('where two sets come to the sum, or one was approved before its deposit, nothing is picked', () => {
  expect(pickedOf([charge(1, '홍길동', 3_000), charge(2, '홍길동', 4_000), charge(3, '홍길동', 4_000)])).toEqual([])
  expect(pickedOf([charge(1, '홍길동', 3_000), charge(2, '홍길동', 4_000, 1, chargeStatus.SUCCESS)])).toEqual([])
})

test('for a deposit that was probably reported twice, or may be another’s money, nothing is picked, and many candidates take no time', () => {
  const charges = [charge(1, '홍길동', 3_000), charge(2, '홍길동', 4_000)]
  expect(findLikelyCharges({ name: '홍길동', amount: 7_000, reason: 'DUPLICATE', charges })).toEqual([])
  const one = [charge(1, '홍길동', 7_000)]
  for (const reason of ['BOUNCED', 'SHOP', 'SEVERAL'] as const)
    expect(findLikelyCharges({ name: '홍길동', amount: 7_000, reason, charges: one })).toEqual([])
  const many = Array.from({ length: 40 }, (_, at) => charge(at, '홍길동', 1_000))
  expect(pickedOf(many)).toEqual([])
})

test('if staff probably approved the charge of a deposit before, that charge is picked, not an open one', () => {
  const [open, approved] = [charge(1, '홍길동', 7_000), charge(2, '홍길동', 7_000, 1, chargeStatus.SUCCESS)]
  const pickedFor = (charges: ReturnType<typeof charge>[]) =>
    findLikelyCharges({ name: '홍길동', amount: 7_000, reason: 'CREDITED', charges }).map(({ id }) => id)
  expect(pickedFor([open, approved])).toEqual([2])
  expect(pickedFor([approved, { ...approved, id: 3 }])).toEqual([])
})

test('if the charge was probably approved before, none is picked where several members share the name', () => {
  const approved = charge(2, '홍길동', 7_000, 1, chargeStatus.SUCCESS)
  const pickedFor = (...others: ReturnType<typeof charge>[]) =>
    findLikelyCharges({ name: '홍길동', amount: 7_000, reason: 'CREDITED', charges: [approved, ...others] })
  expect(pickedFor(charge(1, '홍 길동', 7_000, 9))).toEqual([])
  expect(pickedFor(charge(1, '홍길동', 7_000, 9, chargeStatus.SUCCESS))).toEqual([])
  expect(pickedFor(charge(1, '홍길동', 8_000, 9), charge(3, '김철수', 7_000, 9))).toEqual([approved])
  expect(
    findLikelyCharges({
      ...{ name: '홍길동', amount: 7_000, reason: 'CREDITED' },
      charges: [{ ...approved, name: '김철수' }, charge(1, '홍길동', 7_000, 9)],
    }),
  ).toEqual([])
})
