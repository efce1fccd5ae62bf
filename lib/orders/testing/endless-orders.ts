import { db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { placeOrder } from '../place-order.ts'
import { orderRequest } from './orders.ts'

// A process that a test kills: `node endless-orders.ts <member> <service> <first key>`. Places one-unit orders with the
// idempotency keys <first key>, <first key> + 1, …, six at a time, and prints each key with its order's id. Ends when
// the member's points are used up.
const [memberId = 0, serviceId = 0, firstKey = 0] = process.argv.slice(2).map(Number)

function nullWhenPointsAreSpent(error: Error): null {
  if (error instanceof AppError && error.code === 'INSUFFICIENT_POINTS') return null
  throw error
}

let nextKey = firstKey
async function placeOrders(): Promise<void> {
  for (;;) {
    const key = String(nextKey++)
    const placed = await placeOrder(db(), orderRequest({ memberId, serviceId, key })).catch(nullWhenPointsAreSpent)
    if (!placed) return
    process.stdout.write(`${key} ${placed.orderId}\n`)
  }
}
await Promise.all(Array.from({ length: 6 }, placeOrders))
await db().end()
process.exit()
