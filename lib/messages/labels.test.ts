import { expect, it } from 'vitest'
import { faultText, hiddenBodyText, linkOrCodeOf } from './labels.ts'

it('says what kept a message, without the server’s own words', () => {
  expect(['SMTP 550', 'SOLAPI ValidationError', 'WORKER_LOST', 'ECONNECTION'].map(faultText)).toEqual([
    '메일 서버 응답 550',
    '문자 발송사 응답 ValidationError',
    '보내던 중 멈춰 결과를 알 수 없음',
    '연결 실패',
  ])
})

it('says why there is nothing to read', () => {
  expect(hiddenBodyText({ status: 'SENT', expiresAt: null })).toContain('지웠어요')
  expect(hiddenBodyText({ status: 'PENDING', expiresAt: '2026-11-21T00:00:00Z' })).toContain('보여 주지 않아요')
})

it('takes a link, or five digits that stand alone', () => {
  expect(linkOrCodeOf('열기: http://127.0.0.1:3000/reset-password?token=a.b.c\n\n끝')?.text).toBe(
    'http://127.0.0.1:3000/reset-password?token=a.b.c',
  )
  expect(linkOrCodeOf('인증번호는 01234 입니다.')?.text).toBe('01234')
  expect(linkOrCodeOf('주문 100234번')).toBeNull()
})
