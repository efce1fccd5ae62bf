import { afterEach, describe, expect, test } from 'vitest'
import { memberActor } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { settleRefundCall } from '#lib/charges/calls.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundInput } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { withoutTriggers } from '#lib/core/testing/database.ts'
import * as deposits from '#lib/deposits/calls.ts'
import { buildDeposit, signatureHeaders } from '#lib/deposits/testing/deposits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { transitionOrderCall } from '#lib/orders/calls.ts'
import { cancelOrder } from '#lib/orders/cancel-order.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import { resolveTaskCall } from '#lib/tasks/resolution/calls.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import { confirmApprovalCall, refuseApprovalCall } from './calls.ts'
import { makeStaff } from './testing/staff.ts'

// Attacks by a MANAGER who lets an order be delivered to an accomplice and then refunds it. Test titles describe the
// attacker's actions.
afterEach(() => expectBooksBalance())

const { COMPLETED, PARTIAL, CANCELED } = orderStatus

/** Credits a charge of this member by a deposit that the bank reports, without any staff. */
async function creditByHook(memberId: number, name: string, won: number): Promise<void> {
  await makeCharge({ memberId, name, point: won })
  const raw = Buffer.from(JSON.stringify([buildDeposit({ name, amount: won })]))
  await send(deposits.depositHookCall, { raw, headers: signatureHeaders(raw) })
}

/**
 * Makes an accomplice who paid by bank transfer for an order that is now COMPLETED. His balance is 0. Amounts are in
 * won.
 */
async function makeDeliveredOrder(won: number) {
  const { id: memberId } = await makeMember()
  const name = `되돌림${memberId}`
  await creditByHook(memberId, name, won)
  const serviceId = await makeService({ price: won / 1_000 })
  const orderId = await makeOrder({ memberId, serviceId, amount: 1_000 })
  expect(await balanceOf(db(), memberId)).toBe(0n)
  const provider = { kind: 'provider', providerId: 1 } as const
  await transitionOrder(db(), provider, { orderId, status: COMPLETED, remains: 0, startCount: null, reason: '' })
  return { memberId, orderId, name }
}

const sendTransition = ({ headers }: SignedIn, orderId: number, body: object = { status: CANCELED }) =>
  send(transitionOrderCall, {
    path: `/api/admin/orders/${orderId}/transition`,
    headers,
    body: { reason: '회원 요청', ...body },
  })

const decideApproval = (call: typeof confirmApprovalCall, { headers }: SignedIn, id: number) =>
  send(call, { path: call.path.replace('{id}', String(id)), headers, body: { reason: '' } })

const sendPayOut = ({ headers }: SignedIn, refundId: number, body: object) =>
  send(settleRefundCall, { headers, path: `/api/admin/refund-requests/${refundId}`, body: { status: 1, ...body } })

const orderStatusOf = async (orderId: number) =>
  (await oneRow<{ status: number }>(db(), 'SELECT status FROM orders WHERE id = $1', [orderId])).status

describe('a dishonest MANAGER gives back what was delivered', () => {
  test.each([
    ['cancels it', { status: CANCELED }, 2_000_000],
    ['calls it partly done', { status: PARTIAL, remains: 900 }, 1_800_000],
  ])('he %s: above the limit it waits for a second person, who makes it in his name', async (_, body, won) => {
    const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    const { memberId, orderId } = await makeDeliveredOrder(2_000_000)
    const { status, json } = await sendTransition(cheat, orderId, body)
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { status: COMPLETED, refunded: 0, approval: { why: 'LIMIT', alone: false } },
    })
    expect((await sendTransition(cheat, orderId, body)).status).toBe(409)
    expect((await decideApproval(confirmApprovalCall, cheat, json.approval.id)).status).toBe(403)
    expect(await balanceOf(db(), memberId)).toBe(0n)
    expect((await decideApproval(confirmApprovalCall, colleague, json.approval.id)).status).toBe(200)
    expect(await balanceOf(db(), memberId)).toBe(BigInt(won) * 100n)
    expect(
      await oneRow(db(), "SELECT actor FROM point_entries WHERE kind = 'ORDER_REFUND' AND ref_id = $1", [orderId]),
    ).toEqual({ actor: `staff:${cheat.id}` })
  })

  test('he takes many small ones: the sum of the day stops him', async () => {
    const cheat = await makeStaff('MANAGER')
    const orders = [
      await makeDeliveredOrder(1_000_000),
      await makeDeliveredOrder(1_000_000),
      await makeDeliveredOrder(1_000_000),
    ]
    await saveSettings({ DAILY_LIMIT: 2_000_000 })
    try {
      const answers = await Promise.all(orders.map(({ orderId }) => sendTransition(cheat, orderId)))
      expect(answers.map(({ json }) => json.approval?.why).toSorted()).toEqual(['DAILY', undefined, undefined])
    } finally {
      await saveSettings({ DAILY_LIMIT: 5_000_000 })
    }
  })

  test('he lets a late word of the provider count: the task goes on as a request', async () => {
    const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    const { memberId, orderId } = await makeDeliveredOrder(2_000_000)
    const detail = { status: CANCELED, remains: null, startCount: null, applicable: true }
    await fileTask(db(), { kind: 'DELIVERY_LATE', refType: 'order', refId: orderId, detail })
    const task = "SELECT id FROM tasks WHERE kind = 'DELIVERY_LATE' AND ref_id = $1"
    const { id } = await oneRow<{ id: number }>(db(), task, [orderId])
    const path = `/api/admin/tasks/${id}/resolve`
    const { json } = await send(resolveTaskCall, { path, headers: cheat.headers, body: { action: 'apply' } })
    expect(json).toMatchObject({ id, approval: { why: 'LIMIT' } })
    expect([await orderStatusOf(orderId), await balanceOf(db(), memberId)]).toEqual([COMPLETED, 0n])
    expect((await decideApproval(refuseApprovalCall, colleague, json.approval.id)).json.state).toBe('REFUSED')
    const again = await sendTransition(colleague, orderId)
    expect((await decideApproval(confirmApprovalCall, cheat, again.json.approval.id)).status).toBe(200)
    expect([await orderStatusOf(orderId), await balanceOf(db(), memberId)]).toEqual([CANCELED, 200_000_000n])
  })

  test('below the limit, for an accomplice who asks it back in cash: he doesn’t pay it, another one looks at the bank', async () => {
    const [cheat, honest] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    const { memberId, orderId, name } = await makeDeliveredOrder(900_000)
    expect((await sendTransition(cheat, orderId)).json).toMatchObject({ status: CANCELED, refunded: 900_000 })
    const refundId = await requestCashRefund(db(), { memberId, input: { ...makeCashRefundInput(), name } })
    expect((await sendPayOut(cheat, refundId, { bankChecked: true, reason: '급함' })).status).toBe(403)
    expect((await sendPayOut(honest, refundId, {})).status).toBe(409)
    expect((await sendPayOut(honest, refundId, { bankChecked: true })).status).toBe(200)
  })
})

