import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { type PortoneStandIn, startPortoneStandIn } from '#lib/card-payments/testing/portone-stand-in.ts'
import { connectAndOfferPayments, endOpenWork, makePayer, workUntilSettled } from '#lib/card-payments/testing/world.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { formatSeoulMoment } from '#lib/core/seoul-moment.ts'
import { runAutoOrdersJob } from '#lib/jobs/run-auto-orders-job.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { lastMessageBodyTo } from '#lib/messages/testing/outbox.ts'
import { readOpenDebt } from '#lib/points/queries.ts'
import { databaseDyingAt } from '#lib/referrals/testing/referrals.ts'
import { notifyIndebted } from './notify-indebted.ts'
import { makeAutoOrder, passTime, readAutoOrder } from './testing/auto-orders.ts'

// Amounts are in won.
let standIn: PortoneStandIn

beforeAll(async () => {
  standIn = await startPortoneStandIn()
  await connectAndOfferPayments(standIn)
})

afterEach(async () => {
  await endOpenWork()
  await expectBooksBalance()
})

afterAll(() => standIn.stop())

const WON = 100n
let count = 0

const runSweep = () => runAutoOrdersJob.run(db())
const messagesTo = (to: string) => db().rows('SELECT FROM outbox_messages WHERE "to" = $1', [to])
const reverseAsStaff = (chargeId: number) => reverseCharge(db(), someStaff, { chargeId, reason: '다른 사람의 입금' })
const autoService = () => makeService({ price: 1, enableAuto: true })

const noticeOf = (debt: string) =>
  expect.stringMatching(
    new RegExp(
      `^정산할 금액 ${debt}가 남아 있어 자동주문을 멈췄어요\\. 포인트를 충전하면 먼저 정산하고 이어서 진행해요\\. (\\d{4}년 )?\\d+월 \\d+일 \\d\\d:\\d\\d까지 정산하지 않으면 자동주문을 취소하고 남은 회차의 포인트로 정산해요\\.$`,
    ),
  )

/** Makes a member who spent each of his charges of 3,000 on an auto order of 3 runs. */
async function makeBuyer({ orders = 1, contact = { email: `told${++count}@example.com` } as object } = {}) {
  const { id: memberId } = await makeMember(contact)
  const serviceId = await autoService()
  const charges: number[] = []
  const ids: number[] = []
  for (let each = 0; each < orders; each++) {
    charges.push(await makeCreditedCharge(memberId, 3_000))
    ids.push((await makeAutoOrder({ memberId, serviceId, amount: 1_000, runs: 3 })).id)
  }
  return { memberId, charges, chargeId: charges[0] ?? 0, ids, id: ids[0] ?? 0 }
}

/** Makes a member who spent a card payment of 9,000 on an auto order of 3 runs. */
async function makeCardBuyer() {
  const email = `told${++count}@example.com`
  const payer = await makePayer(standIn)
  await db().rows('UPDATE members SET email = $2 WHERE id = $1', [payer.id, email])
  const { paymentId } = await payer.pays(9_000)
  const { id } = await makeAutoOrder({ memberId: payer.id, serviceId: await autoService(), amount: 3_000, runs: 3 })
  /** Cancels a part of the payment in PortOne's console. The member has spent it already, so he owes it. */
  const cancels = async (won: number) => {
    standIn.cancelInConsole(paymentId, won)
    await workUntilSettled(standIn, 1)
  }
  return { memberId: payer.id, email, id, cancels }
}

test('a debt that was paid and is raised again months later cancels after another 72 hours, and is told of again', async () => {
  const { memberId, email, id, cancels } = await makeCardBuyer()
  await cancels(1_000)
  await runSweep()
  await makeCreditedCharge(memberId, 1_000)
  expect(await readOpenDebt(db(), memberId)).toBe(0n)
  await passTime('2000 hours')
  await cancels(2_000)
  await runSweep()
  expect([await readOpenDebt(db(), memberId), await readAutoOrder(id)]).toEqual([
    2_000n * WON,
    expect.objectContaining({ status: 0, completed: 1 }),
  ])
  expect(await messagesTo(email)).toHaveLength(2)
  expect(await lastMessageBodyTo(email)).toEqual(noticeOf('2,000P'))
  await passTime('71 hours 59 minutes')
  await runSweep()
  expect(await readAutoOrder(id)).toMatchObject({ status: 0 })
  await passTime('1 minute')
  await runSweep()
  expect(await readAutoOrder(id)).toMatchObject({ status: 2 })
})

