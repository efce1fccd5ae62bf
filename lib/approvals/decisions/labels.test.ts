import { expect, test } from 'vitest'
import { approvalReasonText, askedAmountText, waitsForApprovalText } from '../labels.ts'
import { approvalVerbsByRight } from './labels.ts'

test('whoever asked can only take his request back, unless nobody else could confirm it', () => {
  expect(approvalVerbsByRight.WITHDRAW).toEqual(['withdraw'])
  expect(approvalVerbsByRight.ALONE).toEqual(['alone', 'withdraw'])
  expect(approvalVerbsByRight.CONFIRM).toEqual(['confirm', 'refuse'])
  expect(approvalVerbsByRight.NONE).toEqual([])
})

test('a request says what, how much and why', () => {
  expect(askedAmountText({ kind: 'ADJUSTMENT', amount: 1_500_000, takes: true })).toBe('포인트 조정 -1,500,000원')
  expect(askedAmountText({ kind: 'CHARGE_APPROVE', amount: 2_000_000, takes: false })).toBe('충전 승인 2,000,000원')
  expect(approvalReasonText({ why: 'LIMIT', reason: '대량 보상' })).toBe('한 건 한도를 넘어요 · 대량 보상')
  expect(waitsForApprovalText({ kind: 'REFUND_PAY', alone: false })).toBe(
    '환불 지급 요청을 남겼어요. 다른 운영자의 확인을 기다려요.',
  )
})
