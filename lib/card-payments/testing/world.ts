import { noApprovalLimits } from '#lib/approvals/testing/approvals.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { callRequestFromWeb } from '#lib/core/call-request.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { answerCall } from '#lib/core/pipeline.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { balanceOf, readOpenDebt } from '#lib/points/queries.ts'
import { newAddress } from '#lib/web/testing/caller.ts'
import { portoneWebhookCall } from '../calls.ts'
import { requestCancellation } from '../cancel-payment.ts'
import { checkPayments } from '../check-payments.ts'
import type { PaymentState } from '../labels.ts'
import { startPayment } from '../start-payment.ts'
import { offerPayments } from './payments.ts'
import type { PortoneStandIn } from './portone-stand-in.ts'
import type { SignedWebhook } from './sign-webhook.ts'

const WON = 100n

/** Connects the shop to a stand-in and offers payments to members. */
export const connectAndOfferPayments = (standIn: PortoneStandIn): Promise<void> =>
  offerPayments(standIn.values, standIn.url)

/** Sends a webhook as an outside server does. Returns the status of the response. */
export async function sendWebhook({ headers, body }: SignedWebhook): Promise<number> {
  const request = callRequestFromWeb(
    new Request('http://shop.example/hooks/portone', { method: 'POST', headers, body }),
  )
  return (await answerCall(portoneWebhookCall, { ...request, address: newAddress() }, db(), async () => null)).status
}

/**
 * Delivers the stand-in's webhooks, then runs the worker once. Returns the number of due payments that it asked about,
 * which is limited per run.
 */
export async function deliverWebhooksAndCheckPayments(standIn: PortoneStandIn): Promise<number> {
  for (const webhook of standIn.webhooks.splice(0)) await sendWebhook(webhook)
  return checkPayments(db())
}

/**
 * Lets the next run of the worker ask PortOne about every payment that isn't settled. Also moves refusals of
 * cancellations an hour into the past, which ends the wait after a refusal (DOUBT_MINUTES).
 */
export async function endPauses(): Promise<void> {
  await db().rows("UPDATE card_cancellations SET refused_at = refused_at - interval '1 hour' WHERE state = 'SENDING'")
  await db().rows(
    "UPDATE card_payments SET next_ask_at = now() - interval '1 second', claimed_until = NULL WHERE next_ask_at IS NOT NULL",
  )
}

/** Runs the worker until it has processed everything that PortOne has to report. */
export async function workUntilSettled(standIn: PortoneStandIn, rounds = 3): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await endPauses()
    while ((await deliverWebhooksAndCheckPayments(standIn)) > 0);
  }
}

/** Starts a payment of this member, as the charge page does. Returns its id at PortOne. */
export const startTestPayment = async (memberId: number, point = 10_000): Promise<string> =>
  (await startPayment(db(), { memberId, point, payMethod: 'CARD', idempotency: null })).paymentId

/** `cancelled` is in won. */
type StoredPayment = { state: PaymentState; chargeId: number | null; cancelled: number; error: string | null }

export const readPaymentRow = (paymentId: string): Promise<StoredPayment> =>
  oneRow(
    db(),
    'SELECT state, charge_id, (cancelled / 100)::int AS cancelled, error FROM card_payments WHERE payment_id = $1',
    [paymentId],
  )

/** Kinds of the open tasks. */
export const openTaskKinds = async (): Promise<string[]> =>
  (await db().rows<{ kind: string }>('SELECT kind FROM tasks WHERE resolved_at IS NULL ORDER BY id')).map(
    ({ kind }) => kind,
  )

/** Creates a member. Returns functions for what he does and what he has; amounts are in won. */
export async function makePayer(standIn: PortoneStandIn) {
  const { id } = await makeMember()
  return {
    id,
    begins: (won?: number) => startTestPayment(id, won),
    /** Starts a payment and pays it. Returns its id and its charge. */
    async pays(won = 10_000) {
      const paymentId = await startTestPayment(id, won)
      standIn.pay(paymentId, won)
      await workUntilSettled(standIn, 1)
      return { paymentId, chargeId: (await readPaymentRow(paymentId)).chargeId ?? 0 }
    },
    orders: async (won: number) =>
      (await placeOrder(db(), orderRequest({ memberId: id, serviceId: await makeService({ price: 1 }), amount: won })))
        .orderId,
    has: async () => Number((await balanceOf(db(), id)) / WON),
    owes: async () => Number((await readOpenDebt(db(), id)) / WON),
  }
}

/**
 * Cancels a card charge for staff, without approval limits: `point` won of it, or as many as possible if `point` is
 * null. Returns the cancelled points.
 */
export const cancelByStaff = async (chargeId: number, point: number | null = null) =>
  (await requestCancellation(db(), someStaff, { chargeId, point, reason: '회원 요청', limits: noApprovalLimits })).point

/** Ends the work that a test left open, so that the worker of the next test doesn't do it. */
export async function endOpenWork(): Promise<void> {
  await db().rows('UPDATE card_payments SET next_ask_at = NULL')
  await db().rows('UPDATE tasks SET resolved_at = now() WHERE resolved_at IS NULL')
}
