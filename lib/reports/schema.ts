import { z } from 'zod'
import { dayFields, daysInOrder } from '#lib/core/list-query.ts'

/**
 * First and last day, in Seoul's time zone, both included. By default the last day is today, and the first is 29 days
 * before the last.
 */
export const dailyQuery = daysInOrder(z.object(dayFields))

const dailyRow = z.object({
  day: z.iso.date(),
  /** Counts: orders and auto orders placed, charges credited, members registered. */
  orders: z.int(),
  autoOrders: z.int(),
  charges: z.int(),
  members: z.int(),
  /** The other fields are points. `charged`: credited by charges. */
  charged: z.number(),
  /** Paid for orders and auto orders. */
  sales: z.number(),
  /** Given back for orders and auto orders. */
  refunded: z.number(),
  /** Sum of all other ledger entries, negative if they took more than they gave. */
  other: z.number(),
})

export type DailyRow = z.output<typeof dailyRow>

export const dailyReport = z.object({ rows: z.array(dailyRow), nextCursor: z.null(), total: z.int() })

/** The retention policy as staff see it: each `period` as in '5 years', and as `keeping` a `RetentionEffect`. */
export const retentionRules = z.object({
  rows: z.array(z.object({ subject: z.string(), text: z.string(), period: z.string(), keeping: z.string() })),
})
