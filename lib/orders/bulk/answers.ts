import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { nothingPlaced } from './errors.ts'
import type { BulkOutcome, RowRefusal } from './place-orders.ts'
import type { PricedBulkRow } from './price-orders.ts'

/** A row of a dry run that would be placed. */
type PricedOrder = Extract<PricedBulkRow, { price: Points }>
/** A row of a dry run that would be refused. */
type RowNotPlaced = Exclude<PricedBulkRow, PricedOrder>

/**
 * Response to a call that placed orders. `toRow` converts a placed order to a row of the response.
 * @throws CONFLICT the call had `atomic` and nothing was placed
 */
export function answerForPlacedOrders<Row>(
  outcome: BulkOutcome,
  atomic: boolean,
  toRow: (placed: { index: number; orderId: number }) => Row,
) {
  if (atomic && outcome.placed === 0) throw nothingPlaced(outcome)
  return { ...outcome, results: outcome.results.map((row) => ('orderId' in row ? toRow(row) : row)) }
}

/**
 * Response to a dry run: which rows would be placed or refused, and the total price in points. If `atomic` is true and
 * a row would be refused, `placed` and `point` are 0. `toRow` converts a row that would be placed to a row of the
 * response, `toRefusal` a row that would be refused.
 */
export function answerForDryRun<Row, Refused = RowRefusal>(
  rows: readonly PricedBulkRow[],
  atomic: boolean,
  toRow: (order: PricedOrder) => Row,
  toRefusal: (refusal: RowRefusal, row: RowNotPlaced) => Refused = (refusal) => refusal as Refused,
) {
  const placeable = rows.filter((row) => 'price' in row)
  const placed = atomic && placeable.length < rows.length ? [] : placeable
  const results = rows.map((row): Row | Refused => {
    if ('price' in row) return toRow(row)
    const { index, error } = row
    return toRefusal({ index, code: error.code, message: error.message }, row)
  })
  const point = pointsToNumber(placed.reduce((sum, { price }) => sum + price, 0n))
  return { placed: placed.length, total: rows.length, point, results }
}
