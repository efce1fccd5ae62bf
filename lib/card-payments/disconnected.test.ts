import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { removeConnection } from '#lib/connections/saving/save-connection.ts'
import { makeConnection } from '#lib/connections/testing/connections.ts'
import { db } from '#lib/core/db.ts'
import { checkPayments } from './check-payments.ts'
import { type PortoneStandIn, startPortoneStandIn } from './testing/portone-stand-in.ts'
import {
  cancelByStaff,
  connectAndOfferPayments,
  endOpenWork,
  endPauses,
  makePayer,
  openTaskKinds,
  readPaymentRow,
  workUntilSettled,
} from './testing/world.ts'

// Tests a shop that no longer uses the PortOne account by which its members paid: it has disconnected PortOne, or
// connected another account of PortOne.
let standIn: PortoneStandIn
let other: PortoneStandIn

beforeAll(async () => {
  standIn = await startPortoneStandIn()
  other = await startPortoneStandIn()
})

beforeEach(() => connectAndOfferPayments(standIn))

afterEach(async () => {
  standIn.faultOf = () => undefined
  standIn.cancelMode = 'NOW'
  standIn.webhooks.length = 0
  await endOpenWork()
  await db().rows("UPDATE card_payments SET state = 'ENDED', expires_at = now() WHERE state IN ('READY', 'ISSUED')")
  await expectBooksBalance()
})

afterAll(() => Promise.all([standIn.stop(), other.stop()]))

const disconnect = () => removeConnection(db(), { ...someStaff, role: 'OWNER' }, { kind: 'portone' })

const moveToOtherAccount = () => makeConnection({ kind: 'portone', values: other.values, baseUrl: other.url })

const stillOpen = { code: 'CONFLICT', message: expect.stringContaining('진행 중인 결제나 결제 취소가 있어요.') }

test('without PortOne nobody cancels a card charge, whose points could neither go to the card nor come back', async () => {
  const payer = await makePayer(standIn)
  const { paymentId, chargeId } = await payer.pays(10_000)
  await disconnect()
  await expect(cancelByStaff(chargeId)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: '포트원 연결이 없어요. 값을 먼저 등록해 주세요.',
  })
  expect(await payer.has()).toBe(10_000)
  await connectAndOfferPayments(standIn)
  expect(await cancelByStaff(chargeId)).toBe(1_000_000n)
  await workUntilSettled(standIn)
  expect(standIn.cancelled(paymentId).won).toBe(10_000)
})

test('another account that doesn’t know the payment: the points come back, a task says why, and the member can leave', async () => {
  const payer = await makePayer(standIn)
  const { paymentId, chargeId } = await payer.pays(10_000)
  await moveToOtherAccount()
  await cancelByStaff(chargeId, 4_000)
  await workUntilSettled(other)
  expect([await payer.has(), await openTaskKinds(), standIn.cancelled(paymentId).won]).toEqual([
    10_000,
    ['CARD_CANCEL'],
    0,
  ])
  await deleteAccount(db(), payer.id)
})

test('another account, after an answer of the former one was lost: the points come back in an hour, and go again if the former account says that the money went', async () => {
  const payer = await makePayer(standIn)
  const { paymentId, chargeId } = await payer.pays(10_000)
  standIn.faultOf = (verb) => (verb === 'cancel' ? 'late' : undefined)
  await cancelByStaff(chargeId, 4_000)
  await endPauses()
  await checkPayments(db())
  await moveToOtherAccount()
  await workUntilSettled(other, 1)
  expect([await payer.has(), await openTaskKinds()]).toEqual([6_000, []])
  await workUntilSettled(other)
  expect([await payer.has(), await openTaskKinds()]).toEqual([10_000, ['CARD_CANCEL']])
  standIn.carryOutLate(paymentId)
  await connectAndOfferPayments(standIn)
  await workUntilSettled(standIn)
  expect(await payer.has()).toBe(6_000)
})

test('PortOne isn’t disconnected while a cancellation is under way', async () => {
  const payer = await makePayer(standIn)
  const { paymentId, chargeId } = await payer.pays(10_000)
  standIn.cancelMode = 'LATER'
  await cancelByStaff(chargeId, 4_000)
  await workUntilSettled(standIn)
  await expect(disconnect()).rejects.toMatchObject(stillOpen)
  standIn.finishCancellations(paymentId, 'SUCCEEDED')
  await workUntilSettled(standIn)
  expect(await disconnect()).toMatchObject({ state: 'NONE' })
})

test('nor while a member may still pay into his virtual account, or in his window', async () => {
  const payer = await makePayer(standIn)
  const paymentId = await payer.begins(10_000)
  await expect(disconnect()).rejects.toMatchObject(stillOpen)
  standIn.issue(paymentId, 10_000)
  await workUntilSettled(standIn)
  await expect(disconnect()).rejects.toMatchObject(stillOpen)
  standIn.pay(paymentId, 10_000)
  await workUntilSettled(standIn)
  expect([await payer.has(), (await readPaymentRow(paymentId)).state]).toEqual([10_000, 'PAID'])
  expect(await disconnect()).toMatchObject({ state: 'NONE' })
})

test('a virtual account that another account doesn’t know is a task, and is credited once its own is connected again', async () => {
  const payer = await makePayer(standIn)
  const paymentId = await payer.begins(10_000)
  standIn.issue(paymentId, 10_000)
  await workUntilSettled(standIn)
  await moveToOtherAccount()
  await workUntilSettled(other)
  expect([(await readPaymentRow(paymentId)).state, await openTaskKinds()]).toEqual(['DISPUTED', ['CARD_PAYMENT']])
  await connectAndOfferPayments(standIn)
  await workUntilSettled(standIn)
  expect([(await readPaymentRow(paymentId)).state, await openTaskKinds()]).toEqual(['ISSUED', []])
  await moveToOtherAccount()
  await workUntilSettled(other)
  standIn.pay(paymentId, 10_000)
  await connectAndOfferPayments(standIn)
  await workUntilSettled(standIn)
  expect([await payer.has(), (await readPaymentRow(paymentId)).state, await openTaskKinds()]).toEqual([
    10_000,
    'PAID',
    [],
  ])
})

test('a payment that PortOne never heard of ends without a task: its member closed the window', async () => {
  const payer = await makePayer(standIn)
  const paymentId = await payer.begins(10_000)
  await db().rows('UPDATE card_payments SET expires_at = now() WHERE payment_id = $1', [paymentId])
  await workUntilSettled(standIn)
  expect([(await readPaymentRow(paymentId)).state, await openTaskKinds()]).toEqual(['ENDED', []])
})
