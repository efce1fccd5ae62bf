import { expect, test } from 'vitest'
import { paidBackText, receiptTitle } from './labels.ts'

const receipt = { payAmount: 10_000, paidBack: 3_000, supply: 6_364, tax: 636, byHandSum: null } as const

test('staff who issue a receipt are told to issue what is left, or nothing if all was paid back', () => {
  expect(paidBackText({ ...receipt, paidBack: 0, supply: 9_091, tax: 909, status: 'REQUESTED' })).toBeNull()
  expect(paidBackText({ ...receipt, status: 'REQUESTED' })).toBe(
    '이 충전에서 3,000원을 환불했어요. 남은 금액으로 발행해 주세요.',
  )
  expect(paidBackText({ ...receipt, paidBack: 10_000, supply: 0, tax: 0, status: 'REQUESTED' })).toBe(
    '모두 환불한 충전이에요. 발행하지 마세요.',
  )
})

test('staff who have issued one are told to take back what was paid back since', () => {
  expect(paidBackText({ ...receipt, status: 'ISSUED' })).toContain('3,000원을 환불했어요. 환불한 만큼 취소 발행')
  expect(paidBackText({ ...receipt, status: 'ISSUED', byHandSum: 7_000 })).toBeNull()
  expect(paidBackText({ ...receipt, status: 'ISSUED', byHandSum: 9_000 })).toContain('발행한 뒤에 2,000원을 환불')
})

test('a receipt of a former member is called by his number, since his name is kept elsewhere', () => {
  const title = { name: '홍길동', memberId: 'hong', feeValue: {}, payAmount: 10_000 }
  expect(receiptTitle(title)).toBe('홍길동 · 10,000원')
  expect(receiptTitle({ ...title, feeValue: { company: '가나다' } })).toBe('가나다 · 10,000원')
  expect(receiptTitle({ ...title, name: '', memberId: '탈퇴 회원 7' })).toBe('탈퇴 회원 7 · 10,000원')
})
