import { z } from 'zod'
import { call, Reply } from '#lib/core/call.ts'
import { takeToken } from '#lib/core/limits.ts'
import { idParams, totalCountHeader } from '#lib/core/wire.ts'
import { unknownWebhookDelivery } from './errors.ts'
import { listWebhookDeliveries, readWebhook, readWebhookDelivery } from './queries.ts'
import { resendWebhookDelivery } from './resend-webhook-delivery.ts'
import {
  queuedWebhookDelivery,
  savedWebhook,
  secretRenewalInput,
  webhook,
  webhookDeliveryDetail,
  webhookDeliveryQuery,
  webhookDeliveryRow,
  webhookInput,
  webhookSecret,
} from './schema.ts'
import { sendTestEvent } from './send-test-event.ts'
import { renewWebhookSecret, setWebhook } from './set-webhook.ts'

/**
 * Counts a call against the rate limit for calls that make the shop send requests to a URL of the member's choice
 * (docs/contract.md#limits).
 */
const limitCallsOut = ({ memberId }: { memberId: number }): void => takeToken('callsOut', `member:${memberId}`)

export const webhookCall = call({
  method: 'GET',
  path: '/service/webhook',
  access: 'member',
  answer: webhook,
  run: ({ db, caller }) => readWebhook(db, caller.memberId),
})

export const setWebhookCall = call({
  method: 'PUT',
  path: '/service/webhook',
  secret: true,
  access: 'member',
  reauth: true,
  body: webhookInput,
  answer: savedWebhook,
  run: async ({ db, caller, body, address }) => {
    limitCallsOut(caller)
    const { url, enabled } = body
    return { url, enabled, secret: await setWebhook(db, { memberId: caller.memberId, ...body, address }) }
  },
})

export const renewWebhookSecretCall = call({
  method: 'POST',
  path: '/service/webhook/secret',
  secret: true,
  access: 'member',
  reauth: true,
  body: secretRenewalInput,
  answer: webhookSecret,
  run: async ({ db, caller: { memberId }, body, address }) => ({
    secret: await renewWebhookSecret(db, { memberId, ...body, address }),
  }),
})

export const testWebhookCall = call({
  method: 'POST',
  path: '/service/webhook/test',
  access: 'member',
  answer: queuedWebhookDelivery,
  run: async ({ db, caller }) => {
    limitCallsOut(caller)
    takeToken('testEvents', `member:${caller.memberId}`)
    return { id: await sendTestEvent(db, caller.memberId) }
  },
})

export const webhookDeliveriesCall = call({
  method: 'GET',
  path: '/service/webhook/deliveries',
  access: 'member',
  query: webhookDeliveryQuery,
  answer: z.array(webhookDeliveryRow),
  run: async ({ db, caller, query }) => {
    const { rows, total } = await listWebhookDeliveries(db, caller.memberId, query)
    return new Reply(rows, totalCountHeader(total))
  },
})

export const webhookDeliveryCall = call({
  method: 'GET',
  path: '/service/webhook/deliveries/{id}',
  access: 'member',
  params: idParams,
  answer: webhookDeliveryDetail,
  run: async ({ db, caller, params }) => {
    const delivery = await readWebhookDelivery(db, caller.memberId, params.id)
    if (!delivery) throw unknownWebhookDelivery()
    return delivery
  },
})

export const resendWebhookDeliveryCall = call({
  method: 'POST',
  path: '/service/webhook/deliveries/{id}/resend',
  access: 'member',
  params: idParams,
  answer: queuedWebhookDelivery,
  run: async ({ db, caller, params }) => {
    limitCallsOut(caller)
    await resendWebhookDelivery(db, { id: params.id, memberId: caller.memberId })
    return { id: params.id }
  },
})
