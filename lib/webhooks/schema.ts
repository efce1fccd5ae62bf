import { z } from 'zod'
import { formLine, withRules } from '#lib/core/field-errors.ts'
import { MAX_WEBHOOK_URL_LENGTH, webhookRules } from './errors.ts'
import { deliveryStates } from './labels.ts'

export const webhookInput = z
  .object({ url: formLine(MAX_WEBHOOK_URL_LENGTH), enabled: z.boolean() })
  .superRefine(withRules(webhookRules))

/** A member's webhook; `url` is empty until he sets one. */
export const webhook = z.object({ url: z.string(), enabled: z.boolean() })

export type Webhook = z.output<typeof webhook>

/**
 * Response to a save of the webhook. `secret` is the signing secret if the webhook is new, else null: it is shown only
 * once.
 */
export const savedWebhook = webhook.extend({ secret: z.string().nullable() })

export const webhookSecret = z.object({ secret: z.string() })

export const deliveryRow = z.object({
  id: z.number().int(),
  orderId: z.number().int(),
  status: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  httpStatus: z.number().int().nullable(),
  fault: z.string().nullable(),
  createdAt: z.iso.datetime(),
  deliveredAt: z.iso.datetime().nullable(),
})

export type DeliveryRow = z.output<typeof deliveryRow>

export const deliveryQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(1_000).default(1_000),
})
