/**
 * Measures what the request log costs: orders per second through POST /order with it and without it, in alternating rounds
 * of one run. `npm run prove -- request-log [seconds a round]`.
 */

import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { oneRow, openDatabase } from '#lib/core/db.ts'
import { seed } from '#prisma/seed/seed.ts'
import { removePostgres } from '#scripts/postgres.ts'
import { startDatabase } from './database.ts'
import { measure, median, startServer } from './processes.ts'
import { type Buyer, makeBuyer } from './shop.ts'

const ROUNDS = 5
const CONNECTIONS = 16
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
const { id: serviceId } = await oneRow<{ id: number }>(
  db,
  'SELECT id FROM services WHERE NOT is_read_only AND min <= $1 AND max >= $1 ORDER BY id LIMIT 1',
  [ORDER_AMOUNT],
)

const environment = { NODE_ENV: 'production', RATE_LIMIT_FACTOR: '1000000', PUBLIC_URL: 'http://127.0.0.1:3000' }
const servers = {
  logged: await startServer('bench/entry-server.ts', environment),
  bare: await startServer('bench/entry-server.ts', { ...environment, NO_REQUEST_LOG: '1' }),
}
const body = JSON.stringify({ serviceId, link: 'https://www.instagram.com/bench/', amount: ORDER_AMOUNT })
const headers = buyers.map(({ key }) => `api-key: ${key}\r\n`)
const orders = async (port: number) => {
  const { perSecond, statuses } = await measure({ port, path: '/order', seconds, body, headers })
  for (const status of Object.keys(statuses))
    if (status !== '201') console.log(`answers with ${status}: ${statuses[status]}`)
  return perSecond
}

const rates = { logged: [] as number[], bare: [] as number[] }
for (const { port } of Object.values(servers)) await orders(port)
for (let round = 0; round < ROUNDS; round++)
  for (const name of round % 2 ? (['bare', 'logged'] as const) : (['logged', 'bare'] as const)) {
    rates[name].push(await orders(servers[name].port))
    await wait(500)
  }
const [logged, bare] = [median(rates.logged), median(rates.bare)]
await wait(2_000)
const { rows } = await oneRow<{ rows: number }>(db, 'SELECT count(*)::int AS rows FROM api_requests')
console.log(`medians of ${ROUNDS} rounds of ${seconds} s, ${CONNECTIONS} connections, orders a second:`)
console.log(
  `with the log ${Math.round(logged)} = ${(logged / bare).toFixed(3)} of those without it (${Math.round(bare)})`,
)
console.log(
  `rounds with ${rates.logged.map(Math.round)}, without ${rates.bare.map(Math.round)}; rows in the log ${rows}`,
)

for (const { child } of Object.values(servers)) child.kill('SIGKILL')
await db.end()
await postgres.stop()
removePostgres(folder)
process.exit(0)
