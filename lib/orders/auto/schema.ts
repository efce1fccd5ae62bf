import { z } from 'zod'
import { adminOrderQuery, historyQuery, transitionInput } from '../schema.ts'

const status = z.coerce.number().int().min(0).max(3).optional()

export const autoHistoryQuery = historyQuery.extend({ status })

export type AutoHistoryQuery = z.output<typeof autoHistoryQuery>

/** Point is the whole price, amount that of one run (docs/contract.md#auto-orders). */
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
  /** Minutes. */
  interval: z.number().int(),
  status: z.number().int(),
  nextRunAt: z.iso.datetime().nullable(),
  /** Since when its service can't be ordered. */
  heldAt: z.iso.datetime().nullable(),
})

export type AutoOrderRow = z.output<typeof autoOrderRow>

export const adminAutoOrderQuery = adminOrderQuery.extend({
  status,
  /** Those only whose product can't be ordered for now. */
  held: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
})

export const adminAutoOrderRow = autoOrderRow.extend({
  memberNo: z.number().int(),
  memberId: z.string(),
  serviceText: z.string(),
  cleanLink: z.string().nullable(),
})

export type AdminAutoOrderRow = z.output<typeof adminAutoOrderRow>

/** One with its runs, the last first, and its money. */
export const adminAutoOrderDetail = adminAutoOrderRow.extend({
  runList: z.array(
    z.object({
      runNo: z.number().int(),
      orderId: z.number().int(),
      createdAt: z.iso.datetime(),
      status: z.number().int(),
      remains: z.number().int(),
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

export const cancelInput = transitionInput.pick({ reason: true })

/** What a cancel answers: the runs that were made, and what came back for the others. */
export const canceledAutoOrder = z.object({
  id: z.number().int(),
  status: z.number().int(),
  completed: z.number().int(),
  refunded: z.number(),
})
