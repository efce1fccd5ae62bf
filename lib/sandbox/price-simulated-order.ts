import { capLeft } from '#lib/api-keys/daily-cap.ts'
import type { Service } from '#lib/catalog/queries.ts'
import { clock } from '#lib/core/clock.ts'
import type { Db } from '#lib/core/db.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { priceOf } from '#lib/money/prices.ts'
import { type OrderRequest, type ParsedOrderRequest, placeOrderOfKind } from '#lib/orders/place-order.ts'
import type { PlacedOrder } from '#lib/orders/schema.ts'
import { sandboxPoint } from './queries.ts'
import type { SandboxOwner } from './sandbox-owner.ts'

/**
 * Prices and checks a simulated one-off order by the balance of the sandbox and the daily cap of the test key, and writes
 * nothing. Returns the order as it would be placed, without a number.
 * @throws as `placeSimulatedOrder`
 */
export function priceSimulatedOrder(db: Db, owner: SandboxOwner, request: OrderRequest): Promise<PlacedOrder> {
  const insert = async (_: Db, { input, apiKeyId }: ParsedOrderRequest, service: Service) => {
    const price = priceOf(service.unitPrice, input.amount)
    const left = apiKeyId == null ? null : await capLeft(db, apiKeyId)
    if (price > (await sandboxPoint(db, owner, clock.now())) || (left !== null && price > left)) return null
    const { link, amount, serviceId } = input
    return { orderId: 0, link, amount, serviceId, point: pointsToNumber(price) }
  }
  return placeOrderOfKind({ check: () => {}, insert, firstAnswer: async () => null }, db, request)
}
