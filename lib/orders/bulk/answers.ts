import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { nothingPlaced } from './errors.ts'
import type { BulkOutcome, PricedRow, Refusal } from './place-orders.ts'

type PricedOrder = Extract<PricedRow, { price: Points }>
type RefusedPrice = Exclude<PricedRow, PricedOrder>

/**
 * Answer of a call that placed orders. `toRow` makes the answer's row of a placed order.
 * @throws CONFLICT the call had `atomic` and nothing was placed
 */
export function placedAnswer<Row>(
  outcome: BulkOutcome,
  atomic: boolean,
  toRow: (placed: { index: number; orderId: number }) => Row,
) {
  if (atomic && outcome.placed === 0) throw nothingPlaced(outcome)
  return { ...outcome, results: outcome.results.map((row) => ('orderId' in row ? toRow(row) : row)) }
}

/**
 * Answer of a dry run: what the call would place and refuse, and for how many points. `toRow` makes the answer's row of
 * an order that would be placed.
 */
export function pricedAnswer<Row, Refused = Refusal>(
  rows: readonly PricedRow[],
  atomic: boolean,
  toRow: (order: PricedOrder) => Row,
  toRefusal: (refusal: Refusal, row: RefusedPrice) => Refused = (refusal) => refusal as Refused,
) {
  const fitting = rows.filter((row) => 'price' in row)
  const placed = atomic && fitting.length < rows.length ? [] : fitting
  const results = rows.map((row): Row | Refused => {
    if ('price' in row) return toRow(row)
    const { index, error } = row
    return toRefusal({ index, code: error.code, message: error.message }, row)
  })
  const point = pointsToNumber(placed.reduce((sum, { price }) => sum + price, 0n))
  return { placed: placed.length, total: rows.length, point, results }
}
