import { z } from 'zod'
import { approvalLimitsOf } from '#lib/approvals/rules.ts'
import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { settings } from '#lib/settings/queries.ts'
import { requestCancellation } from './cancel-payment.ts'
import { paymentOf, readCardOffer } from './queries.ts'
import { makePaymentDue, receivePortoneWebhook } from './receive-webhook.ts'
import {
  cancelPaymentInput,
  cardOffer,
  cardPaymentsSwitchInput,
  memberPayment,
  paymentInput,
  paymentParams,
  portoneWebhookBody,
  requestedCancellation,
  startedPayment,
} from './schema.ts'
import { startPayment } from './start-payment.ts'
import { switchCardPayments } from './switch-card-payments.ts'

/** Maximum size of a webhook in bytes; PortOne sends a few hundred. */
const MAX_WEBHOOK_BYTES = 16 * 1_024

export const startPaymentCall = call({
  method: 'POST',
  path: '/service/card-payments',
  access: 'member',
  idempotent: true,
  body: paymentInput,
  status: 201,
  answer: startedPayment,
  run: ({ db, caller, body, idempotency }) => startPayment(db, { memberId: caller.memberId, ...body, idempotency }),
})

export const confirmPaymentCall = call({
  method: 'POST',
  path: '/service/card-payments/{paymentId}/confirm',
  access: 'member',
  params: paymentParams,
  answer: memberPayment,
  run: async ({ db, caller, params: { paymentId } }) => {
    const payment = await paymentOf(db, caller.memberId, paymentId)
    if (payment.state !== 'PAID') await makePaymentDue(db, paymentId)
    return payment
  },
})

export const portoneWebhookCall = call({
  method: 'POST',
  path: '/hooks/portone',
  access: 'public',
  maxBodyBytes: MAX_WEBHOOK_BYTES,
  body: portoneWebhookBody,
  answer: z.object({ received: z.boolean() }),
  run: async ({ db, header, bytes }) => {
    await receivePortoneWebhook(db, { header, body: bytes ?? Buffer.alloc(0) })
    return { received: true }
  },
})

export const cancelPaymentCall = call({
  method: 'POST',
  path: '/api/admin/charges/{id}/cancel-payment',
  access: 'MANAGER',
  reauth: 'optional',
  params: idParams,
  body: cancelPaymentInput,
  answer: requestedCancellation,
  run: async ({ db, params: { id }, body, ...context }) => {
    const limits = approvalLimitsOf(await settings(db))
    const { point, approval } = await requestCancellation(db, staffActor(context), { chargeId: id, ...body, limits })
    return { id, point: pointsToNumber(point), ...(approval && { approval }) }
  },
})

export const switchCardPaymentsCall = call({
  method: 'PUT',
  path: '/api/admin/card-payments',
  access: 'OWNER',
  reauth: true,
  body: cardPaymentsSwitchInput,
  answer: cardOffer,
  run: async ({ db, body, ...context }) => {
    await switchCardPayments(db, staffActor(context), body)
    return readCardOffer(db)
  },
})
