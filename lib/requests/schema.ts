import { z } from 'zod'
import { cursorField, dayFields } from '#lib/core/list-query.ts'
import { optionalText, text } from '#lib/core/text.ts'
import { orderAfterTransition } from '#lib/orders/schema.ts'
import { requestKinds, requestStates } from './labels.ts'
import { requestRefusals } from './rules.ts'

const MAX_COUNT = 2_147_483_647

/**
 * Body of a refill request; may be missing. `currentCount`: the present count of the link's followers, likes or views,
 * if the member has entered it.
 */
export const refillInput = z.object({ currentCount: z.int().min(0).max(MAX_COUNT).nullish() }).prefault({})

/** A request as members and staff get it. */
export const requestRow = z.object({
  id: z.int(),
  orderId: z.int(),
  kind: z.enum(requestKinds),
  state: z.enum(requestStates),
  /** Why the request was refused, or the note of staff who marked it as DONE; null if there is no text. */
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
})

export type RequestRow = z.output<typeof requestRow>

/**
 * Whether a request of this kind can be made now. `why`: the reason if it can't be made. `text`: the same as a sentence
 * for members, with the days left if a refill can be requested.
 */
export const requestOffer = z.object({
  kind: z.enum(requestKinds),
  allowed: z.boolean(),
  why: z.enum(requestRefusals).nullable(),
  text: z.string(),
})

/** Whether a member can make a request of one kind about his order now. */
export type RequestOffer = z.output<typeof requestOffer>

/** Requests that can be made about an order, and those that were made, newest first. */
export const orderRequests = z.object({
  offers: z.array(requestOffer),
  /** Time until which a refill can be requested; null if the service has no refills or the order isn't completed. */
  refillUntil: z.iso.datetime().nullable(),
  /** Start count plus quantity: below it a part of the delivery has dropped. Null if the start count isn't known. */
  baseline: z.int().nullable(),
  requests: z.array(requestRow),
})

export type OrderRequests = z.output<typeof orderRequests>

/**
 * Response to a cancellation: the state of the order after it. If `request` is present, the order isn't cancelled yet:
 * its cancellation was requested.
 */
export const cancellationAnswer = orderAfterTransition.extend({ request: requestRow.optional() })

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
  /** An order's id. */
  q: text(40).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorField,
})

export const adminRequestRow = requestRow.extend({
  /** Id of the member. */
  memberNo: z.int(),
  /** Login id of the member. */
  memberId: z.string(),
  /** Name of the service. */
  serviceText: z.string(),
  /** Quantity ordered. */
  amount: z.int(),
  remains: z.int(),
  startCount: z.int().nullable(),
  /** The count that the member has entered for a refill; null if he hasn't. */
  currentCount: z.int().nullable(),
  orderStatus: z.int(),
  link: z.string(),
  cleanLink: z.string().nullable(),
  /** The provider that the request goes to; null if staff handle it. */
  providerName: z.string().nullable(),
  /** The provider's id of the refill; null until the provider has accepted it. */
  remoteId: z.string().nullable(),
  source: z.string(),
  /** Outcome of the last attempt to send the request to the provider; null if there was none, or if it is running. */
  outcome: z.string().nullable(),
  error: z.string().nullable(),
})

export type AdminRequestRow = z.output<typeof adminRequestRow>

export const adminRequests = z.object({
  rows: z.array(adminRequestRow),
  nextCursor: z.int().nullable(),
  total: z.int(),
})

/** How staff end a request. A refusal needs a reason, which the order's member reads (`answerRequestInTransaction`). */
export const requestAnswerInput = z.object({ state: z.enum(['DONE', 'REFUSED']), reason: optionalText(300) })
