import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeConnection } from '#lib/connections/testing/connections.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { checkPayments } from './check-payments.ts'
import { openPaymentsOf, paymentOf } from './queries.ts'
import { makePaymentDue } from './receive-webhook.ts'
import { startPayment } from './start-payment.ts'
import { offerPayments } from './testing/payments.ts'
import {
  type PaymentDifferences,
  type PortoneStandIn,
  portoneFaults,
  startPortoneStandIn,
} from './testing/portone-stand-in.ts'
import { signWebhook } from './testing/sign-webhook.ts'
import {
  connectAndOfferPayments,
  deliverWebhooksAndCheckPayments,
  endOpenWork,
  endPauses,
  makePayer,
  openTaskKinds,
  readPaymentRow,
  sendWebhook,
  startTestPayment,
  workUntilSettled,
} from './testing/world.ts'

let standIn: PortoneStandIn

beforeAll(async () => {
  standIn = await startPortoneStandIn()
})

beforeEach(async () => {
  Object.assign(standIn, { faultOf: () => undefined, cancelMode: 'NOW', keepsReasons: true })
  standIn.requests.length = 0
  await connectAndOfferPayments(standIn)
})

afterEach(async () => {
  standIn.webhooks.length = 0
  await endOpenWork()
  await expectBooksBalance()
})

afterAll(() => standIn.stop())

const countCharges = async (memberId: number) =>
  (
    await oneRow<{ n: number }>(
      db(),
      "SELECT count(*)::int AS n FROM point_entries WHERE member_id = $1 AND kind = 'CARD_CHARGE'",
      [memberId],
    )
  ).n

/** Seconds until PortOne is asked about the payment again; null if it isn't asked any more. */
const secondsToNextPaymentCheck = async (paymentId: string) =>
  (
    await oneRow<{ seconds: number | null }>(
      db(),
      'SELECT extract(epoch FROM next_ask_at - now())::float8 AS seconds FROM card_payments WHERE payment_id = $1',
      [paymentId],
    )
  ).seconds

const webhookAbout = (paymentId: string, type = 'Transaction.Paid', more: object = {}) =>
  signWebhook(JSON.stringify({ type, data: { paymentId, storeId: standIn.values.storeId, ...more } }), {
    secret: standIn.values.webhookSecret,
  })

