import { z } from 'zod'
import { serviceTypeNames } from '#lib/catalog/service-types.ts'
import { text } from '#lib/core/text.ts'
import { bulkAnswer, dryRunField } from '#lib/orders/bulk/schema.ts'
import { orderStatusNames } from '#lib/orders/labels.ts'
import { placeOrderInput } from '#lib/orders/schema.ts'
import { toCursor } from './rules.ts'

/**
 * Response of GET /services: the services of the shop, at the member's prices (docs/contract.md#public-api).
 */
export const resellerServiceList = z.array(
  z.strictObject({
    id: z.int(),
    min: z.int(),
    max: z.int(),
    /** Name of the service. */
    text: z.string(),
    /** Price of one unit or package, in won. */
    point: z.number(),
    /** True if the service is listed but can't be ordered. */
    isReadOnly: z.boolean(),
    /** Absent for the type Default. */
    type: z.enum(serviceTypeNames).optional(),
  }),
)

/** Query of GET /services. With `since`, the response has only the changes after that time. */
export const resellerServicesQuery = z.object({
  since: text(40)
    // In a query a plus sign means a space: an offset such as +09:00 arrives as ' 09:00'.
    .transform((value) => value.replace(/ (?=\d\d:\d\d$)/, '+'))
    .pipe(z.iso.datetime({ offset: true }))
    .transform(toCursor)
    .optional()
    .meta({ format: 'date-time' }),
})

/** Response of GET /services with `since`: the changes after that time. */
export const resellerServiceChanges = z.strictObject({
  /** Value of `since` for the next call. */
  cursor: z.string(),
  changed: resellerServiceList,
  /** Ids of the services that are no longer listed. */
  gone: z.array(z.int()),
})

/** Response of GET /services with `since`: the services that have changed after that time. */
export type ResellerChanges = z.output<typeof resellerServiceChanges>

export type ResellerService = z.output<typeof resellerServiceList>[number]

/** Body of POST /order, which places no auto orders (docs/contract.md#public-api). */
export const resellerOrderInput = placeOrderInput
  .omit({ runs: true, interval: true })
  .extend({ dryRun: dryRunField })
  .meta({ required: ['serviceId'] })

/** Response of POST /order (docs/contract.md#public-api); `wId` is the id of the order. */
export const resellerPlacedOrder = z.object({ wId: z.number().int() })

/** Fields of the response to a dry run: quantity (`amount`) of the order and its price in points (`point`). */
const pricedRow = { amount: z.int(), point: z.number() }

/** Response of POST /order to a dry run. */
export const resellerPricedOrder = z.strictObject(pricedRow)

/** Response of POST /orders (docs/contract.md#bulk-orders). */
export const resellerPlacedOrders = bulkAnswer({ wId: z.int() })
/** Response of POST /orders to a dry run, which places nothing: quantity and price of each row that could be ordered. */
export const resellerPricedOrders = bulkAnswer(pricedRow)

/** Response of GET /status/{wId} (docs/contract.md#public-api). */
export const resellerOrderStatus = z.object({
  status: z.enum(Object.values(orderStatusNames)),
  remains: z.number().int(),
  startCount: z.number().int().nullable(),
})
