import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmApprovalCall } from '#lib/approvals/decisions/calls.ts'
import { makeStaff, shareBankAccount } from '#lib/approvals/decisions/testing/staff.ts'
import { memberActor } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { settleRefundCall } from '#lib/charges/calls.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundInput } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { depositHookCall } from '#lib/deposits/calls.ts'
import { buildDeposit, signatureHeaders } from '#lib/deposits/testing/deposits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { transitionOrderCall } from '#lib/orders/calls.ts'
import { cancelOrder } from '#lib/orders/cancel-order.ts'
import { endSubscriptions } from '#lib/orders/end-subscriptions.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { pollOrders } from '#lib/providers/delivery/poll-orders.ts'
import { type FakeProvider, startFakeProvider } from '#lib/providers/testing/fake-provider.ts'
import type { FakeFault } from '#lib/providers/testing/fake-provider-orders.ts'
import {
  makeDeliveredService,
  makeProvider,
  readDeliveryOutcome,
  sendWaitingOrders,
} from '#lib/providers/testing/providers.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import { resolveTaskCall } from './calls.ts'

// Attacks by a MANAGER: he gets an accomplice's order refunded by somebody else (the worker after a provider's update,
// or the accomplice), and pays the points out. Test titles describe his actions. Amounts are in won.
const { PENDING, INPROGRESS, PARTIAL, CANCELED } = orderStatus

let fakeProvider: FakeProvider
let providerId: number
let nextFault: FakeFault | undefined
let linkCount = 0
const statusByLink = new Map<string, Record<string, unknown>>()

beforeAll(async () => {
  fakeProvider = await startFakeProvider({ fault: () => nextFault, answerOf: ({ link }) => statusByLink.get(link) })
})
afterAll(() => fakeProvider.stop())

beforeEach(async () => {
  nextFault = undefined
  await db().rows('UPDATE providers SET enabled = false')
  await db().rows('UPDATE provider_attempts SET next_poll_at = NULL')
  await ownerDatabase().rows('DELETE FROM tasks')
  providerId = await makeProvider(fakeProvider)
})
afterEach(() => expectBooksBalance())

type Member = { memberId: number; name: string }
type Order = Member & { orderId: number }

const newLink = () => `https://www.instagram.com/p/hidden${++linkCount}`

/** Makes a member whose bank transfer was reported by the bank and credited without staff. */
async function makeMemberWhoPaid(won: number): Promise<Member> {
  const { id: memberId } = await makeMember()
  const name = `숨은환불${memberId}`
  await makeCharge({ memberId, name, point: won })
  const raw = Buffer.from(JSON.stringify([buildDeposit({ name, amount: won })]))
  await send(depositHookCall, { raw, headers: signatureHeaders(raw) })
  expect(await balanceOf(db(), memberId)).toBe(BigInt(won) * 100n)
  return { memberId, name }
}

/** Makes an order for all points of a new member. Whether the provider received it is unknown. */
async function makeUnknownOrder(won: number): Promise<Order> {
  const member = await makeMemberWhoPaid(won)
  const serviceId = await makeDeliveredService([providerId], db(), { price: won / 1_000 })
  nextFault = 'html'
  const orderId = await makeOrder({ memberId: member.memberId, serviceId, link: newLink(), amount: 1_000 })
  await sendWaitingOrders()
  nextFault = undefined
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ outcomes: ['UNKNOWN'], tasks: ['DELIVERY_UNKNOWN'] })
  return { ...member, orderId }
}

/**
 * Places an order directly at the provider, not through the shop, and returns the provider's id of the order. When the
 * shop asks for the status of this order, the provider returns `answer`.
 */
async function numberOfForeignOrder(answer: Record<string, unknown>): Promise<string> {
  const link = newLink()
  statusByLink.set(link, answer)
  const { url, key } = fakeProvider
  const body = new URLSearchParams({ key, action: 'add', service: '1', link, quantity: '1000' })
  return String((await (await fetch(url, { method: 'POST', body })).json()).order)
}

async function resolveBy({ headers }: SignedIn, orderId: number, body: object) {
  const { id } = await oneRow<{ id: number }>(
    db(),
    "SELECT id FROM tasks WHERE ref_type = 'order' AND ref_id = $1 AND resolved_at IS NULL",
    [orderId],
  )
  return send(resolveTaskCall, { path: `/api/admin/tasks/${id}/resolve`, headers, body })
}

async function poll(orderId: number) {
  await db().rows("UPDATE provider_attempts SET next_poll_at = 'epoch' WHERE order_id = $1", [orderId])
  await pollOrders(db())
  return readDeliveryOutcome(orderId)
}

const payOutBy = ({ headers }: SignedIn, refundId: number, body: object) =>
  send(settleRefundCall, { headers, path: `/api/admin/refund-requests/${refundId}`, body: { status: 1, ...body } })

