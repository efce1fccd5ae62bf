import type { Database, Db } from '#lib/core/db.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { priceOf, totalQuantity } from '#lib/money/prices.ts'
import { refuseIfAutoOrdersOff } from '#lib/orders/auto/place-auto-order.ts'
import type { StoredBulkOutcome } from '#lib/orders/bulk/insert-bulk-order.ts'
import type { BulkOrderTarget } from '#lib/orders/bulk/place-orders.ts'
import { isAutoOrder } from '#lib/orders/errors.ts'
import {
  idempotencyScope,
  type OrderRequest,
  type ParsedOrderRequest,
  placeOrderOfKind,
} from '#lib/orders/place-order.ts'
import type { PlacedOrder, PlaceOrderInput } from '#lib/orders/schema.ts'
import type { PricedService } from '#lib/prices/queries.ts'
import { checkSimulatedFit, insertSimulatedOrders } from './insert-simulated-orders.ts'
import { type SandboxOwner, sandboxQueueKey } from './sandbox-owner.ts'
import { firstSimulatedOutcome } from './simulated-outcome.ts'

/** Fields of an order's input that the response repeats. */
type InputForResponse = Pick<PlaceOrderInput, 'link' | 'amount' | 'runs' | 'interval' | 'serviceId'>

/** Builds the response from the outcome of a single order and its input; null if the order wasn't placed. */
function toPlacedOrder({ orders, point }: StoredBulkOutcome, input: InputForResponse): PlacedOrder | null {
  const [, orderId] = orders[0] ?? []
  if (orderId === undefined) return null
  const { link, amount, serviceId } = input
  const auto = isAutoOrder(input) && { autoOrderId: orderId }
  return { orderId, ...auto, link, amount, serviceId, point: pointsToNumber(BigInt(point)) }
}

/**
 * Places a simulated order, one-off or auto, with a test key. The rules and prices are those of real orders, and the
 * sandbox's balance pays (docs/contract.md#sandbox). Changes no real order or balance, and sends nothing to a provider.
 * @throws what `placeOrderOfKind` throws
 */
export function placeSimulatedOrder(db: Database, owner: SandboxOwner, request: OrderRequest): Promise<PlacedOrder> {
  const call = idempotencyScope(request)
  const { idempotency, apiKeyId = null } = request
  const insert = async (_: Db, { input }: ParsedOrderRequest, service: PricedService) => {
    const price = priceOf(service.unitPrice, totalQuantity(input.amount, input.runs))
    const rows = [{ index: 0, input, service, price, cleanLink: null }]
    const outcome = await insertSimulatedOrders(db, owner, {
      ...{ rows, apiKeyId, call, idempotency, atomic: false, refused: [] },
    })
    return outcome && toPlacedOrder(outcome, input)
  }
  const firstAnswer = async (handle: Db) => {
    const first = await firstSimulatedOutcome(handle, owner, { call, idempotency })
    return first && toPlacedOrder(first, request.input)
  }
  const check = isAutoOrder(request.input) ? refuseIfAutoOrdersOff : () => {}
  // `ignoresOpenOrders` skips the rule about open orders on a link: its refusals would reveal real orders to a test
  // key.
  return placeOrderOfKind({ check, insert, firstAnswer, ignoresOpenOrders: true }, db, request)
}

/**
 * Returns the target with which `placeOrders` and `priceOrders` work on this owner's sandbox instead of on real orders.
 */
export const sandboxOrderTarget = (db: Database, owner: SandboxOwner): BulkOrderTarget => ({
  insert: (_, request) => insertSimulatedOrders(db, owner, request),
  checkFit: (handle, wanted) => checkSimulatedFit(handle, owner, wanted),
  firstOutcome: (handle, request) => firstSimulatedOutcome(handle, owner, request),
  queueOf: () => sandboxQueueKey(owner),
})
