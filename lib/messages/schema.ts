import { z } from 'zod'
import { cursorField } from '#lib/core/list-query.ts'
import { text } from '#lib/core/text.ts'
import { channels, deliveryResults, messageStatuses, messageWays, sentAsKinds, templateKinds } from './labels.ts'

export const adminOutboxQuery = z.object({
  status: z.enum(messageStatuses).optional(),
  channel: z.enum(messageWays).optional(),
  q: text(200).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorField,
})

/**
 * A message in the console's list. `body` is null if it is hidden, erased or can't be decrypted
 * (docs/contract.md#outbox).
 */
export const adminMessageRow = z.object({
  id: z.number().int(),
  channel: z.enum(channels),
  /** E-mail address or phone number of the recipient. */
  to: z.string(),
  subject: z.string(),
  body: z.string().nullable(),
  status: z.enum(messageStatuses),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  /** When the code or link in the message stops working; null for a message without one. */
  expiresAt: z.iso.datetime().nullable(),
  attempts: z.number().int(),
  /**
   * Code of the reason why the last attempt failed, why the message didn't arrive, or why it was withdrawn before it
   * was sent; else null.
   */
  fault: z.string().nullable(),
  /** Template that the message is made of, if any. */
  template: z.enum(templateKinds).nullable(),
  /** How Solapi sent the message; null for e-mails, and until the message is sent. */
  sentAs: z.enum(sentAsKinds).nullable(),
  /** Whether the message has arrived; null while this isn't known. */
  result: z.enum(deliveryResults).nullable(),
  /** What Solapi charged for the message, in won; null while it isn't known. */
  cost: z.number().nullable(),
})

export type AdminMessageRow = z.output<typeof adminMessageRow>

export const adminOutbox = z.object({
  rows: z.array(adminMessageRow),
  nextCursor: z.number().int().nullable(),
  total: z.number().int(),
})
