import { memberActor } from '#lib/audit/actor.ts'
import type { Caller, Idempotency } from '#lib/core/call.ts'
import { clock } from '#lib/core/clock.ts'
import type { Database } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { cancelAutoOrder } from '#lib/orders/auto/cancel-auto-order.ts'
import { placeAutoOrder } from '#lib/orders/auto/place-auto-order.ts'
import { type BulkOrderTarget, type BulkOutcome, type BulkRequest, placeOrders } from '#lib/orders/bulk/place-orders.ts'
import { type PricedBulkRow, priceOrder, priceOrders } from '#lib/orders/bulk/price-orders.ts'
import { isAutoOrder } from '#lib/orders/errors.ts'
import type { OrderStatus } from '#lib/orders/labels.ts'
import { type OrderRequest, placeOrder } from '#lib/orders/place-order.ts'
import { memberOrderState, orderProgress } from '#lib/orders/queries.ts'
import type { PlacedOrder, PlaceOrderInput } from '#lib/orders/schema.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { cancelOrRequest } from '#lib/requests/cancel-or-request.ts'
import { tryToCreateRequest } from '#lib/requests/create-request.ts'
import type { RequestState } from '#lib/requests/labels.ts'
import { refillStatesOf } from '#lib/requests/queries/list-for-member.ts'
import { cancelSimulatedOrder } from '#lib/sandbox/cancel-simulated-order.ts'
import { placeSimulatedOrder, sandboxOrderTarget } from '#lib/sandbox/place-simulated-order.ts'
import { sandboxBalance, simulatedOrdersById } from '#lib/sandbox/queries.ts'
import { type SandboxOwner, sandboxOwnerOf } from '#lib/sandbox/sandbox-owner.ts'
import { settings } from '#lib/settings/queries.ts'
import { orderStates, stateOfSimulatedOrder } from './v2/queries.ts'
import type { V2OrderState } from './v2/schema.ts'

/** An order to place. `call`: name under which its idempotency key is stored. */
type OrderOfKey = { input: PlaceOrderInput; idempotency: Idempotency | null; call?: string }

/** Orders to place by one call. */
type BulkOfKey = Pick<BulkRequest, 'rows' | 'atomic' | 'idempotency'>

/** Quantity of an order (`amount`) and its price in points (`point`). */
type OrderPrice = { amount: number; point: number }
type Progress = { status: OrderStatus; remains: number; startCount: number | null }

/**
 * Operations on the orders that an API key works on: its member's orders or, for a test key, simulated orders. Calls of
 * the public API use orders only through this interface. So test keys never reach real orders, and other keys never
 * simulated ones (docs/contract.md#sandbox).
 */
export type KeyOrders = {
  /** Places an order, or an auto order if `runs` or `interval` is given. @throws what `placeOrderOfKind` throws */
  place(order: OrderOfKey): Promise<PlacedOrder>
  /** Checks an order and returns its price, without placing it. @throws what `priceOrder` throws */
  price(input: PlaceOrderInput): Promise<OrderPrice>
  /** Places the orders of one call. @throws what `placeOrders` throws */
  placeMany(orders: BulkOfKey): Promise<BulkOutcome>
  /** Prices and checks the orders of one call, without placing them. @throws what `priceOrders` throws */
  priceMany(orders: Omit<BulkOfKey, 'idempotency'>): Promise<PricedBulkRow[]>
  /**
   * Progress of an order that isn't an auto order. Null if there is no such order, or if a real order is too old for
   * its state to be reported (`isStateReadableSql`).
   */
  progress(id: number): Promise<Progress | null>
  /** States of orders and auto orders by id. Leaves out unknown ids, and old orders (`orderStates`). */
  states(ids: readonly number[]): Promise<Map<number, V2OrderState>>
  /** Cancels an order or auto order, or requests its cancellation. @throws NOT_FOUND; CONFLICT neither is possible */
  cancel(id: number): Promise<void>
  /** Requests a refill of an order. Returns the id of the request; null if no refill can be requested now. */
  refill(id: number): Promise<number | null>
  /** Requests a speed-up of an order. Returns false if no speed-up can be requested now. */
  speedUp(id: number): Promise<boolean>
  /** States of refills by id; unknown ids are left out. */
  refillStates(ids: readonly number[]): Promise<Map<number, RequestState>>
  balance(): Promise<Points>
}

type KeyContext = { db: Database; caller: Caller; address: string }

