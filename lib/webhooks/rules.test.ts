import { expect, test } from 'vitest'
import { webhookEvents } from './labels.ts'
import {
  cleanAnswer,
  isDelivered,
  isPrompt,
  nextWebhookDeliveryStep,
  pauseMsAfterFailures,
  renderWebhookBody,
  type WebhookDeliveryContent,
} from './rules.ts'

test('a body says what became of which order, in the words of the public API', () => {
  const at = new Date('2026-11-21T01:02:03.004Z')
  const update = { id: 7, orderId: 10_001, status: 3, remains: 157, startCount: null, refunded: 518.1, createdAt: at }
  expect(JSON.parse(renderWebhookBody(update))).toEqual({
    id: 7,
    event: 'order.updated',
    orderId: 10_001,
    autoOrderId: null,
    status: 'PARTIAL',
    remains: 157,
    startCount: null,
    refunded: 518.1,
    at: '2026-11-21T01:02:03.004Z',
  })
})

const content: Omit<WebhookDeliveryContent, 'event'> = {
  id: 8,
  createdAt: new Date('2026-11-21T01:02:03.004Z'),
  ...{
    orderId: 10_001,
    autoOrderId: 9_001,
    status: 1,
    remains: 9,
    startCount: 5,
    cause: null,
    amount: 250.5,
    refunded: 300,
    recovered: 20,
  },
  summary: null,
}
const fieldsOf = (event: (typeof webhookEvents)[number], change: Partial<WebhookDeliveryContent> = {}) => {
  const { id, at, event: sent, ...fields } = JSON.parse(renderWebhookBody({ ...content, event, ...change }))
  expect([id, sent, at]).toEqual([8, event, '2026-11-21T01:02:03.004Z'])
  return fields
}

test('an update of an order has its status by name, what remains and what was refunded in all', () => {
  expect(fieldsOf('order.updated')).toEqual({
    ...{ orderId: 10_001, autoOrderId: 9_001, status: 'IN PROGRESS', remains: 9, startCount: 5, refunded: 300 },
  })
})

test.each([
  ['ORDER_REFUND', 'REFUND', 9_001],
  ['UNFOLLOW_RECOVERY', 'RECOVERY', 9_001],
  // The order of this event is the auto order itself.
  ['AUTO_ORDER_REFUND', 'AUTO_ORDER', 10_001],
])('the ledger’s %s is a refund of the kind %s, with its points and those in all', (cause, kind, autoOrderId) => {
  expect(fieldsOf('order.refunded', { cause })).toEqual({
    ...{ orderId: 10_001, autoOrderId, kind, amount: 250.5, refunded: 300, recovered: 20 },
  })
})

test('a refund whose ledger entry names no kind has none', () => {
  expect(fieldsOf('order.refunded', { cause: null })).not.toHaveProperty('kind')
})

test('a request has its order, number, kind and state', () => {
  const summary = { requestId: 3, request: 'REFILL', state: 'REFUSED', reason: '리필 불가' }
  expect(fieldsOf('request.updated', { summary })).toEqual({ orderId: 10_001, autoOrderId: 9_001, ...summary })
})

test('a bulk call and changed services have nothing but their summary', () => {
  const bulk = { bulkOrderId: 4, orderIds: [1, 2], completed: 1, partial: 0, canceled: 1 }
  expect(fieldsOf('bulk.completed', { summary: bulk })).toEqual(bulk)
  const terms = { onSale: true, point: 1.5, min: 10, max: 100 }
  const changed = { services: [{ serviceId: 5, ...terms, before: { ...terms, point: 2 } }] }
  expect(fieldsOf('services.changed', { summary: changed })).toEqual(changed)
})

test('a test event says that it is one, no other event does', () => {
  expect(fieldsOf('webhook.test')).toEqual({ test: true })
  for (const event of webhookEvents.filter((each) => each !== 'webhook.test'))
    expect(fieldsOf(event)).not.toHaveProperty('test')
})

test('a stored answer has its line breaks and tabs, and no control or invisible characters', () => {
  expect(cleanAnswer('a\r\n\tb\u0000\u001b[31m\u009f\u202e\u200b 안녕')).toBe('a\n\tb[31m 안녕')
})

test('a stored answer has at most 1,024 characters', () => {
  expect(cleanAnswer('가'.repeat(1_025))).toBe('가'.repeat(1_024))
})

test.each([200, 204, 299])('%i is delivered', (httpStatus) => {
  expect(nextWebhookDeliveryStep(1, { httpStatus, fault: null })).toEqual({ state: 'DELIVERED', wait: 0 })
  expect(isDelivered({ httpStatus })).toBe(true)
})

test.each([199, 300, 404, 500, null])('%s is not delivered', (httpStatus) => {
  expect(nextWebhookDeliveryStep(1, { httpStatus, fault: null })).toEqual({ state: 'PENDING', wait: 10_000 })
  expect(isDelivered({ httpStatus })).toBe(false)
})

test('a delivery within two seconds is prompt, a failure never is', () => {
  expect(isPrompt({ httpStatus: 200, fault: null, took: 1_999 })).toBe(true)
  expect(isPrompt({ httpStatus: 200, fault: null, took: 2_000 })).toBe(false)
  expect(isPrompt({ httpStatus: 500, fault: null, took: 1 })).toBe(false)
})

test('a test event is tried once', () => {
  expect(nextWebhookDeliveryStep(1, { httpStatus: 500, fault: null }, 'webhook.test')).toEqual({
    state: 'FAILED',
    wait: 0,
  })
  expect(nextWebhookDeliveryStep(1, { httpStatus: 200, fault: null }, 'webhook.test').state).toBe('DELIVERED')
})

test.each([
  [{ httpStatus: 500, fault: null }],
  [{ httpStatus: 404, fault: null }],
  [{ httpStatus: null, fault: 'TIMED_OUT' }],
])('%j is tried again after 10 s, 1 min, 5 min, 30 min, 2 h, 6 h and 12 h, and given up then', (result) => {
  const steps = Array.from({ length: 9 }, (_, at) => nextWebhookDeliveryStep(at + 1, result))
  const waits = steps.filter(({ state }) => state === 'PENDING').map(({ wait }) => wait)
  expect(waits.map((wait) => wait / 1_000)).toEqual([10, 60, 300, 1_800, 7_200, 21_600, 43_200])
  expect(steps.slice(7).map(({ state }) => state)).toEqual(['FAILED', 'FAILED'])
})

test.each(['REFUSED', 'REDIRECTED'])('%s is not tried again', (fault) => {
  expect(nextWebhookDeliveryStep(1, { httpStatus: null, fault })).toEqual({ state: 'FAILED', wait: 0 })
})

test('a dead address is left alone longer and longer, ten minutes at most', () => {
  expect([0, 1, 2, 3, 6, 7, 20].map(pauseMsAfterFailures)).toEqual([
    ...[10_000, 10_000, 20_000, 40_000, 320_000, 600_000, 600_000],
  ])
})
