/**
 * Measures orders per second through POST /orders with 100 rows, which the server answers without Next.js. Compares it
 * with an empty Next.js handler that gets the same body, and with pgbench, which places 100 orders with one debit.
 * Prints medians of five alternating rounds of one run. `npm run prove -- bulk-orders [seconds per round]`.
 */

import { join } from 'node:path'
import { areBooksBalanced, findBookFaults } from '#lib/books/queries.ts'
import { startSeededDatabase } from './database.ts'
import { runPgbench } from './pgbench.ts'
import { measureLoad, median, printRound, root, startEmptyApp, startWeb, WITHOUT_RATE_LIMITS } from './processes.ts'
import { findCheapestService, makeBuyers, pgbenchVariables } from './shop.ts'

const ROUNDS = 5
const CONNECTIONS = 16
const ROWS = 100
const ORDER_QUANTITY = 100
const seconds = Number(process.argv[2] ?? 3)

const { db, url, end } = await startSeededDatabase()
const buyers = await makeBuyers(db, CONNECTIONS)
const service = await findCheapestService(db, ORDER_QUANTITY)

const shop = await startWeb(WITHOUT_RATE_LIMITS)
const emptyApp = await startEmptyApp()

const order = { serviceId: service.id, link: 'https://www.instagram.com/bench/', amount: ORDER_QUANTITY }
const body = JSON.stringify({ orders: Array.from({ length: ROWS }, () => order), atomic: true })
const headers = buyers.map(({ key }) => `api-key: ${key}\r\n`)
const variables = pgbenchVariables(buyers, service, ORDER_QUANTITY)

const failures: Record<string, number> = {}
async function callsPerSecond(): Promise<number> {
  const { perSecond, statuses } = await measureLoad({ port: shop.port, path: '/orders', seconds, body, headers })
  for (const [status, count] of Object.entries(statuses))
    if (status !== '201') failures[status] = (failures[status] ?? 0) + count
  return perSecond
}

const rates = { empty: [] as number[], bulk: [] as number[], pgbench: [] as number[] }
await callsPerSecond()
for (let round = 0; round < ROUNDS; round++) {
  rates.empty.push((await measureLoad({ port: emptyApp.port, path: '/empty', seconds, body, headers })).perSecond)
  rates.bulk.push(await callsPerSecond())
  const pgbenchRate = runPgbench(url, join(root, 'bench/bulk-orders.sql'), seconds, variables)
  if (pgbenchRate !== null) rates.pgbench.push(pgbenchRate)
  printRound(rates)
}

const [empty, bulk, postgresAlone] = [median(rates.empty), median(rates.bulk), median(rates.pgbench)]
console.log(`medians of ${ROUNDS} rounds of ${seconds} s, ${CONNECTIONS} connections, ${ROWS} rows a call:`)
console.log(`POST /orders ${Math.round(bulk)} calls = ${Math.round(bulk * ROWS)} orders a second`)
console.log(`= ${(bulk / empty).toFixed(2)} x an empty Next handler in calls (${Math.round(empty)})`)
console.log(
  `= ${postgresAlone ? (bulk / postgresAlone).toFixed(2) : 'no pgbench here'} of PostgreSQL alone (${Math.round(postgresAlone * ROWS)} orders)`,
)
console.log(`answers other than 201: ${JSON.stringify(failures)}`)
console.log(`books balance: ${areBooksBalanced(await findBookFaults(db))}`)

shop.child.kill('SIGKILL')
emptyApp.child.kill('SIGKILL')
await end()
process.exit(0)
