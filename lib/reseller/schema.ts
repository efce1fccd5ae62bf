import { z } from 'zod'

/** GET /services (docs/contract.md#public-api); `point` is the price of one in won. */
export const resellerServiceList = z.array(
  z.strictObject({ id: z.int(), min: z.int(), max: z.int(), text: z.string(), point: z.number() }),
)

export type ResellerService = z.output<typeof resellerServiceList>[number]

/** What POST /order answers (docs/contract.md#public-api). */
export const resellerOrder = z.object({ wId: z.number().int() })

/** What GET /status/{wId} answers (docs/contract.md#public-api). */
export const resellerStatus = z.object({
  status: z.string(),
  remains: z.number().int(),
  startCount: z.number().int().nullable(),
})
