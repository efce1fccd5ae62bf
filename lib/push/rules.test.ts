import { expect, test } from 'vitest'
import { orderStatus } from '#lib/orders/labels.ts'
import { pushServiceOfEndpoint } from './push-service-of-endpoint.ts'
import { decidePushStep, type EndedOrders, noticeJson } from './rules.ts'

const one: EndedOrders = {
  orderId: 10_234,
  isAuto: false,
  status: orderStatus.COMPLETED,
  orders: 1,
  product: '인스타그램 팔로워',
}

const answered = (httpStatus: number, retryAfter: number | null = null) => ({ httpStatus, retryAfter })
const failed = (fault: string, sent: boolean) => ({ httpStatus: null, fault, sent })

test('a notice says which order ended and how, and opens it', () => {
  expect(JSON.parse(noticeJson(one))).toEqual({
    title: '주문이 완료됐어요',
    body: '주문번호 10234 · 인스타그램 팔로워',
    url: '/order-history?order=10234',
    orders: 1,
    many: '주문 {n}건이 끝났어요',
  })
  expect(JSON.parse(noticeJson({ ...one, status: orderStatus.PARTIAL })).title).toBe('주문이 일부만 완료됐어요')
  expect(JSON.parse(noticeJson({ ...one, status: orderStatus.CANCELED })).title).toBe('주문이 취소됐어요')
})

test('several orders are one notice, which opens the list', () => {
  expect(JSON.parse(noticeJson({ ...one, orders: 37 }))).toMatchObject({
    title: '주문 37건이 끝났어요',
    body: '',
    url: '/order-history',
    orders: 37,
  })
})

test('an auto order is told of by its own number, and opens its own list', () => {
  expect(JSON.parse(noticeJson({ ...one, isAuto: true }))).toMatchObject({
    title: '자동주문이 끝났어요',
    body: '자동주문번호 10234 · 인스타그램 팔로워',
    url: '/auto-order-history',
  })
  expect(JSON.parse(noticeJson({ ...one, isAuto: true, status: orderStatus.PARTIAL })).title).toBe(
    '자동주문이 끝났어요. 진행하지 못한 회차가 있어요',
  )
  expect(JSON.parse(noticeJson({ ...one, isAuto: true, orders: 2 }))).toMatchObject({
    title: '주문 2건이 끝났어요',
    url: '/auto-order-history',
  })
})

test('the name of a product is cut, so that a message keeps its length', () => {
  const { body } = JSON.parse(noticeJson({ ...one, product: '가'.repeat(500) }))
  expect(body).toBe(`주문번호 10234 · ${'가'.repeat(60)}…`)
  expect(JSON.parse(noticeJson({ ...one, product: '가'.repeat(60) })).body).toBe(`주문번호 10234 · ${'가'.repeat(60)}`)
})

test('a message is sent again only if it was certainly not taken', () => {
  for (const status of [200, 201, 299]) expect(decidePushStep(1, answered(status))).toEqual({ outcome: 'DELIVERED' })
  for (const status of [404, 410]) expect(decidePushStep(1, answered(status))).toEqual({ outcome: 'GONE' })
  for (const status of [199, 300, 400, 401, 403, 413, 499])
    expect(decidePushStep(1, answered(status))).toEqual({ outcome: 'REFUSED' })
  for (const status of [429, 500, 503])
    expect(decidePushStep(1, answered(status))).toEqual({ outcome: 'RETRY', wait: 10_000 })
  expect(decidePushStep(1, failed('UNREACHABLE', false))).toEqual({ outcome: 'RETRY', wait: 10_000 })
  for (const fault of ['TIMED_OUT', 'BROKEN', 'TOO_LARGE'])
    expect(decidePushStep(1, failed(fault, true))).toEqual({ outcome: 'UNKNOWN' })
  for (const fault of ['REFUSED', 'REDIRECTED'])
    expect(decidePushStep(1, failed(fault, false))).toEqual({ outcome: 'REFUSED' })
})

test('retries are further and further apart, and end', () => {
  const waits = [1, 2, 3, 4, 5, 6].map((attempts) => decidePushStep(attempts, answered(503)))
  expect(waits.map((step) => ('wait' in step ? step.wait / 1_000 : step.outcome))).toEqual([
    10,
    60,
    300,
    1_800,
    7_200,
    'UNKNOWN',
  ])
})

test('a push service that asks for time gets it, a day at most', () => {
  expect(decidePushStep(1, answered(429, 120))).toEqual({ outcome: 'RETRY', wait: 120_000 })
  expect(decidePushStep(3, answered(429, 1))).toEqual({ outcome: 'RETRY', wait: 300_000 })
  expect(decidePushStep(1, answered(503, 999_999_999))).toEqual({ outcome: 'RETRY', wait: 86_400_000 })
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', 'google'],
  ['https://jmt17.google.com/fcm/send/abc', 'google'],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', 'mozilla'],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', 'microsoft'],
  ['https://web.push.apple.com/abc', 'apple'],
])('%s is an endpoint of %s', (endpoint, service) => {
  expect(pushServiceOfEndpoint(endpoint, false)).toBe(service)
})

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://user:pass@fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com.evil.example/abc',
  'https://evil.example/fcm.googleapis.com',
  'https://evilpush.apple.com.example/abc',
  'https://xpush.apple.com/abc',
  'https://notify.windows.com.evil.example/',
  'https://reseller.example.com/hook',
  'https://127.0.0.1/push',
  'https://[::1]/push',
  'https://169.254.169.254/latest/meta-data',
  'https://push.apple.com.internal/abc',
  'ftp://web.push.apple.com/abc',
  'not an address',
])('%s is no endpoint to which the shop sends', (endpoint) => {
  expect(pushServiceOfEndpoint(endpoint, false)).toBeNull()
})
