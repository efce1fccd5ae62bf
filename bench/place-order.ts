/**
 * Measures orders per second through POST /order and POST /api/v2 (both answered without Next.js) and through POST
 * /service/order (answered by Next.js). Compares them with an empty Next.js handler, with pgbench placing orders by a
 * single statement, and with 16 connections that all spend one balance. Prints medians of five alternating rounds of
 * one run. `npm run prove -- place-order [seconds a round]`.
 */

import { join } from 'node:path'
import { areBooksBalanced, findBookFaults } from '#lib/books/queries.ts'
import { startSeededDatabase } from './database.ts'
import { runPgbench } from './pgbench.ts'
import { measureLoad, median, printRound, root, startEmptyApp, startWeb, WITHOUT_RATE_LIMITS } from './processes.ts'
import { findCheapestService, makeBuyers, pgbenchVariables } from './shop.ts'

const ROUNDS = 5
const CONNECTIONS = 16
const ORDER_QUANTITY = 100
const seconds = Number(process.argv[2] ?? 3)

const { db, url, end } = await startSeededDatabase()
const buyers = await makeBuyers(db, CONNECTIONS)
const service = await findCheapestService(db, ORDER_QUANTITY)

const shop = await startWeb(WITHOUT_RATE_LIMITS)
const emptyApp = await startEmptyApp()

const body = JSON.stringify({ serviceId: service.id, link: 'https://www.instagram.com/bench/', amount: ORDER_QUANTITY })
const apiV2Body = new URLSearchParams({
  action: 'add',
  service: String(service.id),
  link: 'https://www.instagram.com/bench/',
  quantity: String(ORDER_QUANTITY),
}).toString()
const keyHeaders = buyers.map(({ key }) => `api-key: ${key}\r\n`)
const tokenHeaders = buyers.map(({ token }) => `authorization: Bearer ${token}\r\n`)
const sameKeyHeaders = keyHeaders.map(() => keyHeaders[0] ?? '')
const variables = pgbenchVariables(buyers, service, ORDER_QUANTITY)

const failuresByStatus: Record<string, number> = {}
async function ordersPerSecond(path: string, headers: string[]): Promise<number> {
  const { perSecond, statuses } = await measureLoad({ port: shop.port, path, seconds, body, headers })
  for (const [status, count] of Object.entries(statuses))
    if (status !== '201') {
      const key = `${path} ${status}`
      failuresByStatus[key] = (failuresByStatus[key] ?? 0) + count
    }
  return perSecond
}

/**
 * Number of answers of API v2 with status 200 so far. Refusals have that status, too, so the placed orders are counted
 * at the end.
 */
let apiV2Answers = 0
async function apiV2OrdersPerSecond(): Promise<number> {
  const load = { port: shop.port, path: '/api/v2', seconds, body: apiV2Body, headers: keyHeaders }
  const { perSecond, statuses } = await measureLoad(load)
  apiV2Answers += statuses['200'] ?? 0
  return perSecond
}

const ratesByTarget: Record<string, number[]> = { empty: [], entry: [], apiV2: [], next: [], hot: [], pgbench: [] }
await ordersPerSecond('/order', keyHeaders)
for (let round = 0; round < ROUNDS; round++) {
  ratesByTarget.empty?.push(
    (await measureLoad({ port: emptyApp.port, path: '/empty', seconds, body, headers: keyHeaders })).perSecond,
  )
  ratesByTarget.entry?.push(await ordersPerSecond('/order', keyHeaders))
  ratesByTarget.apiV2?.push(await apiV2OrdersPerSecond())
  ratesByTarget.next?.push(await ordersPerSecond('/service/order', tokenHeaders))
  ratesByTarget.hot?.push(await ordersPerSecond('/order', sameKeyHeaders))
  const pgbenchRate = runPgbench(url, join(root, 'bench/place-order.sql'), seconds, variables)
  if (pgbenchRate !== null) ratesByTarget.pgbench?.push(pgbenchRate)
  printRound(ratesByTarget)
}

const medianOf = (name: string): number => median(ratesByTarget[name] ?? [])
/** Median of one series divided by that of another, as text. */
const ratioOf = (a: string, b: string): string =>
  medianOf(b) ? (medianOf(a) / medianOf(b)).toFixed(2) : 'no pgbench here'
console.log(`medians of ${ROUNDS} rounds of ${seconds} s, ${CONNECTIONS} connections, orders a second:`)
console.log(
  `POST /order ${Math.round(medianOf('entry'))} = ${ratioOf('entry', 'empty')} x an empty Next handler (${Math.round(medianOf('empty'))})`,
)
console.log(`POST /order = ${ratioOf('entry', 'pgbench')} of PostgreSQL alone (${Math.round(medianOf('pgbench'))})`)
console.log(`POST /api/v2 ${Math.round(medianOf('apiV2'))} = ${ratioOf('apiV2', 'entry')} of POST /order`)
console.log(`POST /service/order ${Math.round(medianOf('next'))} = ${ratioOf('next', 'empty')} of the empty handler`)
console.log(`one balance ${Math.round(medianOf('hot'))}`)
console.log(`answers other than 201: ${JSON.stringify(failuresByStatus)}`)
const [placed] = await db.rows<{ count: number }>("SELECT count(*)::int FROM idempotency_keys WHERE call = 'api/v2'")
console.log(`answers of API v2 without an order: ${apiV2Answers - (placed?.count ?? 0)}`)
console.log(`books balance: ${areBooksBalanced(await findBookFaults(db))}`)

shop.child.kill('SIGKILL')
emptyApp.child.kill('SIGKILL')
await end()
process.exit(0)
