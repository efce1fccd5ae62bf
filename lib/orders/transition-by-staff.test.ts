import { afterEach, expect, test } from 'vitest'
import { confirmApprovalCall, refuseApprovalCall } from '#lib/approvals/decisions/calls.ts'
import { makeStaff } from '#lib/approvals/decisions/testing/staff.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import { transitionOrderCall } from './calls.ts'
import { type OrderStatus, orderStatus } from './labels.ts'
import { makeOrder } from './testing/orders.ts'
import { transitionOrder } from './transition-order.ts'

afterEach(() => expectBooksBalance())

const { PROCESSING, INPROGRESS, COMPLETED, CANCELED } = orderStatus

/** Makes the provider report this status, so that the order gets it. */
const report = (orderId: number, status: OrderStatus) =>
  transitionOrder(
    db(),
    { kind: 'provider', providerId: 1 },
    { orderId, status, remains: null, startCount: null, reason: '' },
  )

/** Makes an order of this price with this status, whose member has no points left. */
async function makeBegunOrder(won: number, status: OrderStatus) {
  const { id: memberId } = await makeMember({ points: won })
  const serviceId = await makeService({ price: won / 1_000 })
  const orderId = await makeOrder({ memberId, serviceId, amount: 1_000 })
  await report(orderId, status)
  return { memberId, orderId }
}

const cancel = ({ headers }: SignedIn, orderId: number, from: OrderStatus) =>
  send(transitionOrderCall, {
    path: `/api/admin/orders/${orderId}/transition`,
    headers,
    body: { status: CANCELED, reason: '회원 요청', from },
  })

const decide = (call: typeof confirmApprovalCall, { headers }: SignedIn, id: number) =>
  send(call, { path: call.path.replace('{id}', String(id)), headers, body: { reason: '' } })

const statusOf = async (orderId: number) =>
  (await oneRow<{ status: OrderStatus }>(db(), 'SELECT status FROM orders WHERE id = $1', [orderId])).status

test('an order that is completed while staff fill in its cancellation is not cancelled', async () => {
  const staff = await makeStaff('MANAGER')
  const { memberId, orderId } = await makeBegunOrder(10_000, INPROGRESS)
  await report(orderId, COMPLETED)
  const { status, json } = await cancel(staff, orderId, INPROGRESS)
  expect([status, json.message]).toEqual([409, '미리보기 뒤에 상태가 바뀐 주문이에요. 다시 확인해 주세요.'])
  expect([await statusOf(orderId), await balanceOf(db(), memberId)]).toEqual([COMPLETED, 0n])
  expect((await cancel(staff, orderId, COMPLETED)).json).toMatchObject({ status: CANCELED, refunded: 10_000 })
})

test('an order that is completed while its cancellation waits for a second person is not cancelled', async () => {
  const [asker, second] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const { memberId, orderId } = await makeBegunOrder(2_000_000, INPROGRESS)
  const { id } = (await cancel(asker, orderId, INPROGRESS)).json.approval
  await report(orderId, COMPLETED)
  const { status, json } = await decide(confirmApprovalCall, second, id)
  expect([status, json.message]).toEqual([
    409,
    '요청한 뒤에 주문이 끝났어요. 거절하고 필요하면 주문에서 다시 요청해 주세요.',
  ])
  expect([await statusOf(orderId), await balanceOf(db(), memberId)]).toEqual([COMPLETED, 0n])
  expect((await decide(refuseApprovalCall, second, id)).json.state).toBe('REFUSED')
  const again = await cancel(asker, orderId, COMPLETED)
  expect((await decide(confirmApprovalCall, second, again.json.approval.id)).status).toBe(200)
  expect(await balanceOf(db(), memberId)).toBe(200_000_000n)
})

test('an order that only goes on while its cancellation waits for a second person is cancelled', async () => {
  const [asker, second] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const { memberId, orderId } = await makeBegunOrder(2_000_000, PROCESSING)
  const { id } = (await cancel(asker, orderId, PROCESSING)).json.approval
  await report(orderId, INPROGRESS)
  expect((await decide(confirmApprovalCall, second, id)).status).toBe(200)
  expect([await statusOf(orderId), await balanceOf(db(), memberId)]).toEqual([CANCELED, 200_000_000n])
})
