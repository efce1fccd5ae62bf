import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmApprovalCall } from '#lib/approvals/decisions/calls.ts'
import { makeStaff, removeAllStaffRoles } from '#lib/approvals/decisions/testing/staff.ts'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import { cancelPaymentCall } from './calls.ts'
import { type PortoneStandIn, startPortoneStandIn } from './testing/portone-stand-in.ts'
import { connectAndOfferPayments, endOpenWork, makePayer } from './testing/world.ts'

// Attacks by staff on a cancellation that is being made, or that waits for a second person. Test titles describe the
// attacker's actions. Amounts are in won.
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

/** Creates an accomplice who paid by card and spent a part of it on an order that is now COMPLETED. */
async function makeDeliveredOrder({ paid, spent }: { paid: number; spent: number }) {
  const payer = await makePayer(standIn)
  const payment = await payer.pays(paid)
  const orderId = await payer.orders(spent)
  await transitionOrder(db(), worker, { orderId, status: COMPLETED, remains: 0, startCount: null, reason: '' })
  return { payer, ...payment, orderId }
}

const cancelCardBy = ({ headers }: SignedIn, chargeId: number, point?: number) =>
  send(cancelPaymentCall, {
    path: `/api/admin/charges/${chargeId}/cancel-payment`,
    headers,
    body: { reason: '회원 요청', ...(point && { point }) },
  })

test('he refunds while he cancels: the cancellation waits for the refund and finds it', async () => {
  const cheat = await makeStaff('MANAGER')
  const { payer, chargeId, orderId } = await makeDeliveredOrder({ paid: 20_000, spent: 10_000 })
  const canceled = { orderId, status: CANCELED, remains: 0, startCount: null, reason: '회원 요청' }
  const answer = await db().transaction(async (tx) => {
    await transitionOrder(tx, { ...someStaff, memberId: cheat.id }, canceled)
    const cancelling = cancelCardBy(cheat, chargeId)
    await sleep(1_000)
    return { cancelling }
  })
  expect((await answer.cancelling).status).toBe(403)
  expect(await payer.has()).toBe(20_000)
})

const refundBy = ({ id }: SignedIn, orderId: number) =>
  transitionOrder(
    db(),
    { ...someStaff, memberId: id },
    { orderId, status: CANCELED, remains: 0, startCount: null, reason: '회원 요청' },
  )

const confirmBy = async ({ headers }: SignedIn, id: number, reason = '') =>
  (await send(confirmApprovalCall, { path: `/api/admin/approvals/${id}/confirm`, headers, body: { reason } })).status

test('he refunds, and a colleague asks for the cancellation: he isn’t its second person', async () => {
  const [cheat, asker, honest] = [await makeStaff('MANAGER'), await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const { payer, chargeId, orderId } = await makeDeliveredOrder({ paid: 2_000_000, spent: 900_000 })
  await refundBy(cheat, orderId)
  const { json } = await cancelCardBy(asker, chargeId)
  expect(json).toMatchObject({ point: 2_000_000, approval: { why: 'LIMIT', alone: false } })
  expect([await confirmBy(cheat, json.approval.id), await payer.has()]).toEqual([403, 2_000_000])
  expect([await confirmBy(honest, json.approval.id), await payer.has()]).toEqual([200, 0])
})

test('he refunds after a colleague has asked: nor is he then', async () => {
  const [cheat, asker] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const { payer, chargeId, orderId } = await makeDeliveredOrder({ paid: 2_900_000, spent: 900_000 })
  const { json } = await cancelCardBy(asker, chargeId)
  expect(json).toMatchObject({ point: 2_000_000, approval: { why: 'LIMIT' } })
  await refundBy(cheat, orderId)
  expect([await confirmBy(cheat, json.approval.id), await payer.has()]).toEqual([403, 2_900_000])
})

test('while one cancellation waits for a second person, nobody makes another within his limits', async () => {
  const [asker, colleague, honest] = [
    await makeStaff('MANAGER'),
    await makeStaff('MANAGER'),
    await makeStaff('MANAGER'),
  ]
  const payer = await makePayer(standIn)
  const { chargeId } = await payer.pays(2_000_000)
  const { json } = await cancelCardBy(asker, chargeId)
  expect(json).toMatchObject({ approval: { why: 'LIMIT' } })
  const part = await cancelCardBy(colleague, chargeId, 500_000)
  expect([part.status, part.json.message]).toEqual([409, '이미 다른 운영자의 확인을 기다리고 있어요.'])
  expect([await confirmBy(honest, json.approval.id), await payer.has()]).toEqual([200, 0])
})

test('nor at the very moment at which it is asked for', async () => {
  const [asker, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const payer = await makePayer(standIn)
  const { chargeId } = await payer.pays(2_000_000)
  const { cancelling } = await db().transaction(async (tx) => {
    await tx.rows('SELECT FROM card_payments WHERE charge_id = $1 FOR UPDATE', [chargeId])
    const whole = cancelCardBy(asker, chargeId)
    await sleep(500)
    const part = cancelCardBy(colleague, chargeId, 500_000)
    await sleep(500)
    return { cancelling: Promise.all([whole, part]) }
  })
  expect((await cancelling).map(({ status }) => status)).toEqual([200, 409])
  expect(await payer.has()).toBe(2_000_000)
})

test('in a shop of an OWNER and a MANAGER neither is stuck with what the other refunded', async () => {
  await removeAllStaffRoles()
  const [owner, manager] = [await makeStaff('OWNER'), await makeStaff('MANAGER')]
  const byManager = await makeDeliveredOrder({ paid: 2_000_000, spent: 900_000 })
  await refundBy(manager, byManager.orderId)
  const asked = await cancelCardBy(owner, byManager.chargeId)
  expect(asked.json.approval).toMatchObject({ alone: true })
  expect(await confirmBy(manager, asked.json.approval.id)).toBe(403)
  expect(await confirmBy(owner, asked.json.approval.id, '둘뿐이에요')).toBe(200)
  const byOwner = await makeDeliveredOrder({ paid: 2_000_000, spent: 900_000 })
  await refundBy(owner, byOwner.orderId)
  const { json } = await cancelCardBy(manager, byOwner.chargeId)
  expect(json.approval).toMatchObject({ why: 'LIMIT', alone: false })
  expect([await confirmBy(owner, json.approval.id), await byOwner.payer.has()]).toEqual([200, 0])
})