describe('a payment', () => {
  test('that PortOne says is paid is credited once, as a card charge', async () => {
    const he = await makePayer(standIn)
    const { paymentId, chargeId } = await he.pays(10_000)
    expect([await he.has(), (await readPaymentRow(paymentId)).state]).toEqual([10_000, 'PAID'])
    expect(
      await oneRow(db(), 'SELECT method, status, outcome, fee_type, funding FROM charges WHERE id = $1', [chargeId]),
    ).toEqual({ method: 'CARD', status: 1, outcome: 'PAID', feeType: 2, funding: 'AUTHENTICATED' })
    await workUntilSettled(standIn, 5)
    expect(await countCharges(he.id)).toBe(1)
  })

  test('is credited without any webhook: the worker asks', async () => {
    const he = await makePayer(standIn)
    const paymentId = await he.begins(3_000)
    standIn.pay(paymentId, 3_000)
    standIn.webhooks.length = 0
    await workUntilSettled(standIn)
    expect(await he.has()).toBe(3_000)
  })

  test('whose webhook comes twice, and before the payment, is credited once', async () => {
    const he = await makePayer(standIn)
    const paymentId = await he.begins()
    expect(await sendWebhook(webhookAbout(paymentId))).toBe(200)
    await deliverWebhooksAndCheckPayments(standIn)
    expect(await he.has()).toBe(0)
    standIn.pay(paymentId, 10_000)
    const [paid] = standIn.webhooks.splice(0)
    if (!paid) throw new Error('no webhook')
    expect([await sendWebhook(paid), await sendWebhook(paid)]).toEqual([200, 200])
    await Promise.all([checkPayments(db()), checkPayments(db())])
    await sendWebhook(paid)
    await workUntilSettled(standIn)
    expect([await he.has(), await countCharges(he.id)]).toEqual([10_000, 1])
  })

  test('that nobody pays ends after an hour, and is credited all the same if it is paid later', async () => {
    const he = await makePayer(standIn)
    const paymentId = await he.begins()
    await db().rows("UPDATE card_payments SET expires_at = now() - interval '1 minute' WHERE payment_id = $1", [
      paymentId,
    ])
    await workUntilSettled(standIn)
    expect((await readPaymentRow(paymentId)).state).toBe('ENDED')
    standIn.pay(paymentId, 10_000)
    await workUntilSettled(standIn)
    expect([await he.has(), (await readPaymentRow(paymentId)).state]).toEqual([10_000, 'PAID'])
  })

  test('is not asked about any more three days after its end, until a webhook arrives', async () => {
    const he = await makePayer(standIn)
    const paymentId = await he.begins()
    await db().rows("UPDATE card_payments SET expires_at = now() - interval '4 days' WHERE payment_id = $1", [
      paymentId,
    ])
    await workUntilSettled(standIn)
    standIn.pay(paymentId, 10_000)
    standIn.webhooks.length = 0
    standIn.requests.length = 0
    await workUntilSettled(standIn)
    expect([standIn.requests.length, await he.has()]).toEqual([0, 0])
    await sendWebhook(webhookAbout(paymentId))
    await checkPayments(db())
    expect(await he.has()).toBe(10_000)
  })

  test('into a virtual account that nobody pays is asked about for three days after its end, however late that is', async () => {
    const he = await makePayer(standIn)
    const paymentId = await he.begins(7_000)
    standIn.issue(paymentId, 7_000)
    await workUntilSettled(standIn)
    await ownerDatabase().rows(
      `UPDATE card_payments SET created_at = now() - interval '8 days', expires_at = now() - interval '1 minute'
       WHERE payment_id = $1`,
      [paymentId],
    )
    await endPauses()
    await deliverWebhooksAndCheckPayments(standIn)
    expect([(await readPaymentRow(paymentId)).state, await secondsToNextPaymentCheck(paymentId)]).toEqual([
      'ENDED',
      expect.any(Number),
    ])
  })

  test('that is cancelled before its time is over is asked about ever more rarely, and no more after three days', async () => {
    const he = await makePayer(standIn)
    const paymentId = await he.begins(7_000)
    standIn.issue(paymentId, 7_000, new Date(Date.now() + 30 * 86_400_000))
    await workUntilSettled(standIn)
    standIn.pay(paymentId, 7_000)
    standIn.cancelInConsole(paymentId)
    await workUntilSettled(standIn)
    expect((await readPaymentRow(paymentId)).state).toBe('ENDED')
    const pauseAfter = async (time: string) => {
      await db().rows('UPDATE card_payments SET expires_at = expires_at - $2::interval WHERE payment_id = $1', [
        paymentId,
        time,
      ])
      await endPauses()
      await deliverWebhooksAndCheckPayments(standIn)
      return secondsToNextPaymentCheck(paymentId)
    }
    expect(await pauseAfter('40 minutes')).toBeGreaterThan(500)
    expect(await pauseAfter('3 days')).toBeNull()
  })

  test('into a virtual account waits, shows its account, and is credited once paid', async () => {
    const he = await makePayer(standIn)
    const paymentId = await he.begins(7_000)
    standIn.issue(paymentId, 7_000)
    await workUntilSettled(standIn)
    expect(await openPaymentsOf(db(), he.id, '')).toMatchObject([
      { paymentId, state: 'ISSUED', point: 7_000, account: { number: '12345678901234', holder: '포트원' } },
    ])
    expect(await he.has()).toBe(0)
    standIn.pay(paymentId, 7_000)
    await workUntilSettled(standIn)
    expect([await he.has(), (await readPaymentRow(paymentId)).state]).toEqual([7_000, 'PAID'])
  })

  test('into a virtual account that expires ends unpaid', async () => {
    const he = await makePayer(standIn)
    const paymentId = await he.begins(7_000)
    standIn.issue(paymentId, 7_000, new Date(Date.now() - 2 * 3_600_000))
    await workUntilSettled(standIn)
    expect([(await readPaymentRow(paymentId)).state, await openPaymentsOf(db(), he.id, '')]).toEqual(['ENDED', []])
  })

  test('is credited although payments were switched off meanwhile', async () => {
    const he = await makePayer(standIn)
    const paymentId = await he.begins()
    await db().rows("UPDATE connections SET credits_since = NULL, credits_by = NULL WHERE kind = 'portone'")
    standIn.pay(paymentId, 10_000)
    await workUntilSettled(standIn)
    expect(await he.has()).toBe(10_000)
  })

  test('waits while the shop is disconnected, and is credited once it is connected again', async () => {
    const he = await makePayer(standIn)
    const paymentId = await he.begins()
    standIn.pay(paymentId, 10_000)
    const [paid] = standIn.webhooks.splice(0)
    await db().rows("DELETE FROM connections WHERE kind = 'portone'")
    expect(await checkPayments(db())).toBe(0)
    if (paid) expect(await sendWebhook(paid)).toBe(404)
    await connectAndOfferPayments(standIn)
    await workUntilSettled(standIn)
    expect(await he.has()).toBe(10_000)
  })

  test('of a member who has deleted his account becomes a task, and he begins none any more', async () => {
    const he = await makePayer(standIn)
    const paymentId = await he.begins()
    await deleteAccount(db(), he.id)
    await expect(he.begins()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    standIn.pay(paymentId, 10_000)
    await workUntilSettled(standIn)
    expect([(await readPaymentRow(paymentId)).state, await openTaskKinds()]).toEqual(['DISPUTED', ['CARD_PAYMENT']])
  })
})

describe('paid, but not as agreed: a task, and no point, for', () => {
  const cheats: [string, PaymentDifferences][] = [
    ['1,000 won where 100,000 were agreed', { total: 1_000 }],
    ['one won more', { total: 100_001 }],
    ['another currency', { currency: 'USD' }],
    ['another store of PortOne', { storeId: 'store-of-a-stranger' }],
    ['another channel', { channelKey: 'channel-key-of-a-stranger' }],
    ['a live channel where the connection is a test', { live: true }],
  ]
  test.each(cheats)('%s', async (_, otherwise) => {
    const he = await makePayer(standIn)
    const paymentId = await he.begins(100_000)
    standIn.pay(paymentId, 100_000, otherwise)
    await workUntilSettled(standIn)
    expect([await he.has(), (await readPaymentRow(paymentId)).state, await openTaskKinds()]).toEqual([
      0,
      'DISPUTED',
      ['CARD_PAYMENT'],
    ])
    // Its member, who is told nothing else of it, sees it until staff have settled it.
    expect(await openPaymentsOf(db(), he.id, '')).toMatchObject([{ paymentId, state: 'DISPUTED', point: 100_000 }])
    await db().rows('UPDATE tasks SET resolved_at = now()')
    expect(await openPaymentsOf(db(), he.id, '')).toEqual([])
    await workUntilSettled(standIn)
    expect(await openTaskKinds()).toEqual([])
  })

  test('a test channel where the connection is real', async () => {
    const he = await makePayer(standIn)
    await offerPayments({ ...standIn.values, environment: 'REAL' }, standIn.url)
    const paymentId = await he.begins()
    standIn.pay(paymentId, 10_000)
    await workUntilSettled(standIn)
    expect([await he.has(), await openTaskKinds()]).toEqual([0, ['CARD_PAYMENT']])
  })

  test('a payment that was cancelled in part before it was credited', async () => {
    const he = await makePayer(standIn)
    const paymentId = await he.begins()
    standIn.pay(paymentId, 10_000)
    standIn.cancelInConsole(paymentId, 4_000)
    await workUntilSettled(standIn)
    expect([await he.has(), await openTaskKinds()]).toEqual([0, ['CARD_PAYMENT']])
    standIn.cancelInConsole(paymentId)
    await workUntilSettled(standIn)
    expect([(await readPaymentRow(paymentId)).state, await openTaskKinds()]).toEqual(['ENDED', []])
  })

  test('nothing at all if it was cancelled whole before', async () => {
    const he = await makePayer(standIn)
    const paymentId = await he.begins()
    standIn.pay(paymentId, 10_000)
    standIn.cancelInConsole(paymentId)
    await workUntilSettled(standIn)
    expect([await he.has(), (await readPaymentRow(paymentId)).state, await openTaskKinds()]).toEqual([0, 'ENDED', []])
  })
})

describe('a webhook is refused', () => {
  const body = JSON.stringify({ type: 'Transaction.Paid', data: {} })
  const right = () => signWebhook(body, { secret: standIn.values.webhookSecret })
  const without = (name: string) => {
    const { [name]: _, ...headers } = right().headers
    return { headers, body }
  }
  const forgeries: [string, () => { headers: Record<string, string>; body: string }][] = [
    ['by another secret', () => signWebhook(body, { secret: 'whsec_c3RyYW5nZXI=' })],
    ['with another body than was signed', () => ({ ...right(), body: body.replace('Paid', 'Cancelled') })],
    [
      'six minutes old',
      () => signWebhook(body, { secret: standIn.values.webhookSecret, at: new Date(Date.now() - 360_000) }),
    ],
    [
      'from the future',
      () => signWebhook(body, { secret: standIn.values.webhookSecret, at: new Date(Date.now() + 360_000) }),
    ],
    ['without an id', () => without('webhook-id')],
    ['without a time', () => without('webhook-timestamp')],
    ['without a signature', () => without('webhook-signature')],
    ['with an empty secret’s signature', () => signWebhook(body, { secret: '' })],
  ]
  test.each(forgeries)('%s', async (_, forge) => {
    expect(await sendWebhook(forge())).toBe(401)
  })

  test('by the old one of two signatures only if neither is right', async () => {
    const { headers } = right()
    const two = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }
    expect(await sendWebhook({ headers: two, body })).toBe(200)
    expect(await sendWebhook({ headers: { ...headers, 'webhook-signature': 'v1,AAAA v1a,BBBB' }, body })).toBe(401)
  })

  test('never credits by itself: what it says isn’t read', async () => {
    const he = await makePayer(standIn)
    const paymentId = await he.begins()
    expect(await sendWebhook(webhookAbout(paymentId, 'Transaction.Paid', { amount: 100_000 }))).toBe(200)
    await workUntilSettled(standIn)
    expect(await he.has()).toBe(0)
  })

  test.each(['Transaction.Unheard', 'BillingKey.Issued'])(
    'not for its unknown type %s, which changes nothing',
    async (type) => {
      expect(await sendWebhook(webhookAbout('NOBODYSPAYMENT', type))).toBe(200)
    },
  )

  test('not for a payment or store that isn’t the shop’s, of which nothing is stored', async () => {
    const [before] = await db().rows('SELECT count(*)::int AS n FROM card_payments')
    expect(await sendWebhook(webhookAbout('NOBODYSPAYMENT'))).toBe(200)
    expect(await sendWebhook(webhookAbout('X', 'Transaction.Paid', { storeId: 'stranger' }))).toBe(200)
    expect((await db().rows('SELECT count(*)::int AS n FROM card_payments'))[0]).toEqual(before)
  })
})

