import { z } from 'zod'
import { boundedList } from '#lib/core/text.ts'
import { placeOrderInput } from '../schema.ts'

/** Maximum number of orders in one call. */
export const MAX_BULK_ORDERS = 1_000

/** Largest body of a call for many orders, in bytes. */
export const MAX_BULK_BODY_BYTES = 1_024 * 1_024

const ORDERS_PER_CALL = 100

/** As how many calls for single orders a bulk call counts towards its limit: one for each 100 orders begun. */
export const bulkWeight = ({ orders }: { orders: readonly unknown[] }): number =>
  Math.ceil(orders.length / ORDERS_PER_CALL)

/** Whether a call only prices and checks, and writes nothing. */
export const dryRunField = z.boolean().nullish()

/**
 * Body of a call that places many orders. A row of the wrong form becomes null: it is refused by itself, like any other
 * row, and not the whole call.
 */
export const bulkOrderInput = z.object({
  orders: boundedList(placeOrderInput.nullable().catch(null), MAX_BULK_ORDERS, { least: 1 }),
  atomic: z.boolean().nullish(),
  dryRun: dryRunField,
})

const counts = { placed: z.int(), total: z.int(), point: z.number() }

const refusedRow = z.strictObject({ index: z.int(), code: z.string(), message: z.string() })

/**
 * Answer of a bulk call whose accepted rows have these fields besides their index. `placed` of `total` rows were placed,
 * for `point` points together; in a dry run they would be.
 */
export const bulkAnswer = <Row extends z.ZodRawShape>(row: Row) =>
  z.strictObject({
    ...counts,
    results: z.array(z.union([z.strictObject({ index: z.int(), ...row }), refusedRow])),
  })

/** What a call with `atomic` says when it placed nothing: the rows that have to be corrected. */
export const bulkConflict = z.strictObject({ ...counts, results: z.array(refusedRow) })

/** Answer of POST /service/orders. */
export const placedOrders = bulkAnswer({ orderId: z.int() })

/**
 * Answer of POST /service/orders to a dry run: with the services' names and the present balance. `needsDetails` says that
 * a row was refused for want of what its service asks for besides link and quantity.
 */
export const pricedOrders = z.strictObject({
  ...counts,
  results: z.array(
    z.union([
      z.strictObject({ index: z.int(), text: z.string(), amount: z.int(), point: z.number() }),
      refusedRow.extend({ text: z.string().nullable(), needsDetails: z.boolean() }),
    ]),
  ),
  balance: z.number(),
})

export type PlacedOrders = z.output<typeof placedOrders>
export type PricedOrders = z.output<typeof pricedOrders>