test.each(['MANAGER', 'OWNER'] as const)(
  'as %s he gives it back, and a colleague pays out more than he may alone: he isn’t the second person',
  async (role) => {
    const [cheat, asker, honest] = [await makeStaff(role), await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    const { memberId, orderId, name } = await makeDeliveredOrder(900_000)
    await sendTransition(cheat, orderId)
    await creditByHook(memberId, name, 900_000)
    const refundId = await requestCashRefund(db(), { memberId, input: { ...makeCashRefundInput(), name } })
    const { json } = await sendPayOut(asker, refundId, { bankChecked: true })
    expect(json).toMatchObject({ approval: { why: 'LIMIT' } })
    expect((await decideApproval(confirmApprovalCall, cheat, json.approval.id)).status).toBe(403)
    expect(await balanceOf(db(), memberId)).toBe(180_000_000n)
    expect((await decideApproval(confirmApprovalCall, honest, json.approval.id)).status).toBe(200)
    expect(await balanceOf(db(), memberId)).toBe(0n)
  },
)

test('he gives it back before the accomplice charges again, and spends it in place of the new points', async () => {
  const [cheat, honest] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const { memberId, orderId, name } = await makeDeliveredOrder(900_000)
  await sendTransition(cheat, orderId)
  await creditByHook(memberId, name, 900_000)
  await makeOrder({ memberId, serviceId: await makeService({ price: 900 }), amount: 1_000 })
  const refundId = await requestCashRefund(db(), { memberId, input: { ...makeCashRefundInput(), name } })
  expect((await sendPayOut(cheat, refundId, { bankChecked: true, reason: '급함' })).status).toBe(403)
  expect((await sendPayOut(honest, refundId, { bankChecked: true })).status).toBe(200)
})

test('nor does the accomplice hide it in an order that he cancels himself after he has charged again', async () => {
  const [cheat, honest] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const { memberId, orderId, name } = await makeDeliveredOrder(900_000)
  await sendTransition(cheat, orderId)
  const order = { memberId, serviceId: await makeService({ price: 900 }), amount: 1_000 }
  const waiting = await makeOrder(order)
  expect(await balanceOf(db(), memberId)).toBe(0n)
  await creditByHook(memberId, name, 900_000)
  await cancelOrder(db(), memberActor(memberId), { orderId: waiting })
  await makeOrder(order)
  const refundId = await requestCashRefund(db(), { memberId, input: { ...makeCashRefundInput(), name } })
  expect((await sendPayOut(cheat, refundId, { bankChecked: true, reason: '급함' })).status).toBe(403)
  expect((await sendPayOut(honest, refundId, { bankChecked: true })).status).toBe(200)
})

test('whoever gave back an order more than a month before the charge may pay the charge out', async () => {
  const staff = await makeStaff('MANAGER')
  const { memberId, orderId, name } = await makeDeliveredOrder(900_000)
  await sendTransition(staff, orderId)
  await withoutTriggers("UPDATE point_entries SET created_at = created_at - interval '31 days' WHERE member_id = $1", [
    memberId,
  ])
  await creditByHook(memberId, name, 900_000)
  const refundId = await requestCashRefund(db(), { memberId, input: { ...makeCashRefundInput(900_000), name } })
  expect((await sendPayOut(staff, refundId, {})).json).toMatchObject({ status: 1 })
})

test('an order that nobody was sent to do is cancelled by one person, whatever it cost, and who did it pays it back', async () => {
  const staff = await makeStaff('MANAGER')
  const { id: memberId } = await makeMember({ points: 3_000_000 })
  const orderId = await makeOrder({ memberId, serviceId: await makeService({ price: 3_000 }), amount: 1_000 })
  expect((await sendTransition(staff, orderId)).json).toEqual({
    status: CANCELED,
    remains: 1_000,
    refunded: 3_000_000,
    notified: null,
  })
  expect(await balanceOf(db(), memberId)).toBe(300_000_000n)
})