describe('PortOne misbehaves', () => {
  test.each(portoneFaults.filter((fault) => fault !== 'silent'))(
    '%s: asked again later, credited once',
    async (fault) => {
      const he = await makePayer(standIn)
      const paymentId = await he.begins()
      standIn.pay(paymentId, 10_000)
      standIn.faultOf = () => fault
      await endPauses()
      await deliverWebhooksAndCheckPayments(standIn)
      expect(await he.has()).toBe(0)
      expect((await readPaymentRow(paymentId)).error).not.toBeNull()
      standIn.faultOf = () => undefined
      await workUntilSettled(standIn)
      expect([await he.has(), (await readPaymentRow(paymentId)).error]).toEqual([10_000, null])
    },
  )

  test('and refuses the key: the connection says so until a request succeeds', async () => {
    const connectionError = async () =>
      (await oneRow<{ error: string | null }>(db(), "SELECT error FROM connections WHERE kind = 'portone'")).error
    const he = await makePayer(standIn)
    standIn.pay(await he.begins(), 10_000)
    standIn.faultOf = () => 'key'
    await endPauses()
    await deliverWebhooksAndCheckPayments(standIn)
    expect(await connectionError()).not.toBeNull()
    standIn.faultOf = () => undefined
    await workUntilSettled(standIn)
    expect([await he.has(), await connectionError()]).toEqual([10_000, null])
  })

  test('slowly while the member’s page asks again: no second request begins before the first one ends', async () => {
    const he = await makePayer(standIn)
    const paymentId = await he.begins()
    standIn.pay(paymentId, 10_000)
    standIn.webhooks.length = 0
    await endPauses()
    const { promise, resolve } = Promise.withResolvers<void>()
    standIn.held = promise
    const first = checkPayments(db())
    await expect.poll(async () => standIn.requests.length).toBe(1)
    await makePaymentDue(db(), paymentId)
    expect(await checkPayments(db())).toBe(0)
    resolve()
    standIn.held = null
    await first
    expect([await he.has(), standIn.requests.length]).toEqual([10_000, 1])
    // A request made during the claim is carried out after the claim has ended.
    expect(await checkPayments(db())).toBe(1)
  })

  test('an answer is dropped if the payment has been claimed again since', async () => {
    const he = await makePayer(standIn)
    const paymentId = await he.begins()
    standIn.pay(paymentId, 10_000)
    await endPauses()
    standIn.faultOf = () => undefined
    const first = checkPayments(db())
    await db().rows('UPDATE card_payments SET asks = asks + 1 WHERE payment_id = $1', [paymentId])
    await first
    await workUntilSettled(standIn)
    expect([await he.has(), await countCharges(he.id)]).toEqual([10_000, 1])
  })
})

