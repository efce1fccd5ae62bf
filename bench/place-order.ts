/**
 * Measures orders per second through POST /order (answered before Next.js) and POST /service/order (through Next.js),
 * compared with an empty Next.js handler and with pgbench running the same statement; then with 16 connections on a
 * single balance. Medians of five alternating rounds of one run. `npm run prove -- place-order [seconds a round]`,
 * after `npm run build`.
 */

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { balances, bookFaults } from '#lib/books/queries.ts'
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
const AMOUNT = 100
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
  'SELECT id, revision, unit_price FROM services WHERE NOT is_read_only AND min <= $1 AND max >= $1 ORDER BY id LIMIT 1',
  [AMOUNT],
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
const empty = await startServer('bench/empty-app/server.ts', environment)

const body = JSON.stringify({ serviceId: service.id, link: 'https://www.instagram.com/bench/', amount: AMOUNT })
const keys = buyers.map(({ key }) => `api-key: ${key}\r\n`)
const tokens = buyers.map(({ token }) => `authorization: Bearer ${token}\r\n`)
const hot = keys.map(() => keys[0] ?? '')
const first = buyers[0]?.memberId ?? 1
const alone = {
  first,
  last: first + CONNECTIONS - 1,
  service: service.id,
  revision: service.revision,
  unit: service.unitPrice,
  price: priceOf(service.unitPrice, AMOUNT),
}

const failures: Record<string, number> = {}
async function orders(path: string, headers: string[]): Promise<number> {
  const { perSecond, statuses } = await measure({ port: shop.port, path, seconds, body, headers })
  for (const [status, count] of Object.entries(statuses)) if (status !== '201') failures[`${path} ${status}`] = count
  return perSecond
}

const rounds: Record<string, number[]> = { empty: [], entry: [], next: [], hot: [], pgbench: [] }
await orders('/order', keys)
for (let round = 0; round < ROUNDS; round++) {
  rounds.empty?.push((await measure({ port: empty.port, path: '/empty', seconds, body, headers: keys })).perSecond)
  rounds.entry?.push(await orders('/order', keys))
  rounds.next?.push(await orders('/service/order', tokens))
  rounds.hot?.push(await orders('/order', hot))
  const inside = pgbench(postgres.url, join(root, 'bench/place-order.sql'), seconds, alone)
  if (inside !== null) rounds.pgbench?.push(inside)
  console.log(
    Object.entries(rounds)
      .map(([name, list]) => `${name} ${Math.round(list.at(-1) ?? 0)}`)
      .join('  '),
  )
}

const of = (name: string): number => median(rounds[name] ?? [])
const ratio = (a: string, b: string): string => (of(b) ? (of(a) / of(b)).toFixed(2) : 'no pgbench here')
console.log(`medians of ${ROUNDS} rounds of ${seconds} s, ${CONNECTIONS} connections, orders a second:`)
console.log(
  `POST /order ${Math.round(of('entry'))} = ${ratio('entry', 'empty')} x an empty Next handler (${Math.round(of('empty'))})`,
)
console.log(`POST /order = ${ratio('entry', 'pgbench')} of PostgreSQL alone (${Math.round(of('pgbench'))})`)
console.log(`POST /service/order ${Math.round(of('next'))} = ${ratio('next', 'empty')} of the empty handler`)
console.log(`one balance ${Math.round(of('hot'))}`)
console.log(`answers other than 201: ${JSON.stringify(failures)}`)
console.log(`books balance: ${balances(await bookFaults(db))}`)

shop.child.kill('SIGKILL')
empty.child.kill('SIGKILL')
await db.end()
await postgres.stop()
removePostgres(folder)
process.exit(0)
