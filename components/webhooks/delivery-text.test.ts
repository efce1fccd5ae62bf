import { expect, it } from 'vitest'
import type { WebhookDeliveryRow } from '#lib/webhooks/schema.ts'
import { deliveryContentText, deliveryOutcomeText, durationText } from './delivery-text.ts'

const row = (more: Partial<WebhookDeliveryRow>): WebhookDeliveryRow => ({
  id: 1,
  event: 'order.updated',
  orderId: 10_001,
  status: 'COMPLETED',
  state: 'PENDING',
  attempts: 0,
  httpStatus: null,
  fault: null,
  duration: null,
  createdAt: '2026-11-21T00:00:00Z',
  deliveredAt: null,
  ...more,
})

it('shows the result of the last attempt', () => {
  expect(deliveryOutcomeText(row({}))).toBe('보내기 전')
  expect(deliveryOutcomeText(row({ attempts: 1, httpStatus: 200 }))).toBe('응답 200')
  expect(deliveryOutcomeText(row({ attempts: 3, httpStatus: 503 }))).toBe('응답 503 · 3번 시도')
  expect(deliveryOutcomeText(row({ attempts: 1, fault: 'TIMED_OUT' }))).toBe('응답 없음')
  expect(deliveryOutcomeText(row({ attempts: 2, fault: 'BROKEN' }))).toBe('연결 끊김 · 2번 시도')
  expect(deliveryOutcomeText(row({ attempts: 1, fault: 'UNREADABLE_KEY' }))).toBe('서명 키를 새로 발급해야 함')
  expect(deliveryOutcomeText(row({ attempts: 1, fault: 'SOMETHING_NEW' }))).toBe('전송 실패')
  // The webhook was switched off before the next attempt. The last response isn't the reason why delivery failed.
  expect(deliveryOutcomeText(row({ attempts: 2, httpStatus: 503, fault: 'SWITCHED_OFF' }))).toBe('웹훅을 끔 · 2번 시도')
})

it('names an order’s status as the order history does', () => {
  expect([row({}), row({ status: 'IN PROGRESS' })].map(deliveryContentText)).toEqual(['완료', '진행중'])
})

it('names an event that has no status', () => {
  expect(deliveryContentText(row({ event: 'order.refunded', status: null }))).toBe('환불')
  expect(deliveryContentText(row({ event: 'webhook.test', orderId: null, status: null }))).toBe('테스트')
})

it('formats the duration of an attempt', () => {
  expect([0, 999, 1_000, 9_950].map(durationText)).toEqual(['0ms', '999ms', '1.0초', '9.9초'])
})
