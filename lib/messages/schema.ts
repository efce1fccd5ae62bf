import { z } from 'zod'
import { text } from '#lib/core/text.ts'
import { channels, deliveryResults, messageStatuses, messageWays, sentAsKinds, templateKinds } from './labels.ts'

export const adminOutboxQuery = z.object({
  status: z.enum(messageStatuses).optional(),
  channel: z.enum(messageWays).optional(),
  q: text(200).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().positive().optional(),
})

/** A message in the console's list. `body` is null if it is hidden or erased (docs/contract.md#outbox). */
export const adminMessageRow = z.object({
  id: z.number().int(),
  channel: z.enum(channels),
  to: z.string(),
  subject: z.string(),
  body: z.string().nullable(),
  status: z.enum(messageStatuses),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  attempts: z.number().int(),
  fault: z.string().nullable(),
  template: z.enum(templateKinds).nullable(),
  sentAs: z.enum(sentAsKinds).nullable(),
  result: z.enum(deliveryResults).nullable(),
  /** What the message service charged, in won; null while it isn't known. */
  cost: z.number().nullable(),
})

export type AdminMessageRow = z.output<typeof adminMessageRow>

export const adminOutbox = z.object({
  rows: z.array(adminMessageRow),
  nextCursor: z.number().int().nullable(),
  total: z.number().int(),
})