/**
 * Expects that `cheat` can't pay out the member's points, and that a colleague can pay them out only after checking the
 * bank.
 */
async function expectOnlyColleaguePaysOut(cheat: SignedIn, { memberId, name }: Member) {
  const honest = await makeStaff('MANAGER')
  const refundId = await requestCashRefund(db(), { memberId, input: { ...makeCashRefundInput(), name } })
  expect((await payOutBy(cheat, refundId, { bankChecked: true, reason: '급함' })).status).toBe(403)
  expect((await payOutBy(honest, refundId, {})).status).toBe(409)
  expect((await payOutBy(honest, refundId, { bankChecked: true })).json).toMatchObject({ status: 1 })
}

const canceled = { status: 'Canceled', remains: '1000' }
const dayTotal = ({ id }: SignedIn) =>
  db().rows('SELECT (amount / 100)::int AS won FROM staff_day_totals WHERE member_id = $1', [id])
/** Moves the sums of what each staff member decided today to yesterday, as if midnight in Seoul had passed. */
const endDay = () => ownerDatabase().rows('UPDATE staff_day_totals SET day = day - 1')

describe('he says that the provider has an order, with the number of a cancelled one', () => {
  test('of his own order: refused', async () => {
    const cheat = await makeStaff('MANAGER')
    const { memberId, orderId } = await makeUnknownOrder(10_000)
    await shareBankAccount(cheat.id, memberId)
    const answer = await resolveBy(cheat, orderId, { action: 'sent', providerOrderId: '1' })
    expect(answer).toMatchObject({ status: 403, json: { code: 'OWN_ACCOUNT' } })
  })

  test('of an accomplice: the refund counts as his, and he doesn’t pay it out', async () => {
    const cheat = await makeStaff('MANAGER')
    const order = await makeUnknownOrder(900_000)
    const providerOrderId = await numberOfForeignOrder(canceled)
    expect((await resolveBy(cheat, order.orderId, { action: 'sent', providerOrderId })).status).toBe(200)
    expect(await poll(order.orderId)).toMatchObject({ status: CANCELED, tasks: [] })
    expect([await balanceOf(db(), order.memberId), await dayTotal(cheat)]).toEqual([90_000_000n, [{ won: 900_000 }]])
    await expectOnlyColleaguePaysOut(cheat, order)
  })

  test('above what he may refund alone: it waits for staff, once, and needs a second person', async () => {
    const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    const order = await makeUnknownOrder(2_000_000)
    const providerOrderId = await numberOfForeignOrder({ status: 'Partial', remains: '900' })
    await resolveBy(cheat, order.orderId, { action: 'sent', providerOrderId })
    for (let polls = 0; polls < 2; polls++) {
      expect(await poll(order.orderId)).toMatchObject({ status: INPROGRESS, tasks: ['DELIVERY_BY_HAND'] })
      expect(await balanceOf(db(), order.memberId)).toBe(0n)
    }
    const { json } = await resolveBy(cheat, order.orderId, { action: 'apply' })
    expect(json).toMatchObject({ approval: { why: 'LIMIT' } })
    const path = `/api/admin/approvals/${json.approval.id}/confirm`
    const confirmBy = ({ headers }: SignedIn) => send(confirmApprovalCall, { path, headers, body: { reason: '' } })
    expect((await confirmBy(cheat)).status).toBe(403)
    expect((await confirmBy(colleague)).status).toBe(200)
    expect(await readDeliveryOutcome(order.orderId)).toMatchObject({ status: PARTIAL, remains: 900 })
    expect(await balanceOf(db(), order.memberId)).toBe(180_000_000n)
    expect(await poll(order.orderId)).toMatchObject({ status: PARTIAL, tasks: [] })
  })

  test('once the provider goes on, what it said before can’t be applied any more', async () => {
    const cheat = await makeStaff('MANAGER')
    const { orderId, memberId } = await makeUnknownOrder(2_000_000)
    const answer: Record<string, unknown> = { status: 'Partial', remains: '900' }
    await resolveBy(cheat, orderId, { action: 'sent', providerOrderId: await numberOfForeignOrder(answer) })
    expect(await poll(orderId)).toMatchObject({ status: INPROGRESS, tasks: ['DELIVERY_BY_HAND'] })
    Object.assign(answer, { status: 'In progress', remains: '100' })
    expect(await poll(orderId)).toMatchObject({ status: INPROGRESS, remains: 100, tasks: [] })
    Object.assign(answer, { status: 'Canceled' })
    expect(await poll(orderId)).toMatchObject({ status: INPROGRESS, tasks: ['DELIVERY_BY_HAND'] })
    expect(await balanceOf(db(), memberId)).toBe(0n)
  })

  test('once staff have closed its task, the same update doesn’t file another', async () => {
    const cheat = await makeStaff('MANAGER')
    const { orderId, memberId } = await makeUnknownOrder(2_000_000)
    const providerOrderId = await numberOfForeignOrder(canceled)
    await resolveBy(cheat, orderId, { action: 'sent', providerOrderId })
    await poll(orderId)
    await resolveBy(await makeStaff('MANAGER'), orderId, { action: 'done' })
    expect(await poll(orderId)).toMatchObject({ status: PENDING, tasks: [] })
    expect(await balanceOf(db(), memberId)).toBe(0n)
  })

  test('of many orders: they are one sum of his day', async () => {
    const cheat = await makeStaff('MANAGER')
    await saveSettings({ DAILY_LIMIT: 1_500_000 })
    try {
      const orders = [await makeUnknownOrder(900_000), await makeUnknownOrder(900_000)]
      for (const { orderId } of orders)
        await resolveBy(cheat, orderId, { action: 'sent', providerOrderId: await numberOfForeignOrder(canceled) })
      const states = [await poll(orders[0]?.orderId ?? 0), await poll(orders[1]?.orderId ?? 0)]
      expect(states.map(({ status, tasks }) => ({ status, tasks }))).toEqual([
        { status: CANCELED, tasks: [] },
        { status: PENDING, tasks: ['DELIVERY_BY_HAND'] },
      ])
      await endDay()
      expect(await poll(orders[1]?.orderId ?? 0)).toMatchObject({ status: PENDING, tasks: ['DELIVERY_BY_HAND'] })
      expect((await resolveBy(cheat, orders[1]?.orderId ?? 0, { action: 'apply' })).status).toBe(200)
      expect(await readDeliveryOutcome(orders[1]?.orderId ?? 0)).toMatchObject({ status: CANCELED, tasks: [] })
    } finally {
      await saveSettings({ DAILY_LIMIT: 5_000_000 })
    }
  })

  test('a colleague calls the number wrong: nor does the worker refund it on the next day, when the sum begins anew', async () => {
    const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    const { orderId, memberId } = await makeUnknownOrder(900_000)
    await resolveBy(cheat, orderId, { action: 'sent', providerOrderId: await numberOfForeignOrder(canceled) })
    await saveSettings({ DAILY_LIMIT: 500_000 })
    try {
      expect(await poll(orderId)).toMatchObject({ status: PENDING, tasks: ['DELIVERY_BY_HAND'] })
      await resolveBy(colleague, orderId, { action: 'done' })
    } finally {
      await saveSettings({ DAILY_LIMIT: 5_000_000 })
    }
    await endDay()
    for (let polls = 0; polls < 2; polls++) expect(await poll(orderId)).toMatchObject({ status: PENDING, tasks: [] })
    expect(await balanceOf(db(), memberId)).toBe(0n)
  })

  test('of a colleague’s order: it waits, however small', async () => {
    const cheat = await makeStaff('MANAGER')
    const { orderId, memberId } = await makeUnknownOrder(10_000)
    await db().rows("UPDATE members SET role = 'SUPPORT' WHERE id = $1", [memberId])
    await resolveBy(cheat, orderId, { action: 'sent', providerOrderId: await numberOfForeignOrder(canceled) })
    expect(await poll(orderId)).toMatchObject({ status: PENDING, tasks: ['DELIVERY_BY_HAND'] })
  })
})