test('a debt that grows while it is open is told of once, and its 72 hours don’t begin again', async () => {
  const { email, id, cancels } = await makeCardBuyer()
  await cancels(1_000)
  await runSweep()
  await passTime('71 hours')
  await cancels(2_000)
  await runSweep()
  expect(await messagesTo(email)).toHaveLength(1)
  await passTime('1 hour')
  await runSweep()
  expect(await readAutoOrder(id)).toMatchObject({ status: 2 })
})

test('the member is told once, of all he owes, however many auto orders he has and sweeps run', async () => {
  const email = 'told-once@example.com'
  const { charges } = await makeBuyer({ orders: 2, contact: { email } })
  for (const chargeId of charges) await reverseAsStaff(chargeId)
  await Promise.all([runSweep(), runSweep(), runSweep()])
  await runSweep()
  expect(await messagesTo(email)).toHaveLength(1)
  expect(await lastMessageBodyTo(email)).toEqual(noticeOf('6,000P'))
})

test.each([0, 1, 2, 3, 4, 'COMMITTED'] as const)('killed at statement %s, he is told once all the same', async (at) => {
  const email = `told-killed-${at}@example.com`
  const { chargeId } = await makeBuyer({ contact: { email } })
  await reverseAsStaff(chargeId)
  expect(await notifyIndebted(databaseDyingAt(at))).toBe(0)
  expect(await messagesTo(email)).toHaveLength(at === 'COMMITTED' ? 1 : 0)
  await runSweep()
  expect(await messagesTo(email)).toHaveLength(1)
})

test('another debt beside an open one is told of too, with the sum of both', async () => {
  const email = 'told-twice@example.com'
  const { charges } = await makeBuyer({ orders: 2, contact: { email } })
  for (const chargeId of charges) {
    await reverseAsStaff(chargeId)
    await runSweep()
  }
  expect(await messagesTo(email)).toHaveLength(2)
  expect(await lastMessageBodyTo(email)).toEqual(noticeOf('6,000P'))
})

test('with another debt he is told the deadline of the first one, by which his auto orders are cancelled', async () => {
  const email = `told${++count}@example.com`
  const {
    charges: [first = 0, second = 0],
  } = await makeBuyer({ orders: 2, contact: { email } })
  await reverseAsStaff(first)
  await runSweep()
  await db().rows("UPDATE debts SET notified_at = notified_at - interval '24 hours' WHERE charge_id = $1", [first])
  await reverseAsStaff(second)
  await runSweep()
  const { until } = await oneRow<{ until: Date }>(
    db(),
    "SELECT notified_at + interval '72 hours' AS until FROM debts WHERE charge_id = $1",
    [first],
  )
  expect(await lastMessageBodyTo(email)).toContain(` ${formatSeoulMoment(until, new Date())}까지`)
})

test('after an outage of the worker he is told first, and has 72 hours from then', async () => {
  const { chargeId, id } = await makeBuyer()
  await reverseAsStaff(chargeId)
  await passTime('100 hours')
  await runSweep()
  expect(await readAutoOrder(id)).toMatchObject({ status: 0, completed: 1 })
  await passTime('72 hours')
  await runSweep()
  expect(await readAutoOrder(id)).toMatchObject({ status: 2 })
})

test('without an e-mail address he is told by text message, without either it ends all the same', async () => {
  const phone = '01044450001'
  const [told, untold] = [await makeBuyer({ contact: { phone } }), await makeBuyer({ contact: {} })]
  for (const { chargeId } of [told, untold]) await reverseAsStaff(chargeId)
  await runSweep()
  expect(await lastMessageBodyTo(phone)).toEqual(noticeOf('3,000P'))
  await passTime('72 hours')
  await runSweep()
  for (const { id } of [told, untold]) expect(await readAutoOrder(id)).toMatchObject({ status: 2 })
})

test('nobody is told who has no auto order left, or no debt', async () => {
  const [owing, paid] = ['told-none1@example.com', 'told-none2@example.com']
  const { id: memberId } = await makeMember({ email: owing })
  const chargeId = await makeCreditedCharge(memberId, 1_000)
  await makeAutoOrder({ memberId, serviceId: await autoService(), amount: 500, runs: 2 })
  await passTime('60 minutes')
  await runSweep()
  await reverseAsStaff(chargeId)
  const buyer = await makeBuyer({ contact: { email: paid } })
  await reverseAsStaff(buyer.chargeId)
  await makeCreditedCharge(buyer.memberId, 3_000)
  await runSweep()
  expect([await messagesTo(owing), await messagesTo(paid)]).toEqual([[], []])
})
