import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noApprovalLimits } from '#lib/approvals/testing/approvals.ts'
import { memberActor } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { makeCashRefundInput, makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { cancelOrder } from '#lib/orders/cancel-order.ts'
import { movePoints } from '#lib/points/move-points.ts'
import { checkPayments } from './check-payments.ts'
import { paymentOf } from './queries.ts'
import { type PortoneStandIn, portoneFaults, startPortoneStandIn } from './testing/portone-stand-in.ts'
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

const cancellations = (chargeId: number) =>
  db().rows<{ state: string; amount: number }>(
    `SELECT k.state, (k.amount / 100)::int AS amount FROM card_cancellations k JOIN card_payments p ON p.id = k.payment_id
     WHERE p.charge_id = $1 ORDER BY k.id`,
    [chargeId],
  )

const chargeRow = (chargeId: number) =>
  oneRow<{ returned: number | null; reversed: number | null; isReversed: boolean }>(
    db(),
    `SELECT (returned / 100)::int AS returned, (reversed / 100)::int AS reversed, reversed_at IS NOT NULL AS is_reversed
     FROM charges WHERE id = $1`,
    [chargeId],
  )

/** The ledger's reversals of a charge, in won. */
const reversalsOf = (chargeId: number) =>
  db().rows<{ won: number }>(
    `SELECT (delta / 100)::int AS won FROM point_entries
     WHERE kind = 'CHARGE_REVERSAL' AND ref_type = 'charge' AND ref_id = $1 ORDER BY id`,
    [chargeId],
  )

const conflictWith = (message: string) => ({ code: 'CONFLICT', message: expect.stringContaining(message) })

describe('staff cancel a card charge', () => {
  test('whole: points are taken at once, PortOne is asked once, the charge is reversed', async () => {
    const payer = await makePayer(standIn)
    const { paymentId, chargeId } = await payer.pays(10_000)
    expect(await cancelByStaff(chargeId)).toBe(1_000_000n)
    expect([await payer.has(), standIn.cancelled(paymentId).won]).toEqual([0, 0])
    await workUntilSettled(standIn)
    expect(standIn.cancelled(paymentId)).toEqual({ won: 10_000, times: 1 })
    expect(await chargeRow(chargeId)).toEqual({ returned: 10_000, reversed: 10_000, isReversed: true })
    expect(await cancellations(chargeId)).toEqual([{ state: 'DONE', amount: 10_000 }])
  })

  test('in parts: each part once, the last one reverses the charge', async () => {
    const payer = await makePayer(standIn)
    const { paymentId, chargeId } = await payer.pays(10_000)
    for (const part of [3_000, 2_000, 5_000]) {
      await cancelByStaff(chargeId, part)
      await workUntilSettled(standIn)
    }
    expect(standIn.cancelled(paymentId)).toEqual({ won: 10_000, times: 3 })
    expect([await payer.has(), await chargeRow(chargeId)]).toEqual([
      0,
      { returned: 10_000, reversed: 10_000, isReversed: true },
    ])
  })

  test('only one cancellation at a time', async () => {
    const payer = await makePayer(standIn)
    const { paymentId, chargeId } = await payer.pays(10_000)
    const both = await Promise.allSettled([cancelByStaff(chargeId, 6_000), cancelByStaff(chargeId, 6_000)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(cancelByStaff(chargeId)).rejects.toMatchObject(conflictWith('이미 취소를 요청했어요.'))
    await workUntilSettled(standIn)
    expect([standIn.cancelled(paymentId), await payer.has()]).toEqual([{ won: 6_000, times: 1 }, 4_000])
  })

  test('spent points don’t go back, those of an order that was cancelled do', async () => {
    const payer = await makePayer(standIn)
    const { chargeId } = await payer.pays(10_000)
    const orderId = await payer.orders(7_000)
    await expect(cancelByStaff(chargeId, 3_001)).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await cancelOrder(db(), memberActor(payer.id), { orderId })
    expect(await cancelByStaff(chargeId, 3_001)).toBe(300_100n)
    await workUntilSettled(standIn)
    expect(await payer.has()).toBe(6_999)
  })

  test('nothing more after everything was spent or cancelled', async () => {
    const payer = await makePayer(standIn)
    const { chargeId } = await payer.pays(10_000)
    await payer.orders(10_000)
    await expect(cancelByStaff(chargeId)).rejects.toMatchObject(conflictWith('취소할 수 있는 금액이 없어요.'))
  })

  test('neither without a reason, nor a bank charge, nor one that doesn’t exist, nor their own', async () => {
    const payer = await makePayer(standIn)
    const bank = await makeCreditedCharge(payer.id, 5_000)
    await expect(cancelByStaff(bank)).rejects.toMatchObject(conflictWith('카드로 결제한 충전이 아니에요.'))
    await expect(cancelByStaff(2_147_483_647)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { chargeId } = await payer.pays(10_000)
    const { requestCancellation } = await import('./cancel-payment.ts')
    await expect(
      requestCancellation(db(), someStaff, { chargeId, point: null, reason: '', limits: noApprovalLimits }),
    ).rejects.toMatchObject({
      code: 'BAD_INPUT',
    })
    await expect(
      requestCancellation(
        db(),
        { ...someStaff, memberId: payer.id },
        { chargeId, point: null, reason: '내 것', limits: noApprovalLimits },
      ),
    ).rejects.toMatchObject({ code: 'OWN_ACCOUNT' })
  })

  test('not by the reversal of bank charges, which returns no money', async () => {
    const payer = await makePayer(standIn)
    const { chargeId } = await payer.pays(10_000)
    await expect(reverseCharge(db(), someStaff, { chargeId, reason: '실수' })).rejects.toMatchObject(
      conflictWith('결제를 취소해야'),
    )
    expect(await payer.has()).toBe(10_000)
  })

  test('not a payment into a virtual account, which needs an account to be returned to', async () => {
    const payer = await makePayer(standIn)
    const paymentId = await payer.begins(10_000)
    standIn.issue(paymentId, 10_000)
    await workUntilSettled(standIn)
    standIn.pay(paymentId, 10_000)
    await workUntilSettled(standIn)
    const { chargeId } = await readPaymentRow(paymentId)
    await expect(cancelByStaff(chargeId ?? 0)).rejects.toMatchObject(conflictWith('가상계좌'))
    standIn.cancelInConsole(paymentId)
    await workUntilSettled(standIn)
    expect(await payer.has()).toBe(0)
  })
})

describe('PortOne refuses a cancellation', () => {
  test('the points come back, and a task says why', async () => {
    const payer = await makePayer(standIn)
    const { paymentId, chargeId } = await payer.pays(10_000)
    standIn.cancelMode = 'REFUSE'
    await cancelByStaff(chargeId, 4_000)
    expect(await payer.has()).toBe(6_000)
    await workUntilSettled(standIn)
    expect([await payer.has(), standIn.cancelled(paymentId).won, await openTaskKinds()]).toEqual([
      10_000,
      0,
      ['CARD_CANCEL'],
    ])
    standIn.cancelMode = 'NOW'
    await cancelByStaff(chargeId, 4_000)
    await workUntilSettled(standIn)
    expect([await payer.has(), await openTaskKinds()]).toEqual([6_000, []])
    expect(await cancellations(chargeId)).toEqual([
      { state: 'REFUSED', amount: 4_000 },
      { state: 'DONE', amount: 4_000 },
    ])
  })

  test('later: what its payment service accepted first stays taken until it fails', async () => {
    const payer = await makePayer(standIn)
    const { paymentId, chargeId } = await payer.pays(10_000)
    standIn.cancelMode = 'LATER'
    await cancelByStaff(chargeId)
    await workUntilSettled(standIn)
    expect([await payer.has(), (await cancellations(chargeId))[0]?.state]).toEqual([0, 'SENDING'])
    standIn.finishCancellations(paymentId, 'FAILED')
    await workUntilSettled(standIn)
    expect([await payer.has(), await openTaskKinds()]).toEqual([10_000, ['CARD_CANCEL']])
  })

  test('or carries it out later: once', async () => {
    const payer = await makePayer(standIn)
    const { paymentId, chargeId } = await payer.pays(10_000)
    standIn.cancelMode = 'LATER'
    await cancelByStaff(chargeId, 2_500)
    await workUntilSettled(standIn)
    standIn.finishCancellations(paymentId, 'SUCCEEDED')
    await workUntilSettled(standIn)
    expect([await payer.has(), standIn.cancelled(paymentId)]).toEqual([7_500, { won: 2_500, times: 1 }])
  })
})

describe('an answer is lost', () => {
  const lost = portoneFaults.filter((fault) => fault !== 'silent')

  test.each(lost)('%s to a cancellation: asked again, cancelled once, taken once', async (fault) => {
    const payer = await makePayer(standIn)
    const { paymentId, chargeId } = await payer.pays(10_000)
    let left = 2
    standIn.faultOf = (verb) => (verb === 'cancel' && left-- > 0 ? fault : undefined)
    await cancelByStaff(chargeId, 4_000)
    await workUntilSettled(standIn, 5)
    expect([standIn.cancelled(paymentId), await payer.has()]).toEqual([{ won: 4_000, times: 1 }, 6_000])
    expect(new Set(standIn.requests.flatMap(({ key }) => key ?? [])).size).toBe(1)
  })

  test('and the payment’s list has another reason: found by its id, taken once', async () => {
    const payer = await makePayer(standIn)
    const { paymentId, chargeId } = await payer.pays(10_000)
    standIn.keepsReasons = false
    await cancelByStaff(chargeId, 4_000)
    await workUntilSettled(standIn)
    expect([standIn.cancelled(paymentId), await payer.has()]).toEqual([{ won: 4_000, times: 1 }, 6_000])
    expect(await cancellations(chargeId)).toEqual([{ state: 'DONE', amount: 4_000 }])
  })

  test.each([4_000, 10_000])(
    'and the list has another reason: %i won aren’t taken a second time meanwhile',
    async (won) => {
      const payer = await makePayer(standIn)
      const { paymentId, chargeId } = await payer.pays(10_000)
      await payer.pays(5_000)
      standIn.keepsReasons = false
      let left = 1
      standIn.faultOf = (verb) => (verb === 'cancel' && left-- > 0 ? 'cut' : undefined)
      await cancelByStaff(chargeId, won)
      await workUntilSettled(standIn, 4)
      expect([standIn.cancelled(paymentId), await payer.has()]).toEqual([{ won, times: 1 }, 15_000 - won])
      expect(await reversalsOf(chargeId)).toEqual([{ won: -won }])
    },
  )

  test('two workers at once send it by the same key', async () => {
    const payer = await makePayer(standIn)
    const { paymentId, chargeId } = await payer.pays(10_000)
    await cancelByStaff(chargeId)
    await endPauses()
    const first = checkPayments(db())
    await endPauses()
    await Promise.all([first, checkPayments(db())])
    await workUntilSettled(standIn)
    expect([standIn.cancelled(paymentId), await payer.has()]).toEqual([{ won: 10_000, times: 1 }, 0])
  })
})

describe('somebody cancels in PortOne’s own console', () => {
  test('the points go, whole or in part, without a webhook too', async () => {
    const payer = await makePayer(standIn)
    const { paymentId, chargeId } = await payer.pays(10_000)
    standIn.cancelInConsole(paymentId, 4_000)
    standIn.webhooks.length = 0
    await workUntilSettled(standIn)
    expect([await payer.has(), await chargeRow(chargeId)]).toEqual([
      6_000,
      { returned: 4_000, reversed: 4_000, isReversed: false },
    ])
    expect(await paymentOf(db(), payer.id, paymentId)).toMatchObject({ state: 'PAID', cancelled: 4_000 })
    standIn.cancelInConsole(paymentId)
    await workUntilSettled(standIn)
    expect([await payer.has(), (await chargeRow(chargeId)).isReversed]).toEqual([0, true])
    expect(await paymentOf(db(), payer.id, paymentId)).toMatchObject({ state: 'PAID', cancelled: 10_000 })
  })

  test('pays, spends, charges back: the rest is a debt, which later charges pay', async () => {
    const payer = await makePayer(standIn)
    const { paymentId } = await payer.pays(10_000)
    await payer.orders(7_000)
    standIn.cancelInConsole(paymentId)
    await workUntilSettled(standIn)
    expect([await payer.has(), await payer.owes(), await openTaskKinds()]).toEqual([0, 7_000, ['CHARGE_REVERSAL']])
    await payer.pays(10_000)
    expect([await payer.has(), await payer.owes(), await openTaskKinds()]).toEqual([3_000, 0, []])
  })

  test('in parts after spending: one debt, the sum of what was missing', async () => {
    const payer = await makePayer(standIn)
    const { paymentId, chargeId } = await payer.pays(10_000)
    await payer.orders(9_000)
    standIn.cancelInConsole(paymentId, 2_000)
    await workUntilSettled(standIn)
    standIn.cancelInConsole(paymentId, 3_000)
    await workUntilSettled(standIn)
    expect([await payer.has(), await payer.owes()]).toEqual([0, 4_000])
    expect(await chargeRow(chargeId)).toEqual({ returned: 5_000, reversed: 1_000, isReversed: false })
  })

  test('again after the debt of a part was paid: the task says what is owed now', async () => {
    const payer = await makePayer(standIn)
    const { paymentId, chargeId } = await payer.pays(10_000)
    await payer.orders(10_000)
    standIn.cancelInConsole(paymentId, 3_000)
    await workUntilSettled(standIn)
    await makeCreditedCharge(payer.id, 3_000)
    standIn.cancelInConsole(paymentId, 2_000)
    await workUntilSettled(standIn)
    expect([await payer.owes(), await openTaskKinds()]).toEqual([2_000, ['CHARGE_REVERSAL']])
    const tasks = await db().rows(
      "SELECT detail -> 'missing' AS missing FROM tasks WHERE kind = 'CHARGE_REVERSAL' AND ref_id = $1 ORDER BY id",
      [chargeId],
    )
    expect(tasks).toEqual([{ missing: 3_000 }, { missing: 2_000 }])
  })

  test('as much as the shop is cancelling, after the rest was spent: nothing becomes a debt', async () => {
    const payer = await makePayer(standIn)
    const { paymentId, chargeId } = await payer.pays(10_000)
    await cancelByStaff(chargeId, 5_000)
    await payer.orders(5_000)
    standIn.cancelInConsole(paymentId, 5_000)
    await workUntilSettled(standIn)
    expect(await reversalsOf(chargeId)).toEqual([{ won: -5_000 }])
  })

  test('before the shop’s request arrives: that is refused, the points go once', async () => {
    const payer = await makePayer(standIn)
    const { paymentId, chargeId } = await payer.pays(10_000)
    await cancelByStaff(chargeId)
    standIn.cancelInConsole(paymentId)
    await workUntilSettled(standIn)
    expect([await payer.has(), await payer.owes(), standIn.cancelled(paymentId)]).toEqual([
      0,
      0,
      { won: 10_000, times: 1 },
    ])
    expect((await chargeRow(chargeId)).returned).toBe(10_000)
  })

  test('a part of it while the shop cancels another: never more than was paid, and the books follow PortOne', async () => {
    const payer = await makePayer(standIn)
    const { paymentId, chargeId } = await payer.pays(10_000)
    await cancelByStaff(chargeId, 6_000)
    standIn.cancelInConsole(paymentId, 3_000)
    await workUntilSettled(standIn)
    expect([standIn.cancelled(paymentId).won, await payer.has()]).toEqual([3_000, 7_000])
    expect((await cancellations(chargeId))[0]?.state).toBe('REFUSED')
  })

  test('after the shop’s points were spent on a debt: the refused cancellation pays it back', async () => {
    const payer = await makePayer(standIn)
    const { paymentId, chargeId } = await payer.pays(10_000)
    await cancelByStaff(chargeId, 5_000)
    await payer.orders(5_000)
    standIn.cancelInConsole(paymentId, 5_000)
    await workUntilSettled(standIn)
    expect([await payer.has(), await payer.owes(), (await chargeRow(chargeId)).returned]).toEqual([0, 0, 5_000])
  })
})

describe('nobody turns a card into cash', () => {
  test('points of a card aren’t refunded to a bank account', async () => {
    const payer = await makePayer(standIn)
    await payer.pays(50_000)
    const asks = requestCashRefund(db(), { memberId: payer.id, input: makeCashRefundInput(1_000) })
    await expect(asks).rejects.toMatchObject(conflictWith('환불할 수 있는 금액이 없어요.'))
  })

  test('beside a bank charge only what is left of that is', async () => {
    const payer = await makePayer(standIn)
    await makeCreditedCharge(payer.id, 5_000)
    await payer.pays(50_000)
    await payer.orders(3_000)
    const ask = (won: number) => requestCashRefund(db(), { memberId: payer.id, input: makeCashRefundInput(won) })
    await expect(ask(2_001)).rejects.toMatchObject(conflictWith('2,000원'))
    await ask(2_000)
  })

  test('nor do rewards go to a card: points given for nothing don’t fill up what was spent', async () => {
    const payer = await makePayer(standIn)
    const { chargeId } = await payer.pays(10_000)
    await payer.orders(10_000)
    await movePoints(db(), someStaff, {
      ...{ memberId: payer.id, kind: 'ADJUSTMENT', delta: 1_000_000n, refType: 'card-test', refId: payer.id },
    })
    await expect(cancelByStaff(chargeId)).rejects.toMatchObject(conflictWith('취소할 수 있는 금액이 없어요.'))
  })

  test('cancelled to the card and asked for in cash at once: one of them', async () => {
    const payer = await makePayer(standIn)
    const { chargeId } = await payer.pays(10_000)
    const both = await Promise.allSettled([
      cancelByStaff(chargeId),
      requestCashRefund(db(), { memberId: payer.id, input: makeCashRefundInput(10_000) }),
    ])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })

  test('cancelled and spent at once: one of them', async () => {
    const payer = await makePayer(standIn)
    const { chargeId, paymentId } = await payer.pays(10_000)
    const [cancelled, ordered] = await Promise.allSettled([cancelByStaff(chargeId), payer.orders(10_000)])
    expect([cancelled.status, ordered.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    await workUntilSettled(standIn)
    expect(standIn.cancelled(paymentId).won).toBe(cancelled.status === 'fulfilled' ? 10_000 : 0)
    expect(await payer.has()).toBe(0)
  })
})
