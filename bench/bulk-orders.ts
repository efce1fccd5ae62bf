/**
 * Measures orders per second through POST /orders with 100 rows (answered before Next.js), compared with an empty Next.js
 * handler that gets the same body, and with pgbench placing 100 orders with one debit. Medians of five alternating rounds
 * of one run. `npm run prove -- bulk-orders [seconds a round]`, after `npm run build`.
 */

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bookFaults, booksBalance } from '#lib/books/queries.ts'
import { openDatabase } from '#lib/core/db.ts'
import { priceOf } from '#lib/money/prices.ts'
import { seed } from '#prisma/seed/seed.ts'
import { removePostgres } from '#scripts/postgres.ts'
import { startDatabase } from './database.ts'
import { pgbench } from './pgbench.ts'
import { measure, median, root, startServer } from './processes.ts'
import { type Buyer, makeBuyer } from './shop.ts'

const ROUNDS = 5
const CONNECTIONS = 16
const ROWS = 100
const ORDER_AMOUNT = 100
const seconds = Number(process.argv[2] ?? 3)

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const postgres = await startDatabase(folder)
process.env.DATABASE_URL = postgres.url
process.env.AUTH_SECRET = randomBytes(32).toString('hex')
await seed(postgres.ownerUrl)
const db = openDatabase(postgres.url, 4)
const buyers: Buyer[] = []
for (let at = 0; at < CONNECTIONS; at++) buyers.push(await makeBuyer(db, `bench_${at}`))
const [service] = await db.rows<{ id: number; revision: number; unitPrice: bigint }>(
  'SELECT id, revision, unit_price FROM services WHERE NOT is_read_only AND min <= $1 AND max >= $1 ORDER BY unit_price LIMIT 1',
  [ORDER_AMOUNT],
)
if (!service) throw new Error('the seed has no service to order')

const environment = {
  NODE_ENV: 'production',
  PORT: '0',
  RATE_LIMIT_FACTOR: '1000000',
  PUBLIC_URL: 'http://127.0.0.1:3000',
}
const next = join(root, 'node_modules/next/dist/bin/next')
const build = spawnSync(process.execPath, [next, 'build', join(root, 'bench/empty-app')], {
  cwd: root,
  encoding: 'utf8',
})
if (build.status !== 0) throw new Error(`the empty app did not build: ${build.stdout}${build.stderr}`)
const shop = await startServer('scripts/server.ts', environment)
const emptyApp = await startServer('bench/empty-app/server.ts', environment)

const order = { serviceId: service.id, link: 'https://www.instagram.com/bench/', amount: ORDER_AMOUNT }
const body = JSON.stringify({ orders: Array.from({ length: ROWS }, () => order), atomic: true })
const headers = buyers.map(({ key }) => `api-key: ${key}\r\n`)
const firstMemberId = buyers[0]?.memberId ?? 1
const pgbenchVariables = {
  first: firstMemberId,
  last: firstMemberId + CONNECTIONS - 1,
  service: service.id,
  revision: service.revision,
  unit: service.unitPrice,
  price: priceOf(service.unitPrice, ORDER_AMOUNT),
}

const failures: Record<string, number> = {}
async function callsPerSecond(): Promise<number> {
  const { perSecond, statuses } = await measure({ port: shop.port, path: '/orders', seconds, body, headers })
  for (const [status, count] of Object.entries(statuses))
    if (status !== '201') failures[status] = (failures[status] ?? 0) + count
  return perSecond
}

const rates = { empty: [] as number[], bulk: [] as number[], pgbench: [] as number[] }
await callsPerSecond()
for (let round = 0; round < ROUNDS; round++) {
  rates.empty.push((await measure({ port: emptyApp.port, path: '/empty', seconds, body, headers })).perSecond)
  rates.bulk.push(await callsPerSecond())
  const inside = pgbench(postgres.url, join(root, 'bench/bulk-orders.sql'), seconds, pgbenchVariables)
  if (inside !== null) rates.pgbench.push(inside)
  console.log(
    Object.entries(rates)
      .map(([name, list]) => `${name} ${Math.round(list.at(-1) ?? 0)}`)
      .join('  '),
  )
}

const [empty, bulk, alone] = [median(rates.empty), median(rates.bulk), median(rates.pgbench)]
console.log(`medians of ${ROUNDS} rounds of ${seconds} s, ${CONNECTIONS} connections, ${ROWS} rows a call:`)
console.log(`POST /orders ${Math.round(bulk)} calls = ${Math.round(bulk * ROWS)} orders a second`)
console.log(`= ${(bulk / empty).toFixed(2)} x an empty Next handler in calls (${Math.round(empty)})`)
console.log(
  `= ${alone ? (bulk / alone).toFixed(2) : 'no pgbench here'} of PostgreSQL alone (${Math.round(alone * ROWS)} orders)`,
)
console.log(`answers other than 201: ${JSON.stringify(failures)}`)
console.log(`books balance: ${booksBalance(await bookFaults(db))}`)

shop.child.kill('SIGKILL')
emptyApp.child.kill('SIGKILL')
await db.end()
await postgres.stop()
removePostgres(folder)
process.exit(0)
