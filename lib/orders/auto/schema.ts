import { z } from 'zod'
import { orderHistoryQuery } from '../schema.ts'
import { adminOrderQuery, transitionInput } from '../staff-schema.ts'

const statusFilter = z.coerce.number().int().min(0).max(3).optional()

export const autoOrderHistoryQuery = orderHistoryQuery.extend({ status: statusFilter })

export type AutoOrderHistoryQuery = z.output<typeof autoOrderHistoryQuery>

/**
 * An auto order as members and staff get it. `point`: price of all runs together; `refunded`: the part of it that was
 * refunded, both in points. `amount`: quantity of one run; `completed`: number of runs made
 * (docs/contract.md#auto-orders).
 */
export const autoOrderRow = z.object({
  id: z.number().int(),
  createdAt: z.iso.datetime(),
  link: z.string(),
  point: z.number(),
  refunded: z.number(),
  amount: z.number().int(),
  serviceId: z.number().int(),
  completed: z.number().int(),
  runs: z.number().int(),
  /** Minutes between two runs. */
  interval: z.number().int(),
  status: z.number().int(),
  nextRunAt: z.iso.datetime().nullable(),
  /** Time when the auto order was held because its service can't be ordered; null if it isn't held. */
  heldAt: z.iso.datetime().nullable(),
})

export type AutoOrderRow = z.output<typeof autoOrderRow>

export const adminAutoOrderQuery = adminOrderQuery.omit({ sort: true }).extend({
  status: statusFilter,
  /** True selects only held auto orders, whose service can't be ordered now; false, the default, selects all. */
  held: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
})

export const adminAutoOrderRow = autoOrderRow.extend({
  /** Id of the member. */
  memberNo: z.number().int(),
  /** Login id of the member. */
  memberId: z.string(),
  /** Name of the service. */
  serviceText: z.string(),
  cleanLink: z.string().nullable(),
  /** True if the member has an open debt: the auto order then makes no runs. */
  memberOwes: z.boolean(),
  /** True if the next run is due but waits for an open order on the link. */
  waitsForLink: z.boolean(),
})

export type AdminAutoOrderRow = z.output<typeof adminAutoOrderRow>

/** An auto order with its latest 50 runs, newest first, and its ledger entries. */
export const adminAutoOrderDetail = adminAutoOrderRow.extend({
  runList: z.array(
    z.object({
      runNo: z.number().int(),
      orderId: z.number().int(),
      createdAt: z.iso.datetime(),
      status: z.number().int(),
      remains: z.number().int(),
      /** Price of this run, in points. */
      point: z.number(),
      refunded: z.number(),
    }),
  ),
  entries: z.array(
    z.object({
      kind: z.string(),
      delta: z.number(),
      reason: z.string().nullable(),
      actor: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
})

export type AdminAutoOrderDetail = z.output<typeof adminAutoOrderDetail>

export const adminAutoOrders = z.object({
  rows: z.array(adminAutoOrderRow),
  nextCursor: z.number().int().nullable(),
  total: z.number().int(),
})

/** Body of a cancellation by staff. */
export const cancelAutoOrderInput = transitionInput.pick({ reason: true })

/** Response to a cancellation: number of runs made (`completed`), and points refunded for the runs not made. */
export const canceledAutoOrder = z.object({
  id: z.number().int(),
  status: z.number().int(),
  completed: z.number().int(),
  refunded: z.number(),
})
