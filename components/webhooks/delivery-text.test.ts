import { expect, it } from 'vitest'
import type { DeliveryRow } from '#lib/webhooks/schema.ts'
import { deliveredStatusText, deliveryOutcomeText } from './delivery-text.ts'

const row = (more: Partial<DeliveryRow>): DeliveryRow => ({
  id: 1,
  orderId: 10_001,
  status: 'COMPLETED',
  state: 'PENDING',
  attempts: 0,
  httpStatus: null,
  fault: null,
  createdAt: '2026-11-21T00:00:00Z',
  deliveredAt: null,
  ...more,
})

it('says what came of the last try', () => {
  expect(deliveryOutcomeText(row({}))).toBe('보내기 전')
  expect(deliveryOutcomeText(row({ attempts: 1, httpStatus: 200 }))).toBe('응답 200')
  expect(deliveryOutcomeText(row({ attempts: 3, httpStatus: 503 }))).toBe('응답 503 · 3번 시도')
  expect(deliveryOutcomeText(row({ attempts: 1, fault: 'TIMED_OUT' }))).toBe('응답 없음')
  expect(deliveryOutcomeText(row({ attempts: 2, fault: 'BROKEN' }))).toBe('전송 실패 · 2번 시도')
})

it('names what was told as the history does', () => {
  expect([row({}), row({ status: 'IN PROGRESS' })].map(deliveredStatusText)).toEqual(['완료', '진행중'])
})
