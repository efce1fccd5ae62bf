import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeKillableWorkers } from '#lib/core/testing/killable-workers.ts'
import {
  type PortoneFault,
  type PortoneStandIn,
  portoneFaults,
  startPortoneStandIn,
} from './testing/portone-stand-in.ts'
import {
  cancelByStaff,
  connectAndOfferPayments,
  endPauses,
  makePayer,
  readPaymentRow,
  sendWebhook,
} from './testing/world.ts'

/** Number of payments and number of kills. `npm run prove -- payments` runs the test in full, with 30 kills. */
const PAYMENTS = Number(process.env.PROOF_PAYMENTS || 24)
const KILLS = Number(process.env.PROOF_KILLS || 6)
const TIME_LIMIT_MS = 60_000 + KILLS * 4_000 + PAYMENTS * 1_500
const WON = 10_000

const workers = makeKillableWorkers(join(import.meta.dirname, 'testing/endless-payments.ts'))
let standIn: PortoneStandIn

afterAll(async () => {
  await workers.killAll()
  await standIn.stop()
})

/** Faults that end immediately; 'silent' would only make the test slower. */
const quickFaults = portoneFaults.filter((fault) => fault !== 'silent')

const anyFault = (): PortoneFault | undefined =>
  Math.random() < 0.25 ? quickFaults[Math.floor(Math.random() * quickFaults.length)] : undefined

type Watched = { memberId: number; paymentId: string; has(): Promise<number>; owes(): Promise<number> }

async function newPayment(): Promise<Watched> {
  const { id, begins, has, owes } = await makePayer(standIn)
  return { memberId: id, paymentId: await begins(WON), has, owes }
}

/** Delivers the webhooks unreliably: in reverse order, some twice, and some not at all. */
async function sendWebhooksUnreliably(): Promise<void> {
  const sent = standIn.webhooks.splice(0).filter(() => Math.random() < 0.8)
  for (const webhook of [...sent.toReversed(), ...sent.filter(() => Math.random() < 0.3)]) await sendWebhook(webhook)
}

/**
 * Cancels payments: every third one partly for staff, every third one in PortOne's console, every sixth one in both
 * ways.
 */
async function cancelSome(payments: readonly Watched[], done: Set<string>): Promise<void> {
  for (const [at, { paymentId }] of payments.entries()) {
    const { chargeId } = await readPaymentRow(paymentId)
    if (chargeId === null || done.has(paymentId)) continue
    done.add(paymentId)
    if (at % 3 === 0) await cancelByStaff(chargeId, 1_000 * (1 + (at % 7)))
    if (at % 3 === 1 || at % 6 === 0) standIn.cancelInConsole(paymentId, 500)
  }
}

const countOpen = async (): Promise<number> =>
  (
    await oneRow<{ open: number }>(
      db(),
      `SELECT ((SELECT count(*) FROM card_payments WHERE state <> 'PAID')
        + (SELECT count(*) FROM card_cancellations WHERE state = 'SENDING'))::int AS open`,
    )
  ).open

/**
 * True if the shop has recorded, for each payment, how much of it PortOne has cancelled. Uses one statement for all
 * payments: on a busy machine one statement per payment would wait too long for a connection.
 */
async function isAllKnown(): Promise<boolean> {
  const rows = await db().rows<{ paymentId: string; cancelled: number }>(
    'SELECT payment_id, (cancelled / 100)::int AS cancelled FROM card_payments',
  )
  return rows.every(({ paymentId, cancelled }) => cancelled === standIn.cancelled(paymentId).won)
}

test(`${PAYMENTS} payments by PortOne, which misbehaves, workers killed ${KILLS} times: none lost, credited or cancelled twice`, {
  // No retry, because a second attempt would find the payments of the first one in the database.
  timeout: TIME_LIMIT_MS * 2,
  retry: 0,
}, async () => {
  standIn = await startPortoneStandIn()
  await connectAndOfferPayments(standIn)
  standIn.faultOf = anyFault
  const payments: Watched[] = []
  for (let at = 0; at < PAYMENTS; at++) payments.push(await newPayment())
  const [unpaid, touched] = [new Set(payments), new Set<string>()]
  await Promise.all([workers.start(), workers.start()])
  for (let kill = 0; kill < KILLS; kill++) {
    for (const payment of [...unpaid].slice(0, Math.ceil(PAYMENTS / KILLS))) {
      standIn.pay(payment.paymentId, WON)
      unpaid.delete(payment)
    }
    await endPauses()
    await sendWebhooksUnreliably()
    await cancelSome(payments, touched)
    await wait(50 + Math.random() * 300)
    await workers.killOne()
    await workers.start()
  }
  for (const { paymentId } of unpaid) standIn.pay(paymentId, WON)
  for (const limit = Date.now() + TIME_LIMIT_MS; Date.now() < limit; await wait(400)) {
    await endPauses()
    await sendWebhooksUnreliably()
    await cancelSome(payments, touched)
    if (touched.size === PAYMENTS && (await countOpen()) === 0 && (await isAllKnown())) break
  }
  await workers.killAll()
  for (const payment of payments) {
    const cancelled = standIn.cancelled(payment.paymentId).won
    expect([await payment.has(), await payment.owes()]).toEqual([WON - cancelled, 0])
  }
  const keys = standIn.requests.flatMap(({ key }) => key ?? [])
  const [{ asked } = { asked: 0 }] = await db().rows<{ asked: number }>(
    'SELECT count(*)::int AS asked FROM card_cancellations',
  )
  expect(new Set(keys).size).toBeLessThanOrEqual(asked)
  const [{ twice } = { twice: -1 }] = await db().rows<{ twice: number }>(
    `SELECT count(*)::int AS twice FROM (SELECT FROM point_entries WHERE kind = 'CARD_CHARGE' GROUP BY member_id HAVING count(*) > 1) t`,
  )
  expect(twice).toBe(0)
  await expectBooksBalance()
})
