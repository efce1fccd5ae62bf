import { z } from 'zod'
import { serviceTypeNames } from '#lib/catalog/service-types.ts'
import { text } from '#lib/core/text.ts'
import { bulkAnswer, dryRunField } from '#lib/orders/bulk/schema.ts'
import { orderStatusNames } from '#lib/orders/labels.ts'
import { placeOrderInput } from '#lib/orders/schema.ts'
import { sinceOf } from './rules.ts'

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

/** Query of GET /services: with `since`, only what changed after that time. */
export const resellerServicesQuery = z.object({
  since: text(40)
    // In a query a plus means a space, so that offsets such as +09:00 arrive with one.
    .transform((value) => value.replace(/ (?=\d\d:\d\d$)/, '+'))
    .pipe(z.iso.datetime({ offset: true }))
    .transform(sinceOf)
    .optional()
    .meta({ format: 'date-time' }),
})

/** Response of GET /services?since: `cursor` is the `since` of the next call, `gone` the services no longer listed. */
export const resellerServiceChanges = z.strictObject({
  cursor: z.string(),
  changed: resellerServiceList,
  gone: z.array(z.int()),
})

export type ResellerChanges = z.output<typeof resellerServiceChanges>

export type ResellerService = z.output<typeof resellerServiceList>[number]

/** An order over the public API, which has no auto orders (docs/contract.md#public-api). */
export const resellerOrderInput = placeOrderInput
  .omit({ runs: true, interval: true })
  .extend({ dryRun: dryRunField })
  .meta({ required: ['serviceId'] })

/** Response of POST /order (docs/contract.md#public-api). */
export const resellerPlacedOrder = z.object({ wId: z.number().int() })

const pricedRow = { amount: z.int(), point: z.number() }

/** Response of POST /order to a dry run. */
export const resellerPricedOrder = z.strictObject(pricedRow)

/** Responses of POST /orders (docs/contract.md#bulk-orders). */
export const resellerPlacedOrders = bulkAnswer({ wId: z.int() })
export const resellerPricedOrders = bulkAnswer(pricedRow)

/** Response of GET /status/{wId} (docs/contract.md#public-api). */
export const resellerOrderStatus = z.object({
  status: z.enum(Object.values(orderStatusNames)),
  remains: z.number().int(),
  startCount: z.number().int().nullable(),
})
