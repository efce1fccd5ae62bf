import { expect, test } from 'vitest'
import type { AnsweredCall } from '#lib/core/answered-call.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { newRequestId } from '#lib/core/request-id.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { resellerOrderCall } from '#lib/reseller/calls.ts'
import { apiV2Call } from '#lib/reseller/v2/calls.ts'
import { flushRequestLog, recordRequest } from './record-request.ts'

const CALLS = 500

/**
 * Records CALLS successful calls of one member within a minute, the properties of each as `answered` returns them.
 * Returns the number of rows that the log then has.
 */
async function rowsOf(answered: (index: number) => Partial<AnsweredCall>, isTest = false): Promise<number> {
  const { id: memberId, loginId } = await makeMember()
  const apiKey = { id: 7, scopes: ['read', 'order'] as const, addresses: [], ...(isTest && { test: true }) }
  const caller = { memberId, loginId, role: 'MEMBER', via: 'api-key', sessionId: null, apiKey } as const
  const common = { caller, error: null, at: 1_790_000_000_000, took: 3, address: '192.0.2.1', action: undefined }
  for (let index = 0; index < CALLS; index++)
    recordRequest({
      ...{ requestId: newRequestId(), call: resellerOrderCall, status: 201, notes: {} },
      ...common,
      ...answered(index),
    } as AnsweredCall)
  await flushRequestLog()
  const sql = 'SELECT count(*)::int AS count FROM api_requests WHERE member_id = $1'
  return (await oneRow<{ count: number }>(db(), sql, [memberId])).count
}

test('each order that a key places has its row', async () => {
  expect(await rowsOf((index) => ({ notes: { orderId: 1_000 + index } }))).toBe(CALLS)
})

test('calls that cost nothing don’t fill the log: simulated orders, prices, the same order again, refused items', async () => {
  expect(await rowsOf((index) => ({ notes: { orderId: 1_000 + index } }), true)).toBeLessThanOrEqual(120)
  expect(await rowsOf(() => ({ status: 200, notes: { serviceId: 1, amount: 100 } }))).toBeLessThanOrEqual(120)
  expect(await rowsOf(() => ({ notes: { orderId: 1_000 } }))).toBeLessThanOrEqual(121)
  expect(await rowsOf(() => ({ call: apiV2Call, status: 200, action: 'cancel' }))).toBeLessThanOrEqual(120)
})