/**
 * Who buys an order with an API key: member, key, and the settings that apply. For a test key, the member only
 * determines the prices.
 */
async function buyerOf({ db, caller }: KeyContext) {
  const { ENABLE_SERVICE_CHECK: isOrderingPaused } = await settings(db)
  // The public test key has no row in api_keys, so it can't be ended, frozen or capped.
  const apiKeyId = caller.apiKey?.id || null
  return { memberId: caller.memberId, source: 'API', isOrderingPaused, apiKeyId } as const
}

const orderRequestOf = async (context: KeyContext, order: OrderOfKey): Promise<OrderRequest> => ({
  ...(await buyerOf(context)),
  ...order,
})

/** Name under which the idempotency keys of POST /orders are stored. */
const BULK_CALL = 'orders'

/** The operations that are the same for real and simulated orders. */
function sharedOperations(context: KeyContext, target?: BulkOrderTarget) {
  const { db } = context
  return {
    price: async (input: PlaceOrderInput) => {
      const { amount, price } = await priceOrder(db, { ...(await buyerOf(context)), input }, target)
      return { amount, point: pointsToNumber(price) }
    },
    placeMany: async (orders: BulkOfKey) =>
      placeOrders(db, { ...(await buyerOf(context)), ...orders, call: BULK_CALL }, target),
    priceMany: async (orders: Omit<BulkOfKey, 'idempotency'>) =>
      priceOrders(db, { ...(await buyerOf(context)), ...orders }, target),
  }
}

/**
 * Cancels the member's order with this id, or requests its cancellation. If he has no such order, cancels his auto
 * order with this id.
 */
async function cancelOrderOrAutoOrder({ db, caller }: KeyContext, id: number): Promise<void> {
  const actor = memberActor(caller.memberId)
  try {
    await cancelOrRequest(db, actor, { orderId: id, source: 'API' })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
    await cancelAutoOrder(db, actor, { autoOrderId: id, reason: '' })
  }
}

/**
 * Requests a refill or speed-up of the member's order with this id. Returns the id of the request; null if it can't be
 * made, for example for an auto order.
 */
async function requestAbout(
  { db, caller }: KeyContext,
  orderId: number,
  kind: 'REFILL' | 'SPEED_UP',
): Promise<number | null> {
  if (!(await memberOrderState(db, caller.memberId, orderId))) return null
  const result = await tryToCreateRequest(db, memberActor(caller.memberId), { orderId, kind, source: 'API' })
  return 'refused' in result ? null : result.request.id
}

const realOrders = (context: KeyContext): KeyOrders => {
  const { db, caller } = context
  return {
    place: async (order) => {
      const place = isAutoOrder(order.input) ? placeAutoOrder : placeOrder
      return place(db, await orderRequestOf(context, order))
    },
    ...sharedOperations(context),
    progress: (id) => orderProgress(db, id, caller.memberId),
    states: (ids) => orderStates(db, caller.memberId, ids),
    cancel: (id) => cancelOrderOrAutoOrder(context, id),
    refill: (id) => requestAbout(context, id, 'REFILL'),
    speedUp: async (id) => (await requestAbout(context, id, 'SPEED_UP')) !== null,
    refillStates: (ids) => refillStatesOf(db, caller.memberId, ids),
    balance: () => balanceOf(db, caller.memberId),
  }
}

const ordersOfSandbox = (context: KeyContext, owner: SandboxOwner): KeyOrders => {
  const { db } = context
  const find = (ids: readonly number[]) => simulatedOrdersById(db, owner, ids, clock.now())
  return {
    place: async (order) => placeSimulatedOrder(db, owner, await orderRequestOf(context, order)),
    ...sharedOperations(context, sandboxOrderTarget(db, owner)),
    progress: async (id) => {
      const order = (await find([id])).get(id)
      return order && !order.isAuto ? order : null
    },
    states: async (ids) => new Map([...(await find(ids))].map(([id, order]) => [id, stateOfSimulatedOrder(order)])),
    cancel: (id) => cancelSimulatedOrder(db, owner, { orderId: id }),
    refill: async () => null,
    speedUp: async () => false,
    refillStates: async () => new Map(),
    balance: () => sandboxBalance(db, owner, clock.now()),
  }
}

/** The orders that the caller's API key works on: simulated ones for a test key, else real ones. */
export function ordersOfKey(context: KeyContext): KeyOrders {
  const owner = sandboxOwnerOf(context.caller, context.address)
  return owner ? ordersOfSandbox(context, owner) : realOrders(context)
}
