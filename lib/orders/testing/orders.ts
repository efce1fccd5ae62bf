import { worker } from '#lib/audit/actor.ts'
import { sha256 } from '#lib/core/crypto.ts'
import { db } from '#lib/core/db.ts'
import { orderStatus } from '../labels.ts'
import { type OrderRequest, placeOrder } from '../place-order.ts'
import type { PlaceOrderInput } from '../schema.ts'
import { transitionOrder } from '../transition-order.ts'

type OrderOptions = Partial<PlaceOrderInput> & { memberId: number; serviceId: number; key?: string }

/**
 * A request for an order on the website (`source` WEB; change the result for another). Default: one unit, and always
 * the same link.
 */
export function orderRequest({ memberId, key, ...input }: OrderOptions): OrderRequest {
  return {
    memberId,
    source: 'WEB',
    isOrderingPaused: false,
    idempotency: key === undefined ? null : { key, bodyHash: sha256(JSON.stringify(input)) },
    input: { link: 'https://www.instagram.com/some.body/', amount: 1, runs: 0, interval: 0, ...input },
  }
}

/** Places an order through the use case. Returns its id. */
export async function makeOrder(options: OrderOptions): Promise<number> {
  const { orderId } = await placeOrder(db(), orderRequest(options))
  return orderId
}

/** Places an order and completes it as the worker. Returns its id. */
export async function makeCompletedOrder(options: OrderOptions): Promise<number> {
  const orderId = await makeOrder(options)
  await transitionOrder(db(), worker, {
    orderId,
    status: orderStatus.COMPLETED,
    remains: 0,
    startCount: null,
    reason: '',
  })
  return orderId
}
