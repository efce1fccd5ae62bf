import { z } from 'zod'
import { dayFields } from '#lib/core/list-query.ts'
import { optionalText, text } from '#lib/core/text.ts'
import { orderAfterTransition } from '#lib/orders/schema.ts'
import { requestKinds, requestStates } from './labels.ts'
import { requestRefusals } from './rules.ts'

const MAX_COUNT = 2_147_483_647

/** Body of a refill: followers as the member counts them now, if he did. */
export const refillInput = z.object({ currentCount: z.int().min(0).max(MAX_COUNT).nullish() })

export const requestRow = z.object({
  id: z.int(),
  orderId: z.int(),
  kind: z.enum(requestKinds),
  state: z.enum(requestStates),
  /** Why it was refused; null unless it was. */
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
})

export type RequestRow = z.output<typeof requestRow>

/**
 * Whether a request of this kind can be made now. `why` is the reason if not; `text` says for members why not, or until
 * when.
 */
export const requestOffer = z.object({
  kind: z.enum(requestKinds),
  allowed: z.boolean(),
  why: z.enum(requestRefusals).nullable(),
  text: z.string(),
})

export type RequestOffer = z.output<typeof requestOffer>

/** Requests that can be made about an order, and those that were made, newest first. */
export const orderRequests = z.object({
  offers: z.array(requestOffer),
  /** Until when a refill can be asked for; null if there is none. */
  refillUntil: z.iso.datetime().nullable(),
  /** Start count plus quantity: while the link has fewer, something has dropped; null while the start isn't known. */
  baseline: z.int().nullable(),
  requests: z.array(requestRow),
})

export type OrderRequests = z.output<typeof orderRequests>

/**
 * Answer of a cancellation: the order after it. If `request` is present the order isn't cancelled yet: its cancellation
 * was requested.
 */
export const canceledOrAsked = orderAfterTransition.extend({ request: requestRow.optional() })

const cursorField = z.coerce.number().int().positive().max(MAX_COUNT).optional()

export const memberRequestQuery = z.object({
  kind: z.enum(requestKinds).optional(),
  state: z.enum(requestStates).optional(),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorField,
})

export const memberRequests = z.object({ rows: z.array(requestRow), nextCursor: z.int().nullable() })

export const adminRequestQuery = z.object({
  ...dayFields,
  status: z.enum(requestStates).optional(),
  kind: z.enum(requestKinds).optional(),
  q: text(40).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorField,
})

export const adminRequestRow = requestRow.extend({
  memberNo: z.int(),
  memberId: z.string(),
  serviceText: z.string(),
  amount: z.int(),
  remains: z.int(),
  startCount: z.int().nullable(),
  currentCount: z.int().nullable(),
  orderStatus: z.int(),
  link: z.string(),
  cleanLink: z.string().nullable(),
  /** The provider that the request goes to; null if staff handle it. */
  providerName: z.string().nullable(),
  remoteId: z.string().nullable(),
  source: z.string(),
  /** Outcome of the last sending to the provider; null if none ended. */
  outcome: z.string().nullable(),
  error: z.string().nullable(),
})

export type AdminRequestRow = z.output<typeof adminRequestRow>

export const adminRequests = z.object({
  rows: z.array(adminRequestRow),
  nextCursor: z.int().nullable(),
  total: z.int(),
})

/** How staff end a request. A refusal needs a reason, which its member reads. */
export const requestAnswer = z.object({ state: z.enum(['DONE', 'REFUSED']), reason: optionalText(300) })
