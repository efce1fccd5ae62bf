import { z } from 'zod'

/** GET /services: spec 7's fields, and the price of one in won. */
export const resellerServiceList = z.array(
  z.strictObject({ id: z.int(), min: z.int(), max: z.int(), text: z.string(), point: z.number() }),
)

export type ResellerService = z.output<typeof resellerServiceList>[number]
