import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { type PortoneStandIn, startPortoneStandIn } from './testing/portone-stand-in.ts'
import {
  cancelByStaff,
  connectAndOfferPayments,
  deliverWebhooksAndCheckPayments,
  endOpenWork,
  endPauses,
  makePayer,
  openTaskKinds,
  workUntilSettled,
} from './testing/world.ts'

// Tests cancellations that PortOne carries out although it has refused them: the answer to the first request was lost,
// and the second request is refused. The member then spends the points that he is given back.
let standIn: PortoneStandIn

beforeAll(async () => {
  standIn = await startPortoneStandIn()
})

beforeEach(async () => {
  Object.assign(standIn, { faultOf: () => undefined, cancelMode: 'NOW', keepsReasons: true })
  await connectAndOfferPayments(standIn)
})

afterEach(async () => {
  standIn.webhooks.length = 0
  await endOpenWork()
  await expectBooksBalance()
})

afterAll(() => standIn.stop())

/**
 * Runs the worker twice. Before each run, makes all payments due that PortOne is still asked about; no other time limit
 * passes.
 */
async function workTwice(): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await db().rows(
      "UPDATE card_payments SET next_ask_at = now() - interval '1 second', claimed_until = NULL WHERE next_ask_at IS NOT NULL",
    )
    await deliverWebhooksAndCheckPayments(standIn)
  }
}

/**
 * Creates a payer with a pending cancellation of 4,000 won: the first request got no answer, and the second one was
 * refused.
 */
async function makeDoubtfulCancellation() {
  const payer = await makePayer(standIn)
  const paid = await payer.pays(10_000)
  let left = 1
  standIn.faultOf = (verb) => (verb === 'cancel' && left-- > 0 ? 'late' : undefined)
  standIn.cancelMode = 'REFUSE'
  await cancelByStaff(paid.chargeId, 4_000)
  await workTwice()
  return { payer, ...paid }
}

const sentTo = (paymentId: string): number =>
  standIn.requests.filter((request) => request.verb === 'cancel' && request.paymentId === paymentId).length

test('a refusal after an answer that was lost gives nothing back yet, and isn’t asked for again', async () => {
  const { payer, paymentId } = await makeDoubtfulCancellation()
  expect([await payer.has(), await openTaskKinds()]).toEqual([6_000, []])
  await workTwice()
  expect([await payer.has(), sentTo(paymentId)]).toEqual([6_000, 2])
})

test('carried out a minute later, it is taken once and nobody owes anything', async () => {
  const { payer, paymentId } = await makeDoubtfulCancellation()
  await payer.orders(6_000)
  standIn.carryOutLate(paymentId)
  await workTwice()
  expect([await payer.has(), await payer.owes(), standIn.cancelled(paymentId)]).toEqual([
    0,
    0,
    { won: 4_000, times: 1 },
  ])
  expect(await openTaskKinds()).toEqual([])
})

test('not carried out within the hour, the points come back, and a task says why', async () => {
  const { payer, chargeId, paymentId } = await makeDoubtfulCancellation()
  await workUntilSettled(standIn)
  expect([await payer.has(), await openTaskKinds(), sentTo(paymentId)]).toEqual([10_000, ['CARD_CANCEL'], 2])
  standIn.cancelMode = 'NOW'
  await cancelByStaff(chargeId, 4_000)
  await workUntilSettled(standIn)
  expect([await payer.has(), standIn.cancelled(paymentId)]).toEqual([6_000, { won: 4_000, times: 1 }])
})

test('carried out even later, what he spent meanwhile is a debt with a task', async () => {
  const { payer, paymentId } = await makeDoubtfulCancellation()
  await workUntilSettled(standIn)
  await payer.orders(10_000)
  standIn.carryOutLate(paymentId)
  await endPauses()
  await workUntilSettled(standIn)
  expect([await payer.owes(), await openTaskKinds()]).toEqual([4_000, ['CARD_CANCEL', 'CHARGE_REVERSAL']])
})

test('the payment of a doubtful cancellation is asked about again within minutes, however old it is', async () => {
  const { paymentId } = await makeDoubtfulCancellation()
  await ownerDatabase().rows(
    "UPDATE card_payments SET created_at = now() - interval '300 days' WHERE payment_id = $1",
    [paymentId],
  )
  await workTwice()
  expect(
    await db().rows(
      "SELECT next_ask_at < now() + interval '6 minutes' AS is_soon FROM card_payments WHERE payment_id = $1",
      [paymentId],
    ),
  ).toEqual([{ isSoon: true }])
})
