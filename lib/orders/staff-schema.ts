import { z } from 'zod'
import { askedApproval } from '#lib/approvals/schema.ts'
import { cursorField, dayFields, sortField } from '#lib/core/list-query.ts'
import { boundedList, optionalText, text } from '#lib/core/text.ts'
import { channels } from '#lib/messages/labels.ts'
import { orderStatus } from './labels.ts'
import {
  bulkOrderField,
  orderAfterTransition,
  orderEvent,
  orderLedgerEntry,
  orderRow,
  typeAndDetailsFields,
} from './schema.ts'

/** True: the member gets an e-mail or text message about the points given back. False by default. */
const notifyField = z
  .boolean()
  .nullish()
  .transform((notify) => notify ?? false)

export const transitionInput = z.object({
  status: z.number().int().min(0).max(5),
  remains: z.number().nullish(),
  startCount: z.number().int().min(0).max(2_147_483_647).nullish(),
  reason: optionalText(500),
  /** Notifies the member; ignored unless the new status can refund points. */
  notify: notifyField,
  /** The order's status that staff saw: if it has another one by now, the transition is refused. */
  from: z.int().min(0).max(5).nullish(),
})

/** Input of a recovery. `dropped` is how much of the delivered quantity has dropped since. */
export const recoveryInput = z.object({ dropped: z.number().int(), reason: optionalText(500), notify: notifyField })

export const adminOrderQuery = z.object({
  ...dayFields,
  sort: sortField('createdAt', 'point'),
  status: z.coerce.number().int().min(0).max(5).optional(),
  /** An order's id, or the beginning of a member's login id. */
  q: text(200).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorField,
})

/** An order in the console's list. */
export const adminOrderRow = orderRow.extend({
  /** Id of the member. */
  memberNo: z.number().int(),
  /** Login id of the member. */
  memberId: z.string(),
  /** Name of the service. */
  serviceText: z.string(),
  /** The link cleaned by `cleanLink`; null if that wasn't possible. */
  cleanLink: z.string().nullable(),
  /** How the order was placed: WEB, API or AUTO. */
  source: z.string(),
})

export type AdminOrderRow = z.output<typeof adminOrderRow>

export const adminOrders = z.object({
  rows: z.array(adminOrderRow),
  nextCursor: z.number().int().nullable(),
  total: z.number().int(),
})

/** An event for staff, with the login id of the staff member who acted. */
export const adminOrderEvent = orderEvent.extend({ staffId: z.string().nullable() })

export const adminOrderDetail = adminOrderRow.extend({
  ...typeAndDetailsFields,
  ...bulkOrderField,
  events: z.array(adminOrderEvent),
  entries: z.array(orderLedgerEntry),
  /** Channel by which the member would be notified of a refund; null if he can't be reached. */
  channel: z.enum(channels).nullable(),
})

export type AdminOrderDetail = z.output<typeof adminOrderDetail>

/** Channel by which the member was notified; null if he wasn't notified. */
const notified = z.enum(channels).nullable()

/**
 * Response to a transition by staff. If `approval` is present the transition waits for a second person and the order is
 * unchanged.
 */
export const transitionedOrder = orderAfterTransition.extend({ notified, approval: askedApproval.optional() })

/** Response to a recovery: the points given back; 0 if `approval` says that it waits for a second person. */
export const recoveredOrder = z.object({ recovered: z.number(), notified, approval: askedApproval.optional() })

/** Response to a recovery: the points given back; 0 if `approval` says that it waits for a second person. */
export type RecoveredOrder = z.output<typeof recoveredOrder>

const MAX_BATCH_ORDERS = 100
/** Id of an order, in the range of its database column. */
const shopOrderId = z.int().positive().max(2_147_483_647)

/**
 * New statuses offered for several orders at once: PARTIAL is missing because it needs a remaining quantity for each
 * order.
 */
const batchStatus = z.union([
  z.literal(orderStatus.INPROGRESS),
  z.literal(orderStatus.PROCESSING),
  z.literal(orderStatus.COMPLETED),
  z.literal(orderStatus.CANCELED),
])

/** Orders that staff selected, and the status to which they would be transitioned together. */
export const batchPreviewInput = z.object({
  ids: boundedList(shopOrderId, MAX_BATCH_ORDERS, { least: 1 }),
  status: batchStatus,
})

/**
 * What a transition would do to each order. `from`: the order's present status, null if there is no such order.
 * `refund`: in points. `waits`: it would wait for a second person. `needsReason`: staff must give a reason. `refusal`:
 * the message if it would be refused.
 */
export const batchPreview = z.object({
  rows: z.array(
    z.object({
      id: z.int(),
      from: z.int().nullable(),
      refund: z.number(),
      waits: z.boolean(),
      needsReason: z.boolean(),
      refusal: z.string().nullable(),
    }),
  ),
})

/** What a transition of several orders would do to each. */
export type BatchPreview = z.output<typeof batchPreview>

/**
 * Input of a transition of several orders. `from` is an order's status in the preview: if the order has another status
 * by now, its transition is refused.
 */
export const batchTransitionInput = z.object({
  orders: boundedList(z.object({ id: shopOrderId, from: z.int().min(0).max(5) }), MAX_BATCH_ORDERS, {
    least: 1,
  }).refine((orders) => new Set(orders.map(({ id }) => id)).size === orders.length),
  status: batchStatus,
  reason: optionalText(500),
})

/**
 * Result for each order: MOVED to the new status, WAITING for a second person, or REFUSED because of `message`.
 * `refund` is in points.
 */
export const batchTransitionResults = z.object({
  rows: z.array(
    z.object({
      id: z.int(),
      result: z.enum(['MOVED', 'WAITING', 'REFUSED']),
      refund: z.number(),
      message: z.string().nullable(),
    }),
  ),
})

export type BatchTransitionResults = z.output<typeof batchTransitionResults>
export type BatchTransitionResult = BatchTransitionResults['rows'][number]

/** Response to a transition by staff; with `approval`, the order is unchanged and waits for a second person. */
export type TransitionedOrder = z.output<typeof transitionedOrder>
