import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { makeStaff } from '#lib/approvals/decisions/testing/staff.ts'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeDeposit } from '#lib/deposits/testing/deposits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { send } from '#lib/web/testing/caller.ts'
import { settleRefundCall } from './calls.ts'
import { requestCashRefund } from './request-cash-refund.ts'
import { makeCharge } from './testing/charges.ts'
import { makeCashRefundInput } from './testing/refunds.ts'

afterEach(() => expectBooksBalance())

const { COMPLETED, CANCELED } = orderStatus

/**
 * Creates a member who requested a refund of a charge of 20,000 won and then spent half of it on an order, which is
 * COMPLETED now.
 */
async function makeSpentRefund() {
  const { id: memberId } = await makeMember()
  const name = '공범'
  await makeCharge({ memberId, name, point: 20_000 })
  await makeDeposit({ name, amount: 20_000 })
  const refundId = await requestCashRefund(db(), { memberId, input: { ...makeCashRefundInput(), name } })
  const serviceId = await makeService({ price: 1 })
  const { orderId } = await placeOrder(db(), orderRequest({ memberId, serviceId, amount: 10_000 }))
  await transitionOrder(db(), worker, { orderId, status: COMPLETED, remains: 0, startCount: null, reason: '' })
  return { memberId, refundId, orderId }
}

test('a colleague refunds the delivered order while he pays out: the pay-out waits for the refund and finds it', async () => {
  const cheat = await makeStaff('MANAGER')
  const { memberId, refundId, orderId } = await makeSpentRefund()
  const canceled = { orderId, status: CANCELED, remains: 0, startCount: null, reason: '회원 요청' }
  const { payingOut } = await db().transaction(async (tx) => {
    await transitionOrder(tx, { ...someStaff, memberId: cheat.id }, canceled)
    const path = `/api/admin/refund-requests/${refundId}`
    const answer = send(settleRefundCall, { path, headers: cheat.headers, body: { status: 1 } })
    await sleep(1_000)
    return { payingOut: answer }
  })
  const { status, json } = await payingOut
  expect({ status, json }).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } })
  expect(await balanceOf(db(), memberId)).toBe(2_000_000n)
})
