import { expect, test } from 'vitest'
import { deliveryBody, nextDeliveryStep, pauseAfterFailures } from './rules.ts'

test('a body says what became of which order, in the words of the public API', () => {
  const at = new Date('2026-11-21T01:02:03.004Z')
  const update = { id: 7, orderId: 10_001, status: 3, remains: 157, startCount: null, refunded: 518.1, createdAt: at }
  expect(JSON.parse(deliveryBody(update))).toEqual({
    id: 7,
    event: 'order.updated',
    orderId: 10_001,
    status: 'PARTIAL',
    remains: 157,
    startCount: null,
    refunded: 518.1,
    at: '2026-11-21T01:02:03.004Z',
  })
})

test.each([200, 204, 299])('%i is delivered', (httpStatus) => {
  expect(nextDeliveryStep(1, { httpStatus, fault: null }).state).toBe('DELIVERED')
})

test.each([
  [{ httpStatus: 500, fault: null }],
  [{ httpStatus: 404, fault: null }],
  [{ httpStatus: null, fault: 'TIMED_OUT' }],
])('%j is tried again with growing waits, and given up after a day', (result) => {
  const steps = Array.from({ length: 9 }, (_, at) => nextDeliveryStep(at + 1, result))
  const waits = steps.filter(({ state }) => state === 'PENDING').map(({ wait }) => wait)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(waits).toHaveLength(7)
  expect(steps.slice(7).map(({ state }) => state)).toEqual(['FAILED', 'FAILED'])
})

test.each(['REFUSED', 'REDIRECTED'])('%s is not tried again', (fault) => {
  expect(nextDeliveryStep(1, { httpStatus: null, fault }).state).toBe('FAILED')
})

test('a dead address is left alone longer and longer, ten minutes at most', () => {
  expect([1, 2, 3, 20].map(pauseAfterFailures)).toEqual([10_000, 20_000, 40_000, 600_000])
})
