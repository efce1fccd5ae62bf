import { memberActor } from '#lib/audit/actor.ts'
import type { Caller, Idempotency } from '#lib/core/call.ts'
import { clock } from '#lib/core/clock.ts'
import type { Database } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { cancelAutoOrder } from '#lib/orders/auto/cancel-auto-order.ts'
import { placeAutoOrder } from '#lib/orders/auto/place-auto-order.ts'
import { priceOrder } from '#lib/orders/bulk/place-orders.ts'
import { cancelOrder } from '#lib/orders/cancel-order.ts'
import type { OrderStatus } from '#lib/orders/labels.ts'
import { type OrderRequest, placeOrder } from '#lib/orders/place-order.ts'
import { orderProgress } from '#lib/orders/queries.ts'
import { isAutoOrder } from '#lib/orders/rules.ts'
import type { PlacedOrder, PlaceOrderInput } from '#lib/orders/schema.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { cancelSimulatedOrder } from '#lib/sandbox/cancel-simulated-order.ts'
import { placeSimulatedOrder } from '#lib/sandbox/place-simulated-order.ts'
import { priceSimulatedOrder } from '#lib/sandbox/price-simulated-order.ts'
import { sandboxPoint, simulatedOrders } from '#lib/sandbox/queries.ts'
import { type SandboxOwner, sandboxOwnerOf } from '#lib/sandbox/sandbox-owner.ts'
import { settings } from '#lib/settings/queries.ts'
import { orderStates, stateOfSimulated } from './v2/queries.ts'
import type { V2OrderState } from './v2/schema.ts'

type OrderOfKey = { input: PlaceOrderInput; idempotency: Idempotency | null; call?: string }
/** Quantity of an order and its price, in points. */
type OrderPrice = { amount: number; point: number }
type Progress = { status: OrderStatus; remains: number; startCount: number | null }

/**
 * What an API key can do with orders and see of them: its member's, or for a test key simulated ones. Calls of the
 * public API reach orders in no other way, so that neither kind of key meets the other's (docs/contract.md#sandbox).
 */
export type KeyOrders = {
  /** Places an order, or an auto order if `runs` or `interval` is given. @throws as `placeOrderOfKind` */
  place(order: OrderOfKey): Promise<PlacedOrder>
  /** What an order would cost; it is checked, not placed. @throws as `placeOrder` */
  price(input: PlaceOrderInput): Promise<OrderPrice>
  /** Progress of an order that is no auto order; null if there is none of this number. */
  progress(id: number): Promise<Progress | null>
  /** States of orders and auto orders by number, without those that there aren't. */
  states(ids: readonly number[]): Promise<Map<number, V2OrderState>>
  /** @throws NOT_FOUND; CONFLICT too late */
  cancel(id: number): Promise<void>
  balance(): Promise<Points>
}

type KeyContext = { db: Database; caller: Caller; address: string }

async function requestOf({ db, caller }: KeyContext, order: OrderOfKey): Promise<OrderRequest> {
  const { ENABLE_SERVICE_CHECK: serviceCheck } = await settings(db)
  // The public test key has no row that could be ended, frozen or capped.
  const apiKeyId = caller.apiKey?.id || null
  return { memberId: caller.memberId, source: 'API', serviceCheck, apiKeyId, ...order }
}

/** Cancels the member's order of this number; if there is none, his auto order. */
async function cancelEither({ db, caller }: KeyContext, id: number): Promise<void> {
  const actor = memberActor(caller.memberId)
  try {
    await cancelOrder(db, actor, { orderId: id })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
    await cancelAutoOrder(db, actor, { autoOrderId: id, reason: '' })
  }
}

const realOrders = (context: KeyContext): KeyOrders => {
  const { db, caller } = context
  return {
    place: async (order) => {
      const place = isAutoOrder(order.input) ? placeAutoOrder : placeOrder
      return place(db, await requestOf(context, order))
    },
    price: async (input) => {
      const { amount, price } = await priceOrder(db, await requestOf(context, { input, idempotency: null }))
      return { amount, point: pointsToNumber(price) }
    },
    progress: (id) => orderProgress(db, id, caller.memberId),
    states: (ids) => orderStates(db, caller.memberId, ids),
    cancel: (id) => cancelEither(context, id),
    balance: () => balanceOf(db, caller.memberId),
  }
}

const ordersOfSandbox = (context: KeyContext, owner: SandboxOwner): KeyOrders => {
  const { db } = context
  const find = (ids: readonly number[]) => simulatedOrders(db, owner, ids, clock.now())
  return {
    place: async (order) => placeSimulatedOrder(db, owner, await requestOf(context, order)),
    price: async (input) => {
      const request = await requestOf(context, { input, idempotency: null })
      const { amount, point } = await priceSimulatedOrder(db, owner, request)
      return { amount, point }
    },
    progress: async (id) => {
      const order = (await find([id])).get(id)
      return order && !order.isAuto ? order : null
    },
    states: async (ids) => new Map([...(await find(ids))].map(([id, order]) => [id, stateOfSimulated(order)])),
    cancel: (id) => cancelSimulatedOrder(db, owner, { orderId: id }),
    balance: () => sandboxPoint(db, owner, clock.now()),
  }
}

/** The orders that the caller's API key works on. */
export function ordersOfKey(context: KeyContext): KeyOrders {
  const owner = sandboxOwnerOf(context.caller, context.address)
  return owner ? ordersOfSandbox(context, owner) : realOrders(context)
}
