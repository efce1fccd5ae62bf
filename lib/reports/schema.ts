import { z } from 'zod'
import { dayFields, withDaysInOrder } from '#lib/core/list-query.ts'

/**
 * First and last day, both included, in Seoul's time zone. The last day is today by default; the first is 29 days
 * earlier.
 */
export const dailyReportQuery = withDaysInOrder(z.object(dayFields))

const dailyRow = z.object({
  day: z.iso.date(),
  /** Numbers of orders and auto orders placed, charges credited, and members registered. */
  orders: z.int(),
  autoOrders: z.int(),
  charges: z.int(),
  members: z.int(),
  /** Points credited by charges. */
  charged: z.number(),
  /** Points paid for orders and auto orders. */
  sales: z.number(),
  /** Points refunded for orders and auto orders. */
  refunded: z.number(),
  /** Points of all other ledger entries together; negative if these debited more than they credited. */
  other: z.number(),
})

export type DailyRow = z.output<typeof dailyRow>

export const dailyReport = z.object({ rows: z.array(dailyRow), nextCursor: z.null(), total: z.int() })

/** The retention policy as staff see it. `period` looks like '5 years'; `keeping` is a `RetentionEffect`. */
export const retentionRules = z.object({
  rows: z.array(z.object({ subject: z.string(), text: z.string(), period: z.string(), keeping: z.string() })),
})
