import { z } from 'zod'
import { isStorable } from '#lib/core/storable.ts'
import { boundedList } from '#lib/core/text.ts'
import { placeOrderInput } from '../schema.ts'

/** Maximum number of orders in one call. */
export const MAX_BULK_ORDERS = 1_000

/** Maximum size of the body of a bulk call, in bytes. */
export const MAX_BULK_BODY_BYTES = 1_024 * 1_024

/** A bulk call counts towards the rate limit as one call per this many orders. */
export const ORDERS_PER_COUNTED_CALL = 100

/** Number of calls that a bulk call counts as towards the rate limit: one per 100 orders, rounded up. */
export const bulkWeight = ({ orders }: { orders: readonly unknown[] }): number =>
  Math.ceil(orders.length / ORDERS_PER_COUNTED_CALL)

/** True: the call only prices and checks the orders, and writes nothing. */
export const dryRunField = z.boolean().nullish()

/**
 * Body of a call that places many orders. A row that doesn't match the schema, or whose text can't be stored, becomes
 * null, so that only this row is refused and not the whole call. The call has to declare `checksStorable`.
 */
export const bulkOrderInput = z.object({
  orders: boundedList(placeOrderInput.nullable().refine(isStorable).catch(null), MAX_BULK_ORDERS, { least: 1 }),
  atomic: z.boolean().nullish(),
  dryRun: dryRunField,
})

/** `placed` of `total` rows were placed, for `point` points together. */
const counts = { placed: z.int(), total: z.int(), point: z.number() }

/** A row that was not placed, with the error that a call for this order alone would have (`RowRefusal`). */
const refusedRow = z.strictObject({ index: z.int(), code: z.string(), message: z.string() })

/**
 * Response to a bulk call or its dry run: of `total` rows, `placed` were or would be placed, for `point` points
 * together. `row`: fields of an accepted row besides its index.
 */
export const bulkAnswer = <Row extends z.ZodRawShape>(row: Row) =>
  z.strictObject({
    ...counts,
    results: z.array(z.union([z.strictObject({ index: z.int(), ...row }), refusedRow])),
  })

/**
 * Further fields of the CONFLICT response to an `atomic` call that placed nothing; `results` are the refused rows,
 * which the caller has to correct.
 */
export const nothingPlacedErrorFields = z.strictObject({ ...counts, results: z.array(refusedRow) })

/** Response of POST /service/orders. */
export const placedOrders = bulkAnswer({ orderId: z.int() })

/**
 * Response of POST /service/orders to a dry run, with the name (`text`) and platform of each service and the member's
 * balance in points. `amount`: quantity of a row; `point`: its price. `needsDetails`: the row was refused because its
 * service needs more than link and quantity. `price`: the price in points of a refused row that would be placed if the
 * balance covered all rows; null for any other refusal.
 */
export const pricedOrders = z.strictObject({
  ...counts,
  results: z.array(
    z.union([
      z.strictObject({ index: z.int(), text: z.string(), platformId: z.int(), amount: z.int(), point: z.number() }),
      refusedRow.extend({
        text: z.string().nullable(),
        platformId: z.int().nullable(),
        needsDetails: z.boolean(),
        price: z.number().nullable(),
      }),
    ]),
  ),
  balance: z.number(),
})

export type PlacedOrders = z.output<typeof placedOrders>
/** Response to the dry run of a bulk order: the price or refusal of each row. */
export type PricedOrders = z.output<typeof pricedOrders>
