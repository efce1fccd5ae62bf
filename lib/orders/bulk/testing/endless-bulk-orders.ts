import { randomUUID } from 'node:crypto'
import { db } from '#lib/core/db.ts'
import { placeOrders } from '../place-orders.ts'
import { bulkRequest } from './bulk-orders.ts'

// A process that a test kills: `node endless-bulk-orders.ts <member> <service>`. Sends bulk calls of 50 one-unit
// orders, two calls at a time, each with its own idempotency key. After each call, prints how many orders were placed.
const [memberId = 0, serviceId = 0] = process.argv.slice(2).map(Number)
const rows = Array.from({ length: 50 }, () => ({ serviceId }))

async function placeCalls(): Promise<void> {
  for (;;) {
    const { placed } = await placeOrders(db(), bulkRequest({ memberId, rows, key: randomUUID() }))
    process.stdout.write(`${placed}\n`)
  }
}
await Promise.all([placeCalls(), placeCalls()])
