import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { memberActor, worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { creditCardCharge } from '#lib/charges/credit-card-charge.ts'
import { makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { messageCostThisMonth, outboxForStaff } from '#lib/messages/queries.ts'
import { sweepOutbox } from '#lib/messages/sweep-outbox.ts'
import { holdAutoOrders, resumeAutoOrders } from '#lib/orders/auto/hold-auto-orders.ts'
import { makeAutoOrder } from '#lib/orders/auto/testing/auto-orders.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { endOrder } from '#lib/push/testing/ended-orders.ts'
import { chooseAlerts } from './choose-alerts.ts'
import { chooseCarriers } from './choose-carriers.ts'
import { gatherAlerts } from './gather-alerts.ts'
import { pollDeliveryResults } from './poll-delivery-results.ts'
import { sweepAlerts } from './sweep-alerts.ts'
import {
  connectSolapi,
  makeMemberWithAlerts,
  newPhone,
  noon,
  passAlertPause,
  sendAlerts,
  sendQueuedMessages,
} from './testing/alerts.ts'
import { type SolapiStandIn, startSolapiStandIn } from './testing/solapi-stand-in.ts'

let solapi: SolapiStandIn

beforeAll(async () => {
  solapi = await startSolapiStandIn()
})
afterAll(async () => {
  await solapi.stop()
  await expectBooksBalance()
})
beforeEach(async () => {
  await connectSolapi(solapi)
  solapi.messages.length = 0
  Object.assign(solapi.state, { balance: 1_000, withoutKakao: new Set(), gone: new Set() })
  await ownerDatabase().rows('DELETE FROM outbox_messages')
  await ownerDatabase().rows('DELETE FROM alert_notices')
})

const taken = () => solapi.messages.map(({ to, type, text }) => ({ to, type, text }))
const listed = async () => (await outboxForStaff(db(), { q: '', size: 50 })).rows
const makeAskable = () =>
  db().rows("UPDATE outbox_messages SET ask_at = now() - interval '1 second' WHERE ask_at > now()")

test('a charge by card is told of like any other, once', async () => {
  const { id } = await makeMemberWithAlerts()
  const paid = { memberId: id, point: 3_000_000n, createdAt: new Date() }
  await db().transaction((tx) => creditCardCharge(tx, worker, paid))
  expect(await sendAlerts()).toBe(1)
  expect(await sendAlerts()).toBe(0)
  expect(taken().map(({ text }) => text)).toEqual(['[포인트샵] 포인트 충전이 완료됐어요.\n충전 1건, 30,000원'])
})

test('a credited charge is told by AlimTalk, and its cost is listed once it arrived', async () => {
  const { id, phone } = await makeMemberWithAlerts()
  await makeCreditedCharge(id, 50_000)
  expect(await sendAlerts()).toBe(1)
  expect(taken()).toEqual([
    { to: phone, type: 'ATA', text: '[포인트샵] 포인트 충전이 완료됐어요.\n충전 1건, 50,000원' },
  ])
  expect(await listed()).toMatchObject([
    {
      to: phone,
      subject: '충전 완료 알림',
      status: 'SENT',
      template: 'CHARGE',
      sentAs: 'ALIMTALK',
      result: null,
      cost: null,
    },
  ])
  for (const [channel, found] of [
    ['ALIMTALK', 1],
    ['SMS', 0],
    ['EMAIL', 0],
  ] as const)
    expect((await outboxForStaff(db(), { q: '', size: 50, channel })).total).toBe(found)
  await makeAskable()
  await pollDeliveryResults(db())
  expect(await listed()).toMatchObject([{ result: null, cost: 13 }])
  solapi.settle()
  await makeAskable()
  expect(await pollDeliveryResults(db())).toBe(1)
  expect(await listed()).toMatchObject([{ result: 'ARRIVED', sentAs: 'ALIMTALK', cost: 13 }])
  await makeAskable()
  expect(await pollDeliveryResults(db())).toBe(0)
  expect(await messageCostThisMonth(db())).toEqual({ cost: 13, messages: 1 })
})

test('whoever has no KakaoTalk gets a text message in its place, at its price', async () => {
  const { id, phone } = await makeMemberWithAlerts()
  solapi.state.withoutKakao.add(phone)
  await makeCreditedCharge(id)
  await sendAlerts()
  solapi.settle()
  await makeAskable()
  await pollDeliveryResults(db())
  expect(await listed()).toMatchObject([{ result: 'ARRIVED', sentAs: 'SMS', cost: 18 }])
})

test('a message that does not arrive is listed as lost and costs nothing', async () => {
  const { id, phone } = await makeMemberWithAlerts()
  solapi.state.gone.add(phone)
  await makeCreditedCharge(id)
  await sendAlerts()
  solapi.settle()
  await makeAskable()
  await pollDeliveryResults(db())
  expect(await listed()).toMatchObject([{ status: 'SENT', result: 'LOST', cost: 0, fault: 'SOLAPI 3059' }])
})

test('a member who chose nothing is told nothing', async () => {
  const { id } = await makeMemberWithAlerts({ charge: false })
  await makeCreditedCharge(id)
  expect(await sendAlerts()).toBe(0)
  expect(await db().rows('SELECT FROM alert_notices')).toEqual([])
})

test('many orders that end are one message with their numbers, and the next waits for the pause', async () => {
  const { id } = await makeMemberWithAlerts({ points: 100_000 })
  const serviceId = await makeService()
  for (let at = 0; at < 12; at++)
    await endOrder(
      await makeOrder({ memberId: id, serviceId, amount: 100 }),
      at < 9 ? orderStatus.COMPLETED : orderStatus.CANCELED,
    )
  expect(await sendAlerts()).toBe(1)
  expect(taken()[0]?.text).toBe('[포인트샵] 주문 12건이 끝났어요.\n완료 9, 일부 완료 0, 취소 3')
  await endOrder(await makeOrder({ memberId: id, serviceId, amount: 100 }), orderStatus.COMPLETED)
  await db().rows("UPDATE alert_notices SET created_at = created_at - interval '1 minute'")
  expect(await gatherAlerts(db(), noon)).toBe(0)
  expect(await sendAlerts()).toBe(1)
  expect(await sendAlerts()).toBe(0)
})

test('a day has a most of messages, which turning the choice off and on does not raise', async () => {
  const { id } = await makeMemberWithAlerts({ points: 100_000 })
  const serviceId = await makeService()
  for (let at = 0; at < 14; at++) {
    await chooseAlerts(db(), memberActor(id), { charge: true, hold: true, order: false })
    await chooseAlerts(db(), memberActor(id), { charge: true, hold: true, order: true })
    await endOrder(await makeOrder({ memberId: id, serviceId, amount: 100 }), orderStatus.COMPLETED)
    await sendAlerts()
  }
  expect(solapi.messages).toHaveLength(10)
})

test('what a member ends himself is not told to him', async () => {
  const { id } = await makeMemberWithAlerts({ points: 10_000 })
  const orderId = await makeOrder({ memberId: id, serviceId: await makeService(), amount: 100 })
  await endOrder(orderId, orderStatus.CANCELED, memberActor(id))
  expect(await sendAlerts()).toBe(0)
})

test('nobody is told at night, and what happened then is told in the morning', async () => {
  const { id } = await makeMemberWithAlerts()
  await makeCreditedCharge(id)
  await passAlertPause()
  for (const night of ['21:00', '23:59', '00:00', '07:59'])
    expect(await gatherAlerts(db(), new Date(`2026-11-24T${night}:00+09:00`))).toBe(0)
  expect(await gatherAlerts(db(), new Date('2026-11-25T08:00:00+09:00'))).toBe(1)
})

test('a message that couldn’t be sent by day isn’t sent at night, but in the morning', async () => {
  const { id } = await makeMemberWithAlerts()
  await makeCreditedCharge(id)
  await passAlertPause()
  await gatherAlerts(db(), noon)
  const night = new Date('2026-11-25T02:10:00+09:00')
  const jobs = () => db().rows("SELECT FROM graphile_worker.jobs WHERE task_identifier = 'send-message'")
  await ownerDatabase().rows('DELETE FROM graphile_worker._private_jobs')
  await db().rows("UPDATE outbox_messages SET next_try_at = now() - interval '10 minutes'")
  await sendQueuedMessages(night)
  await sweepOutbox(db(), await chooseCarriers(db()), night)
  expect(taken()).toEqual([])
  expect(await jobs()).toEqual([])
  await sweepOutbox(db(), await chooseCarriers(db()), new Date('2026-11-25T08:00:00+09:00'))
  expect(await jobs()).toHaveLength(1)
  await sendQueuedMessages()
  expect(taken()).toHaveLength(1)
})

test('processes that gather at once make one message', async () => {
  const { id } = await makeMemberWithAlerts()
  await makeCreditedCharge(id)
  await passAlertPause()
  const made = await Promise.all(Array.from({ length: 8 }, () => gatherAlerts(db(), noon)))
  expect(made.reduce((sum, each) => sum + each, 0)).toBe(1)
  expect(await listed()).toHaveLength(1)
})

test('a message that waits is not sent once the member turns it off, changes his number, is restricted or leaves', async () => {
  const ways: ((id: number) => Promise<unknown>)[] = [
    (id) => chooseAlerts(db(), memberActor(id), { charge: false, hold: true, order: true }),
    (id) => db().rows('UPDATE members SET phone = $2 WHERE id = $1', [id, newPhone()]),
    (id) => db().rows("UPDATE members SET restriction = 'BANNED' WHERE id = $1", [id]),
    (id) => db().rows("UPDATE members SET restriction = 'SUSPENDED' WHERE id = $1", [id]),
    (id) => deleteAccount(db(), id),
  ]
  for (const withdraw of ways) {
    const { id } = await makeMemberWithAlerts()
    await makeCreditedCharge(id)
    await passAlertPause()
    expect(await gatherAlerts(db(), noon)).toBe(1)
    await withdraw(id)
    await sendQueuedMessages()
    expect(
      await oneRow(db(), 'SELECT status, fault, body, variables FROM outbox_messages WHERE member_id = $1', [id]),
    ).toEqual({ status: 'EXPIRED', fault: 'WITHDRAWN', body: '', variables: '' })
  }
  expect(solapi.messages).toEqual([])
})

test('of a deleted account neither choices nor notices stay', async () => {
  const { id } = await makeMemberWithAlerts()
  await makeCreditedCharge(id)
  await deleteAccount(db(), id)
  expect(await db().rows('SELECT FROM alert_notices')).toEqual([])
  expect(await db().rows('SELECT FROM member_alerts WHERE member_id = $1', [id])).toEqual([])
  expect(await sendAlerts()).toBe(0)
})

test('held auto orders are told of, once each time', async () => {
  const { id } = await makeMemberWithAlerts({ points: 10_000 })
  const serviceId = await makeService({ enableAuto: true })
  for (let at = 0; at < 3; at++) await makeAutoOrder({ memberId: id, serviceId })
  const setReadOnly = (isReadOnly: boolean) =>
    db().rows('UPDATE services SET is_read_only = $2 WHERE id = $1', [serviceId, isReadOnly])
  await setReadOnly(true)
  await holdAutoOrders(db())
  await holdAutoOrders(db())
  expect(await sendAlerts()).toBe(1)
  expect(taken().map(({ text }) => text)).toEqual([
    '[포인트샵] 자동주문 3건이 잠시 멈췄어요.\n자동주문 내역에서 확인해 주세요.',
  ])
  expect(await sendAlerts()).toBe(0)
  await setReadOnly(false)
  await resumeAutoOrders(db())
  await setReadOnly(true)
  await holdAutoOrders(db())
  expect(await sendAlerts()).toBe(1)
})

test('runs of an auto order are not told of one by one', async () => {
  const { id } = await makeMemberWithAlerts({ points: 10_000 })
  const serviceId = await makeService({ enableAuto: true })
  const { orderId } = await makeAutoOrder({ memberId: id, serviceId })
  await endOrder(orderId, orderStatus.COMPLETED)
  expect(await sendAlerts()).toBe(0)
})

test('notices that fail hold up nobody else’s, and are told once they can be', async () => {
  const [broken, other] = [await makeMemberWithAlerts(), await makeMemberWithAlerts()]
  await makeCreditedCharge(broken.id, 10_000)
  await makeCreditedCharge(other.id, 20_000)
  // Makes every insert of a message for this member fail.
  await ownerDatabase().rows(
    `ALTER TABLE outbox_messages ADD CONSTRAINT broken CHECK (member_id IS DISTINCT FROM ${broken.id}) NOT VALID`,
  )
  expect(await sendAlerts()).toBe(1)
  await ownerDatabase().rows('ALTER TABLE outbox_messages DROP CONSTRAINT broken')
  expect(await sendAlerts()).toBe(1)
  expect(taken().map(({ to }) => to)).toEqual([other.phone, broken.phone])
})

test('what happens within the first seconds waits for what follows', async () => {
  const { id } = await makeMemberWithAlerts()
  await makeCreditedCharge(id, 10_000)
  expect(await gatherAlerts(db(), noon)).toBe(0)
  await makeCreditedCharge(id, 20_000)
  expect(await sendAlerts()).toBe(1)
  expect(taken()[0]?.text).toContain('충전 2건, 30,000원')
})

test('a new number that nobody proved, a restriction and an end of the account leave nothing to tell', async () => {
  for (const change of ["phone = '01099998888'", "restriction = 'BANNED'", 'phone_verified_at = NULL']) {
    const { id } = await makeMemberWithAlerts()
    await makeCreditedCharge(id)
    await db().rows(`UPDATE members SET ${change} WHERE id = $1`, [id])
    expect(await sendAlerts()).toBe(0)
  }
  expect(await listed()).toEqual([])
})

test('a member is told again once his suspension is over, not before', async () => {
  const { id } = await makeMemberWithAlerts()
  const suspendUntil = (end: string) =>
    db().rows(`UPDATE members SET restriction = 'SUSPENDED', restricted_until = ${end} WHERE id = $1`, [id])
  await suspendUntil("now() + interval '1 minute'")
  await makeCreditedCharge(id)
  expect(await sendAlerts()).toBe(0)
  await suspendUntil("now() - interval '1 minute'")
  await makeCreditedCharge(id)
  expect(await sendAlerts()).toBe(1)
  expect(taken()).toHaveLength(1)
})

test('what waited for a day while no worker ran isn’t told when one starts', async () => {
  const { id } = await makeMemberWithAlerts()
  await makeCreditedCharge(id, 50_000)
  await db().rows("UPDATE alert_notices SET created_at = now() - interval '3 days' WHERE member_id = $1", [id])
  expect(await sendAlerts()).toBe(0)
  await makeCreditedCharge(id, 20_000)
  expect(await sendAlerts()).toBe(1)
  expect(taken().map(({ text }) => text)).toEqual(['[포인트샵] 포인트 충전이 완료됐어요.\n충전 1건, 20,000원'])
})

test('notices that waited for a day, and those of a month ago, are deleted', async () => {
  const { id } = await makeMemberWithAlerts()
  await db().rows(
    `INSERT INTO alert_notices (member_id, kind, ref_id, created_at, told_at) VALUES
       ($1, 'CHARGE', 1, now() - interval '25 hours', NULL), ($1, 'CHARGE', 2, now() - interval '23 hours', NULL),
       ($1, 'CHARGE', 3, now() - interval '31 days', now()), ($1, 'CHARGE', 4, now() - interval '29 days', now())`,
    [id],
  )
  await sweepAlerts(db())
  expect(await db().rows('SELECT ref_id FROM alert_notices ORDER BY ref_id')).toEqual([{ refId: 2 }, { refId: 4 }])
})
