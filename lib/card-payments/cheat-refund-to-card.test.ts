import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmApprovalCall, refuseApprovalCall } from '#lib/approvals/decisions/calls.ts'
import {
  backdateRole,
  makeStaff,
  removeAllStaffRoles,
  shareBankAccount,
} from '#lib/approvals/decisions/testing/staff.ts'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { settleRefundCall } from '#lib/charges/calls.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { makeCashRefundInput, makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { transitionOrderCall } from '#lib/orders/calls.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { registry } from '#lib/web/registry.ts'
import { type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'
import { cancelPaymentCall } from './calls.ts'
import { type PortoneStandIn, startPortoneStandIn } from './testing/portone-stand-in.ts'
import { connectAndOfferPayments, endOpenWork, makePayer, workUntilSettled } from './testing/world.ts'

// Attacks by a MANAGER who has the points of a delivered order paid back to an accomplice's card. Test titles describe
// the attacker's actions. Amounts are in won.
let standIn: PortoneStandIn

beforeAll(async () => {
  standIn = await startPortoneStandIn()
})

beforeEach(async () => {
  standIn.requests.length = 0
  await connectAndOfferPayments(standIn)
})

afterEach(async () => {
  standIn.webhooks.length = 0
  await endOpenWork()
  await expectBooksBalance()
})

afterAll(() => standIn.stop())

const { COMPLETED, CANCELED } = orderStatus

/** Creates an accomplice who paid by card for an order that is now COMPLETED. */
async function makeDeliveredOrder(won: number) {
  const payer = await makePayer(standIn)
  const payment = await payer.pays(won)
  const orderId = await payer.orders(won)
  await transitionOrder(db(), worker, { orderId, status: COMPLETED, remains: 0, startCount: null, reason: '' })
  return { payer, ...payment, orderId }
}

const cancelOrderBy = ({ headers }: SignedIn, orderId: number) =>
  send(transitionOrderCall, {
    path: `/api/admin/orders/${orderId}/transition`,
    headers,
    body: { status: CANCELED, reason: '회원 요청' },
  })

const cancelCardBy = ({ headers }: SignedIn, chargeId: number, body: object = {}) =>
  send(cancelPaymentCall, {
    path: `/api/admin/charges/${chargeId}/cancel-payment`,
    headers,
    body: { reason: '회원 요청', ...body },
  })

const confirmBy = ({ headers }: SignedIn, id: number, reason = '') =>
  send(confirmApprovalCall, { path: `/api/admin/approvals/${id}/confirm`, headers, body: { reason } })

const stateOfApproval = async (id: number) =>
  (await oneRow<{ state: string }>(db(), 'SELECT state FROM approvals WHERE id = $1', [id])).state

test('he cancels the delivered order and then the payment: somebody else has to', async () => {
  const [cheat, honest] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const { payer, paymentId, chargeId, orderId } = await makeDeliveredOrder(1_000_000)
  expect((await cancelOrderBy(cheat, orderId)).json).toMatchObject({ status: CANCELED, refunded: 1_000_000 })
  for (const point of [null, 1, 1_000_000])
    expect(await cancelCardBy(cheat, chargeId, { point })).toMatchObject({
      status: 403,
      json: { code: 'FORBIDDEN', message: expect.stringContaining('다른 운영자') },
    })
  await workUntilSettled(standIn)
  expect([await payer.has(), standIn.cancelled(paymentId).won]).toEqual([1_000_000, 0])
  expect((await cancelCardBy(honest, chargeId)).json).toMatchObject({ point: 1_000_000 })
  await workUntilSettled(standIn)
  expect([await payer.has(), standIn.cancelled(paymentId)]).toEqual([0, { won: 1_000_000, times: 1 }])
})

test('nor does a second account of his, nor one that became staff a moment ago', async () => {
  const [cheat, second, fresh] = [
    await makeStaff('MANAGER'),
    await makeStaff('OWNER'),
    await signedIn({ role: 'MANAGER' }),
  ]
  await shareBankAccount(cheat.id, second.id)
  const { chargeId, orderId } = await makeDeliveredOrder(10_000)
  await cancelOrderBy(cheat, orderId)
  for (const by of [second, fresh]) expect((await cancelCardBy(by, chargeId)).status).toBe(403)
  await backdateRole(fresh.id)
  expect((await cancelCardBy(fresh, chargeId)).status).toBe(200)
})

test('he cancels more than he may alone: it waits, and is measured again when it is confirmed', async () => {
  const [asker, second] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const payer = await makePayer(standIn)
  const { paymentId, chargeId } = await payer.pays(2_000_000)
  const { json } = await cancelCardBy(asker, chargeId)
  expect(json).toMatchObject({ point: 2_000_000, approval: { why: 'LIMIT', alone: false } })
  expect((await cancelCardBy(asker, chargeId)).status).toBe(409)
  expect((await confirmBy(asker, json.approval.id)).status).toBe(403)
  await workUntilSettled(standIn)
  expect([await payer.has(), standIn.cancelled(paymentId).won]).toEqual([2_000_000, 0])
  await payer.orders(500_000)
  expect(await confirmBy(second, json.approval.id)).toMatchObject({
    status: 409,
    json: { message: expect.stringContaining('1,500,000원') },
  })
  expect(await stateOfApproval(json.approval.id)).toBe('WAITING')
  await send(refuseApprovalCall, {
    path: `/api/admin/approvals/${json.approval.id}/refuse`,
    headers: asker.headers,
    body: { reason: '' },
  })
  const again = await cancelCardBy(asker, chargeId)
  expect((await confirmBy(second, again.json.approval.id)).status).toBe(200)
  await workUntilSettled(standIn)
  expect([await payer.has(), standIn.cancelled(paymentId)]).toEqual([0, { won: 1_500_000, times: 1 }])
  expect(
    await oneRow(
      db(),
      "SELECT actor_id, after FROM audit_entries WHERE action = 'charge.cancel-payment' AND subject_id = $1",
      [String(chargeId)],
    ),
  ).toEqual({ actorId: asker.id, after: { point: 1_500_000, confirmedBy: second.id } })
})

test('he asks first and refunds the order afterwards: the confirmation finds it', async () => {
  const [cheat, second] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const payer = await makePayer(standIn)
  const { chargeId } = await payer.pays(3_000_000)
  const orderId = await payer.orders(900_000)
  await transitionOrder(db(), worker, { orderId, status: COMPLETED, remains: 0, startCount: null, reason: '' })
  const { json } = await cancelCardBy(cheat, chargeId)
  expect(json).toMatchObject({ point: 2_100_000, approval: { why: 'LIMIT' } })
  await cancelOrderBy(cheat, orderId)
  expect((await confirmBy(second, json.approval.id)).status).toBe(403)
  expect(await payer.has()).toBe(3_000_000)
})

test('a request whose charge is cancelled in PortOne’s console meanwhile lapses', async () => {
  const asker = await makeStaff('MANAGER')
  const payer = await makePayer(standIn)
  const { paymentId, chargeId } = await payer.pays(2_000_000)
  const { json } = await cancelCardBy(asker, chargeId)
  standIn.cancelInConsole(paymentId)
  await workUntilSettled(standIn)
  expect([await payer.has(), await stateOfApproval(json.approval.id)]).toEqual([0, 'LAPSED'])
})

test('he takes many small ones, to cards and to bank accounts: they are one sum of the day', async () => {
  const cheat = await makeStaff('MANAGER')
  await saveSettings({ DAILY_LIMIT: 2_000_000 })
  try {
    const payer = await makePayer(standIn)
    const payments = [await payer.pays(900_000), await payer.pays(900_000)]
    expect((await cancelCardBy(cheat, payments[0]?.chargeId ?? 0)).json.approval).toBeUndefined()
    const { id: memberId } = await makePayer(standIn)
    await makeCreditedCharge(memberId, 900_000)
    const name = `하루${memberId}`
    const refundId = await requestCashRefund(db(), { memberId, input: { ...makeCashRefundInput(), name } })
    const paidOut = await send(settleRefundCall, {
      headers: cheat.headers,
      path: `/api/admin/refund-requests/${refundId}`,
      body: { status: 1, bankChecked: true, reason: '가족의 계좌' },
    })
    expect(paidOut.json).toMatchObject({ status: 1 })
    expect((await cancelCardBy(cheat, payments[1]?.chargeId ?? 0)).json.approval).toMatchObject({ why: 'DAILY' })
  } finally {
    await saveSettings({ DAILY_LIMIT: 5_000_000 })
  }
})

test('two at once, which together exceed the day: one of them waits', async () => {
  const cheat = await makeStaff('MANAGER')
  await saveSettings({ DAILY_LIMIT: 1_500_000 })
  try {
    const payer = await makePayer(standIn)
    const payments = [await payer.pays(900_000), await payer.pays(900_000)]
    const answers = await Promise.all(payments.map(({ chargeId }) => cancelCardBy(cheat, chargeId)))
    expect(answers.map(({ json }) => json.approval?.why).toSorted()).toEqual(['DAILY', undefined])
  } finally {
    await saveSettings({ DAILY_LIMIT: 5_000_000 })
  }
})

test('he cancels a colleague’s: a staff member’s account needs a second person', async () => {
  const cheat = await makeStaff('MANAGER')
  const payer = await makePayer(standIn)
  const { chargeId } = await payer.pays(10_000)
  await db().rows("UPDATE members SET role = 'SUPPORT' WHERE id = $1", [payer.id])
  expect((await cancelCardBy(cheat, chargeId)).json).toMatchObject({ approval: { why: 'STAFF' } })
  expect(await payer.has()).toBe(10_000)
})

test('an OWNER who is alone cancels what he refunded himself, with his password, and the audit says so', async () => {
  await removeAllStaffRoles()
  const owner = await makeStaff('OWNER')
  const { chargeId, orderId } = await makeDeliveredOrder(10_000)
  await cancelOrderBy(owner, orderId)
  const { 'x-reauth': _, ...withoutProof } = owner.headers as Record<string, string>
  expect((await cancelCardBy({ ...owner, headers: withoutProof }, chargeId)).json).toMatchObject({
    code: 'REAUTH_REQUIRED',
  })
  expect((await cancelCardBy(owner, chargeId)).status).toBe(200)
  expect(
    await oneRow(db(), "SELECT after FROM audit_entries WHERE action = 'charge.cancel-payment' AND subject_id = $1", [
      String(chargeId),
    ]),
  ).toEqual({ after: { point: 10_000, alone: true } })
})

test('he only records how little was delivered, and lets the provider’s update refund the rest', async () => {
  const cheat = await makeStaff('MANAGER')
  const payer = await makePayer(standIn)
  const { chargeId } = await payer.pays(10_000)
  const orderId = await payer.orders(10_000)
  const recorded = { orderId, status: orderStatus.INPROGRESS, remains: 9_000, startCount: null, reason: '' }
  await transitionOrder(db(), { ...someStaff, memberId: cheat.id }, recorded)
  await transitionOrder(db(), worker, { ...recorded, status: orderStatus.PARTIAL })
  expect(await payer.has()).toBe(9_000)
  expect((await cancelCardBy(cheat, chargeId)).status).toBe(403)
  expect((await cancelCardBy(await makeStaff('MANAGER'), chargeId)).status).toBe(200)
})

test('whoever cancels an order that nobody was sent to do gives back only what was paid, and may cancel its payment', async () => {
  const staff = await makeStaff('MANAGER')
  const payer = await makePayer(standIn)
  const { chargeId } = await payer.pays(10_000)
  await cancelOrderBy(staff, await payer.orders(10_000))
  expect((await cancelCardBy(staff, chargeId)).status).toBe(200)
})

test('no call lets members cancel a payment themselves: only staff do, by the rules above', () => {
  const calls = registry.filter(({ path }) => /card-payments|cancel-payment/.test(path))
  const forMembers = calls.filter(({ access }) => access === 'member').map(({ path }) => path)
  expect(forMembers).toEqual(['/service/card-payments', '/service/card-payments/{paymentId}/confirm'])
})
