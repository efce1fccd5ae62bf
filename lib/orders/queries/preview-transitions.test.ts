import { afterAll, afterEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'
import { previewTransitionsCall, transitionManyCall } from '../calls.ts'
import { orderStatus } from '../labels.ts'
import type { BatchPreview, BatchTransitionResult } from '../staff-schema.ts'
import { makeOrder } from '../testing/orders.ts'
import { transitionOrder } from '../transition-order.ts'

const { INPROGRESS, CANCELED } = orderStatus
const ownOrder = expect.stringContaining('본인 계정')
const waitsAlready = '이미 다른 운영자의 확인을 기다리고 있어요.'

afterEach(() => expectBooksBalance())
afterAll(() => saveSettings({ APPROVAL_LIMIT: 1_000_000, DAILY_LIMIT: 5_000_000 }))

/** Creates an order in progress of 1,000 units at this price in points, by default for a new member. */
async function makeBegunOrder(price: number, memberId?: number): Promise<number> {
  const owner = memberId ?? (await makeMember({ points: price })).id
  const orderId = await makeOrder({
    memberId: owner,
    serviceId: await makeService({ price: price / 1_000 }),
    amount: 1_000,
  })
  await transitionOrder(db(), worker, { orderId, status: INPROGRESS, remains: null, startCount: null, reason: '' })
  return orderId
}

/** Previews the cancellation of these orders as one batch, then makes it. Returns both results in the same format. */
async function previewAndCancel({ headers }: SignedIn, ids: number[]) {
  const { json: preview } = await send(previewTransitionsCall, { headers, body: { ids, status: CANCELED } })
  const orders = ids.map((id) => ({ id, from: INPROGRESS }))
  const { json: done } = await send(transitionManyCall, { headers, body: { orders, status: CANCELED, reason: '요청' } })
  const previewed = (preview as BatchPreview).rows.map(({ refusal, waits, refund }) =>
    refusal === null ? (waits ? 'WAITING' : refund) : refusal,
  )
  const made = (done.rows as BatchTransitionResult[]).map(({ result, message, refund }) =>
    result === 'REFUSED' ? message : result === 'WAITING' ? 'WAITING' : refund,
  )
  return { previewed, made }
}

test('a refund that waits is refused only where the new one needs a second person too', async () => {
  await saveSettings({ APPROVAL_LIMIT: 10_000, DAILY_LIMIT: 0 })
  const staff = await signedIn({ role: 'MANAGER' })
  const ids = [await makeBegunOrder(6_000), await makeBegunOrder(6_000)]
  const waiting = ['WAITING', 'WAITING']
  expect(await previewAndCancel(staff, ids)).toEqual({ previewed: waiting, made: waiting })
  const refused = [waitsAlready, waitsAlready]
  expect(await previewAndCancel(staff, ids)).toEqual({ previewed: refused, made: refused })
  expect(await previewAndCancel(staff, ids.slice(0, 1))).toEqual({ previewed: [6_000], made: [6_000] })
})

test('a refused order counts towards what one staff member may refund at once', async () => {
  await saveSettings({ APPROVAL_LIMIT: 10_000, DAILY_LIMIT: 0 })
  const staff = await signedIn({ role: 'MANAGER', points: 8_000 })
  const ids = [await makeBegunOrder(8_000, staff.id), await makeBegunOrder(3_000)]
  const expected = [ownOrder, 'WAITING']
  expect(await previewAndCancel(staff, ids)).toEqual({ previewed: expected, made: expected })
})

test('neither a refused order nor one that waits uses up the daily limit', async () => {
  await saveSettings({ APPROVAL_LIMIT: 0, DAILY_LIMIT: 5_000 })
  const staff = await signedIn({ role: 'MANAGER', points: 4_000 })
  const ids = [await makeBegunOrder(4_000, staff.id), await makeBegunOrder(6_000), await makeBegunOrder(3_000)]
  const expected = [ownOrder, 'WAITING', 3_000]
  expect(await previewAndCancel(staff, ids)).toEqual({ previewed: expected, made: expected })
  const others = [ids[1] ?? 0, await makeBegunOrder(2_000), await makeBegunOrder(1)]
  const refused = [waitsAlready, 2_000, 'WAITING']
  expect(await previewAndCancel(staff, others)).toEqual({ previewed: refused, made: refused })
})
