import { z } from 'zod'
import { rotationInput } from '#lib/api-keys/schema.ts'
import { formLine, withRules } from '#lib/core/form-fields.ts'
import { MAX_WEBHOOK_URL_LENGTH, webhookRules } from './errors.ts'
import { webhookDeliveryStates, webhookEvents } from './labels.ts'

export const webhookInput = z
  .object({
    url: formLine(MAX_WEBHOOK_URL_LENGTH),
    enabled: z.boolean(),
    /** Whether changes of services are reported. If absent, the setting stays unchanged. */
    serviceChanges: z.boolean().nullish(),
  })
  .superRefine(withRules(webhookRules))

/**
 * A member's webhook; `url` is empty until he sets one. `formerUntil`: time until which deliveries are signed with the
 * replaced secret as well; null if no replaced secret is in use.
 */
export const webhook = z.object({
  url: z.string(),
  enabled: z.boolean(),
  /** Whether changes of services that the member has ordered are reported. */
  serviceChanges: z.boolean(),
  formerUntil: z.iso.datetime().nullable(),
})

export type Webhook = z.output<typeof webhook>

/**
 * Response to saving the webhook. `secret` is the signing secret of a new webhook; otherwise null, because the secret
 * is shown only once.
 */
export const savedWebhook = webhook.pick({ url: true, enabled: true }).extend({ secret: z.string().nullable() })

/** Response to a renewal: the webhook's new signing secret. */
export const webhookSecret = z.object({ secret: z.string() })

/** Renewal of the secret: number of hours for which deliveries are signed with the replaced secret as well. */
export const secretRenewalInput = rotationInput

/** A webhook delivery in a member's list. */
export const webhookDeliveryRow = z.object({
  id: z.number().int(),
  event: z.enum(webhookEvents),
  /** Id of the order or auto order; null for an event about no single order, such as bulk.completed or a test event. */
  orderId: z.number().int().nullable(),
  /** New status of the order, for the event order.updated; otherwise null. */
  status: z.string().nullable(),
  state: z.enum(webhookDeliveryStates),
  attempts: z.number().int(),
  /** HTTP status of the response to the last attempt; null without a response, or for a redirection. */
  httpStatus: z.number().int().nullable(),
  /**
   * Why the last attempt got no valid response, or SWITCHED_OFF if the webhook was switched off before the next
   * attempt; otherwise null.
   */
  fault: z.string().nullable(),
  /** Duration of the last attempt, in milliseconds; null before the first attempt. */
  duration: z.number().int().nullable(),
  createdAt: z.iso.datetime(),
  deliveredAt: z.iso.datetime().nullable(),
})

export type WebhookDeliveryRow = z.output<typeof webhookDeliveryRow>

/** One attempt of a delivery. */
const deliveryTry = z.object({
  at: z.iso.datetime(),
  httpStatus: z.number().int().nullable(),
  fault: z.string().nullable(),
  duration: z.number().int(),
})

export const webhookDeliveryDetail = webhookDeliveryRow.extend({
  /** The body that is sent, as JSON text. */
  body: z.string(),
  /** The beginning of the last response; null without a response. */
  answer: z.string().nullable(),
  /** The last attempts, oldest first, including those before the delivery was resent. */
  tries: z.array(deliveryTry),
})

export type WebhookDeliveryDetail = z.output<typeof webhookDeliveryDetail>

export const webhookDeliveryQuery = z.object({
  state: z.enum(webhookDeliveryStates).optional(),
  /** Id of an order or auto order. */
  order: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(1_000).default(1_000),
})

export type WebhookDeliveryQuery = z.output<typeof webhookDeliveryQuery>

/** Id of the delivery that was queued: a test event, or a delivery that is sent again. */
export const queuedWebhookDelivery = z.object({ id: z.number().int() })
