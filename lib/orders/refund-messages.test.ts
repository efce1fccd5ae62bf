import { afterEach, expect, test } from 'vitest'
import { confirmApprovalCall } from '#lib/approvals/decisions/calls.ts'
import { makeStaff } from '#lib/approvals/decisions/testing/staff.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { lastMessageBodyTo, newEmailAddress } from '#lib/messages/testing/outbox.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import { recoverOrderCall, transitionOrderCall } from './calls.ts'
import { orderStatus } from './labels.ts'
import { orderForStaff } from './queries/list-for-staff.ts'
import { refundMessageToMember } from './staff-labels.ts'
import { makeCompletedOrder, makeOrder } from './testing/orders.ts'

const { INPROGRESS, PARTIAL, CANCELED } = orderStatus

afterEach(() => expectBooksBalance())

type Contact = { email?: string; phone?: string }

/** Creates a completed order of 1,000 units for a member with this contact; `price` is the unit price in won. */
async function makeDelivered({ email, phone }: Contact, price = 3.3) {
  const { id: memberId } = await makeMember({ points: price * 1_000 })
  await db().rows('UPDATE members SET email = $2, phone = $3 WHERE id = $1', [memberId, email ?? null, phone ?? null])
  const orderId = await makeCompletedOrder({ memberId, serviceId: await makeService({ price }), amount: 1_000 })
  return { memberId, orderId }
}

const transition = ({ headers }: SignedIn, orderId: number, body: object) =>
  send(transitionOrderCall, { path: `/api/admin/orders/${orderId}/transition`, headers, body })

const messagesTo = async (to: string): Promise<number> =>
  (await db().rows('SELECT FROM outbox_messages WHERE "to" = $1', [to])).length

test('a member is told what came back, in the words that staff saw before, and once', async () => {
  const [staff, email] = [await makeStaff('MANAGER'), newEmailAddress()]
  const { orderId } = await makeDelivered({ email, phone: '01055551234' })
  expect(await orderForStaff(db(), orderId)).toMatchObject({ channel: 'EMAIL' })
  const body = { status: PARTIAL, remains: 157, reason: '팔로워 이탈', notify: true }
  expect((await transition(staff, orderId, body)).json).toMatchObject({ refunded: 518.1, notified: 'EMAIL' })
  expect(await lastMessageBodyTo(email)).toBe(
    `주문 ${orderId}번에서 진행하지 못한 157개만큼 518.1P를 잔액으로 돌려드렸어요. 사유: 팔로워 이탈`,
  )
  expect((await transition(staff, orderId, body)).status).toBe(409)
  expect(await messagesTo(email)).toBe(1)
  await transition(staff, orderId, { status: CANCELED, reason: '전량 실패', notify: true })
  expect(await lastMessageBodyTo(email)).toBe(
    `주문 ${orderId}번을 취소하고 2,781.9P를 잔액으로 돌려드렸어요. 사유: 전량 실패`,
  )
})

test('nobody is told if staff don’t want it, or if nothing can come back', async () => {
  const [staff, email] = [await makeStaff('MANAGER'), newEmailAddress()]
  const { memberId, orderId } = await makeDelivered({ email })
  const quiet = await transition(staff, orderId, { status: CANCELED, reason: '정정' })
  expect(quiet.json).toMatchObject({ status: CANCELED, notified: null })
  const running = await makeOrder({ memberId, serviceId: await makeService({ price: 1 }) })
  expect((await transition(staff, running, { status: INPROGRESS, notify: true })).json).toMatchObject({
    notified: null,
  })
  expect(await messagesTo(email)).toBe(0)
})

test('without an e-mail address it is a text message; without both the refund is made all the same', async () => {
  const staff = await makeStaff('MANAGER')
  const phone = `010${String(Date.now()).slice(-8)}`
  const byPhone = await makeDelivered({ phone })
  const body = { status: CANCELED, reason: '', notify: true }
  expect((await transition(staff, byPhone.orderId, { ...body, reason: '정정' })).json).toMatchObject({
    notified: 'SMS',
  })
  expect(await lastMessageBodyTo(phone)).toContain('3,300P를 잔액으로 돌려드렸어요.')
  const silent = await makeDelivered({})
  expect(await orderForStaff(db(), silent.orderId)).toMatchObject({ channel: null })
  const { json } = await transition(staff, silent.orderId, { ...body, reason: '정정' })
  expect(json).toMatchObject({ refunded: 3_300, notified: null })
})

test('a refund that waits for a second person tells nobody before it is made', async () => {
  const [asker, second, email] = [await makeStaff('MANAGER'), await makeStaff('MANAGER'), newEmailAddress()]
  const { orderId } = await makeDelivered({ email }, 2_000)
  const { json } = await transition(asker, orderId, { status: CANCELED, reason: '정정', notify: true })
  expect(json).toMatchObject({ notified: null, approval: { why: 'LIMIT' } })
  expect(await messagesTo(email)).toBe(0)
  const path = `/api/admin/approvals/${json.approval.id}/confirm`
  for (const status of [200, 409])
    expect((await send(confirmApprovalCall, { path, headers: second.headers, body: { reason: '' } })).status).toBe(
      status,
    )
  expect(await messagesTo(email)).toBe(1)
})

test('a recovery says how many dropped', async () => {
  const [staff, email] = [await makeStaff('MANAGER'), newEmailAddress()]
  const { orderId } = await makeDelivered({ email })
  const path = `/api/admin/orders/${orderId}/recover`
  const body = { dropped: 157, reason: '이탈 확인', notify: true }
  const answers = await Promise.all([1, 2, 3].map(() => send(recoverOrderCall, { path, headers: staff.headers, body })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await messagesTo(email)).toBe(1)
  expect(await lastMessageBodyTo(email)).toBe(
    `주문 ${orderId}번에서 빠져나간 157개만큼 518.1P를 잔액으로 돌려드렸어요. 사유: 이탈 확인`,
  )
})

test('a cancelation by which nothing comes back any more names no points', () => {
  const news = { kind: 'CANCELED', id: 7, count: 0, point: '', reason: '' } as const
  expect(refundMessageToMember(news)).toEqual({ subject: '주문 취소 안내', body: '주문 7번을 취소했어요.' })
})