describe('a member', () => {
  test('neither sees nor confirms another’s payment', async () => {
    const [he, other] = [await makePayer(standIn), await makeMember()]
    const paymentId = await he.begins()
    await expect(paymentOf(db(), other.id, paymentId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await openPaymentsOf(db(), other.id, paymentId)).toEqual([])
    standIn.pay(paymentId, 10_000)
    await workUntilSettled(standIn)
    expect(await he.has()).toBe(10_000)
  })

  test('begins no payment while none are offered', async () => {
    const { id } = await makeMember()
    await makeConnection({ kind: 'portone' })
    await expect(startTestPayment(id)).rejects.toMatchObject({ code: 'CONFLICT' })
    await db().rows("DELETE FROM connections WHERE kind = 'portone'")
    await expect(startTestPayment(id)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('gets the same payment for the same idempotency key, and a limit of payments an hour', async () => {
    const { id } = await makeMember()
    const idempotency = { key: 'card-payment-1', bodyHash: Buffer.alloc(32) }
    const request = { memberId: id, point: 1_000, payMethod: 'CARD', idempotency } as const
    const [first, second] = [await startPayment(db(), request), await startPayment(db(), request)]
    expect(JSON.stringify(second)).toBe(JSON.stringify(first))
    await db().rows(
      `INSERT INTO card_payments (payment_id, member_id, point, created_at, expires_at)
       SELECT 'LIMIT' || n, $1, 100, now() - interval '20 minutes', now() FROM generate_series(1, 2000) n`,
      [id],
    )
    const refusal = await startTestPayment(id).catch((error) => error)
    expect(refusal).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(40 * 60)
    expect(refusal.retryAfterSeconds).toBeGreaterThan(20 * 60)
  })
})
