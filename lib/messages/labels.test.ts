import { expect, it } from 'vitest'
import { findLinkOrCode, hiddenBodyText, messageFaultText, notifiedText } from './labels.ts'

it('says what kept a message, without the server’s own words', () => {
  expect(['SMTP 550', 'SOLAPI ValidationError', 'WORKER_LOST', 'ECONNECTION'].map(messageFaultText)).toEqual([
    '메일 서버 응답 550',
    '문자 발송사 응답 ValidationError',
    '보내던 중 멈춰 결과를 알 수 없음',
    '연결 실패',
  ])
})

it('says why there is nothing to read', () => {
  expect(hiddenBodyText({ status: 'SENT', expiresAt: null })).toContain('지웠어요')
  expect(hiddenBodyText({ status: 'EXPIRED', expiresAt: null })).toContain('보내지 않고 내용을 지웠어요')
  expect(hiddenBodyText({ status: 'PENDING', expiresAt: '2026-11-21T00:00:00Z' })).toContain('보여 주지 않아요')
})

it('offers to copy a link, or the code of a message that carries one, never other digits', () => {
  expect(findLinkOrCode('열기: http://127.0.0.1:3000/reset-password?token=a.b.c\n\n끝')?.text).toBe(
    'http://127.0.0.1:3000/reset-password?token=a.b.c',
  )
  expect(findLinkOrCode('인증번호 01234 · 3분 안에 입력해 주세요.')).toEqual({
    text: '01234',
    label: '인증번호 복사',
  })
  expect(findLinkOrCode('주문 100234번')).toBeNull()
  expect(findLinkOrCode('주문 10023이 취소되어 45000P를 돌려드렸어요. 사유: 인증번호 12345 · 3분')).toBeNull()
})

it('says that a message to a member is queued, not that it was sent', () => {
  expect([notifiedText('EMAIL'), notifiedText('SMS'), notifiedText(null)]).toEqual([
    ' 회원에게 알릴 이메일을 보낼 목록에 넣었어요.',
    ' 회원에게 알릴 문자를 보낼 목록에 넣었어요.',
    '',
  ])
})