test('he says that the provider doesn’t have an order, which its member then cancels', async () => {
  const cheat = await makeStaff('MANAGER')
  const order = await makeUnknownOrder(900_000)
  await resolveBy(cheat, order.orderId, { action: 'not-sent' })
  await cancelOrder(db(), memberActor(order.memberId), { orderId: order.orderId })
  expect(await balanceOf(db(), order.memberId)).toBe(90_000_000n)
  await expectOnlyColleaguePaysOut(cheat, order)
})

test('he records how little of a subscription was delivered, and the worker refunds the rest when it is over', async () => {
  const cheat = await makeStaff('MANAGER')
  const member = await makeMemberWhoPaid(900_000)
  const serviceId = await makeService({ type: 'Subscriptions', price: 9_000 })
  const details = { username: 'some.body', min: 10, max: 20, posts: 5, delay: 0 }
  const orderId = await makeOrder({ memberId: member.memberId, serviceId, link: '', details })
  expect(await balanceOf(db(), member.memberId)).toBe(0n)
  await send(transitionOrderCall, {
    path: `/api/admin/orders/${orderId}/transition`,
    headers: cheat.headers,
    body: { status: INPROGRESS, remains: 99, reason: '' },
  })
  await db().rows('UPDATE open_subscriptions SET expires_on = now()::date - 9 WHERE order_id = $1', [orderId])
  expect(await endSubscriptions(db())).toMatchObject({ ended: 1 })
  expect(await balanceOf(db(), member.memberId)).toBe(89_100_000n)
  await expectOnlyColleaguePaysOut(cheat, member)
})
