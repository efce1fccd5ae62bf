import { z } from 'zod'
import { serviceTypeNames } from '#lib/catalog/service-types.ts'
import { orderStatusNames } from '#lib/orders/labels.ts'

/**
 * Response of GET /services; `point` is the price of one unit in won. A service with `isReadOnly` is listed, but orders
 * of it are refused (docs/contract.md#public-api).
 */
export const resellerServiceList = z.array(
  z.strictObject({
    id: z.int(),
    min: z.int(),
    max: z.int(),
    text: z.string(),
    point: z.number(),
    isReadOnly: z.boolean(),
    /** Absent for the type Default. */
    type: z.enum(serviceTypeNames).optional(),
  }),
)

export type ResellerService = z.output<typeof resellerServiceList>[number]

/** Response of POST /order (docs/contract.md#public-api). */
export const resellerPlacedOrder = z.object({ wId: z.number().int() })

/** Response of GET /status/{wId} (docs/contract.md#public-api). */
export const resellerOrderStatus = z.object({
  status: z.enum(Object.values(orderStatusNames)),
  remains: z.number().int(),
  startCount: z.number().int().nullable(),
})
