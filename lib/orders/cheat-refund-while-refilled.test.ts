import { afterEach, beforeEach, expect, test } from 'vitest'
import { confirmApprovalCall } from '#lib/approvals/decisions/calls.ts'
import { makeStaff } from '#lib/approvals/decisions/testing/staff.ts'
import { memberActor } from '#lib/audit/actor.ts'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeProvider } from '#lib/providers/testing/providers.ts'
import { answerRequest } from '#lib/requests/close-request.ts'
import { createRequest } from '#lib/requests/create-request.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'
import { previewTransitionsCall, recoverOrderCall, transitionManyCall, transitionOrderCall } from './calls.ts'
import { orderStatus } from './labels.ts'
import type { BatchPreview, BatchTransitionResult } from './staff-schema.ts'
import { makeCompletedOrder } from './testing/orders.ts'

const { COMPLETED, PARTIAL, CANCELED } = orderStatus
const refusal = '공급사가 리필하고 있는 주문이에요. 리필이 끝난 뒤에 포인트를 돌려주세요.'

let memberId: number
let orderId: number
let requestId: number
let manager: SignedIn

/** Marks the refill request as sent to a provider, which delivers what has dropped. */
const sendRefill = async () =>
  db().rows("UPDATE order_requests SET state = 'SENT', provider_id = $2, sent_at = now() WHERE id = $1", [
    requestId,
    await makeProvider({ url: 'https://panel.example.com/api/v2', key: 'key' }),
  ])

beforeEach(async () => {
  manager = await signedIn({ role: 'MANAGER' })
  memberId = (await makeMember({ points: 100_000 })).id
  const serviceId = await makeService({ price: 100, refillDays: 30 })
  orderId = await makeCompletedOrder({ memberId, serviceId, amount: 1_000 })
  requestId = (await createRequest(db(), memberActor(memberId), { orderId, kind: 'REFILL', source: 'WEB' })).id
})
afterEach(() => expectBooksBalance())

const moveTo = ({ headers }: SignedIn, status: number, remains: number | null) =>
  send(transitionOrderCall, {
    path: `/api/admin/orders/${orderId}/transition`,
    headers,
    body: { status, remains, startCount: null, reason: '늦은 보고' },
  })

const recover = ({ headers }: SignedIn, dropped: number) =>
  send(recoverOrderCall, {
    path: `/api/admin/orders/${orderId}/recover`,
    headers,
    body: { dropped, reason: '줄었어요' },
  })

const givenBackOf = () =>
  oneRow<{ refunded: bigint; recovered: bigint }>(db(), 'SELECT refunded, recovered FROM orders WHERE id = $1', [
    orderId,
  ])

const refundedOf = async () =>
  (await oneRow<{ refunded: bigint }>(db(), 'SELECT refunded FROM orders WHERE id = $1', [orderId])).refunded

test('what a provider is refilling isn’t refunded too, until staff end the refill', async () => {
  await sendRefill()
  for (const [status, remains] of [
    [PARTIAL, 300],
    [CANCELED, null],
  ] as const)
    expect(await moveTo(manager, status, remains)).toMatchObject({ status: 409, json: { message: refusal } })
  expect(await refundedOf()).toBe(0n)
  await answerRequest(db(), staffOf(manager), { requestId, state: 'REFUSED', reason: '공급사가 채우지 않아요.' })
  expect((await moveTo(manager, PARTIAL, 300)).status).toBe(200)
  expect(await refundedOf()).toBe(3_000_000n)
})

test('a refill that staff make by hand ends with the refund, as before', async () => {
  expect((await moveTo(manager, PARTIAL, 300)).status).toBe(200)
  const { state } = await oneRow<{ state: string }>(db(), 'SELECT state FROM order_requests WHERE id = $1', [requestId])
  expect(state).toBe('REFUSED')
})

test('among several orders it is refused in the preview and in fact', async () => {
  await sendRefill()
  const { headers } = manager
  const shown = await send(previewTransitionsCall, { headers, body: { ids: [orderId], status: CANCELED } })
  expect((shown.json as BatchPreview).rows).toMatchObject([{ id: orderId, refund: 0, refusal }])
  const { json } = await send(transitionManyCall, {
    headers: { ...headers, 'idempotency-key': `refill-${orderId}` },
    body: { orders: [{ id: orderId, from: COMPLETED }], status: CANCELED, reason: '요청' },
  })
  expect(json.rows as BatchTransitionResult[]).toMatchObject([{ result: 'REFUSED', refund: 0, message: refusal }])
  expect(await refundedOf()).toBe(0n)
})

test.each([
  ['refund', (staff: SignedIn) => moveTo(staff, CANCELED, null)],
  ['recovery', (staff: SignedIn) => recover(staff, 1_000)],
])('a %s that waited for a second person is refused if a refill was sent meanwhile', async (_, ask) => {
  await saveSettings({ APPROVAL_LIMIT: 50_000 })
  const [asker, second] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const { json } = await ask(asker)
  await sendRefill()
  const { id } = json.approval as { id: number }
  const confirm = () =>
    send(confirmApprovalCall, {
      path: `/api/admin/approvals/${id}/confirm`,
      headers: second.headers,
      body: { reason: '' },
    })
  expect(await confirm()).toMatchObject({ status: 409, json: { message: refusal } })
  expect(await givenBackOf()).toEqual({ refunded: 0n, recovered: 0n })
  await saveSettings({ APPROVAL_LIMIT: 1_000_000 })
})
