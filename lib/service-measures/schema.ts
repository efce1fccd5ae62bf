import { z } from 'zod'

/**
 * Medians in seconds over the latest 10 and the latest 100 ended orders; null if none of these orders has the time that
 * is measured.
 */
const medians = z.object({ last10: z.int().nullable(), last100: z.int().nullable() })

/**
 * Delivery times and outcomes of a service's latest ended orders, without orders that their members cancelled
 * (docs/contract.md#measured-delivery). With fewer than ten orders (MIN_MEASURED_ORDERS) the medians are null and the
 * counts of outcomes are 0.
 */
export const serviceMeasures = z.object({
  /** Number of orders measured, at most 100. */
  orders: z.int(),
  /** `start`: time from placing an order to its start; `finish`: time from placing an order to its completion. */
  start: medians,
  finish: medians,
  completed: z.int(),
  partial: z.int(),
  canceled: z.int(),
  /** Days after the completion of an order within which a refill can be requested; 0 if there are no refills. */
  refillDays: z.int(),
  /** The last change of the price: its day in Seoul, and the prices of one unit in won. */
  priceChange: z.object({ day: z.string(), from: z.number(), to: z.number() }).nullable(),
})

export type ServiceMeasures = z.output<typeof serviceMeasures>
