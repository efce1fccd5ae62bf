import { expect, it } from 'vitest'
import { chargeStatusText, pastChargesText } from './labels.ts'

it('summarizes a member’s past charges', () => {
  expect(pastChargesText(undefined)).toBe('없음')
  expect(pastChargesText({ credited: 14, reversed: 0, rejected: 0, lapsed: 0 })).toBe('14번 · 모두 승인')
  expect(pastChargesText({ credited: 3, reversed: 0, rejected: 1, lapsed: 2 })).toBe(
    '6번 · 승인 3 · 거절 1 · 입금 없음 2',
  )
  expect(pastChargesText({ credited: 1, reversed: 1, rejected: 0, lapsed: 0 })).toBe('2번 · 승인 1 · 승인 취소 1')
  expect(pastChargesText({ credited: 0, reversed: 0, rejected: 2, lapsed: 0 })).toBe('2번 · 거절 2')
})

it('shows a withdrawn charge as withdrawn, not as rejected', () => {
  const failed = { status: 2, reversedAt: null }
  expect(chargeStatusText({ ...failed, outcome: 'WITHDRAWN' })).toBe('신청 취소')
  expect(chargeStatusText({ ...failed, outcome: 'REJECTED' })).toBe('거절')
  expect(chargeStatusText({ status: 1, outcome: 'APPROVED', reversedAt: null })).toBe('승인')
  expect(chargeStatusText({ status: 1, outcome: 'APPROVED', reversedAt: new Date(0) })).toBe('승인 취소')
})
