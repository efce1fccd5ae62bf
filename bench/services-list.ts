/**
 * Measures GET /services of 10,000 rows, which the shop answers from memory, with a gzipped body and with 304. Compares
 * it with an empty Next.js handler, and with PostgreSQL building the same list. Prints medians of five alternating
 * rounds of one run. `npm run prove -- services-list [seconds a round]` needs no build of the shop.
 */

import { join } from 'node:path'
import { startSeededDatabase } from './database.ts'
import { runPgbench } from './pgbench.ts'
import {
  measureLoad,
  median,
  printRound,
  root,
  startApiServer,
  startEmptyApp,
  WITHOUT_RATE_LIMITS,
} from './processes.ts'
import { makeBuyer } from './shop.ts'

const ROUNDS = 5
const ROWS = 10_000
const CONNECTIONS = 16
const seconds = Number(process.argv[2] ?? 3)

const { db, url, end } = await startSeededDatabase()
await db.rows(
  `INSERT INTO services (category_id, text, unit_price, min, max)
   SELECT (SELECT min(id) FROM categories), '인스타그램 한국인 팔로워 ' || n, n * 7919 % 9999991 + 1, 10, 100000
   FROM generate_series(1, $1 - (SELECT count(*)::int FROM services)) AS n`,
  [ROWS],
)
const { key } = await makeBuyer(db, 'bench_list')

const shop = await startApiServer(WITHOUT_RATE_LIMITS)
const emptyApp = await startEmptyApp()

const zipped = `api-key: ${key}\r\naccept-encoding: gzip\r\n`
const first = await fetch(`http://127.0.0.1:${shop.port}/services`, { headers: { 'api-key': key } })
const tag = first.headers.get('etag') ?? ''
const bytes = (await first.arrayBuffer()).byteLength

const failures: Record<string, number> = {}
async function answersPerSecond(port: number, path: string, header: string, expected: string): Promise<number> {
  const headers = Array.from({ length: CONNECTIONS }, () => header)
  const { perSecond, statuses } = await measureLoad({ port, path, seconds, body: null, headers })
  for (const [status, count] of Object.entries(statuses))
    if (status !== expected) failures[`${path} ${status}`] = (failures[`${path} ${status}`] ?? 0) + count
  return perSecond
}

const rates = { empty: [] as number[], list: [] as number[], unchanged: [] as number[], postgres: [] as number[] }
for (let round = 0; round < ROUNDS; round++) {
  rates.empty.push(await answersPerSecond(emptyApp.port, '/empty', '', '200'))
  rates.list.push(await answersPerSecond(shop.port, '/services', zipped, '200'))
  rates.unchanged.push(await answersPerSecond(shop.port, '/services', `${zipped}if-none-match: ${tag}\r\n`, '304'))
  const pgbenchRate = runPgbench(url, join(root, 'bench/services-list.sql'), seconds, {})
  if (pgbenchRate !== null) rates.postgres.push(pgbenchRate)
  printRound(rates)
}

const [empty, list, unchanged, postgres] = [rates.empty, rates.list, rates.unchanged, rates.postgres].map(median)
const ratio = (value = 0, base = 0): string => (base ? (value / base).toFixed(2) : 'not measured here')
console.log(`medians of ${ROUNDS} rounds of ${seconds} s, ${CONNECTIONS} connections, answers a second:`)
console.log(
  `GET /services, ${ROWS} rows, ${bytes} bytes plain: ${Math.round(list ?? 0)} = ${ratio(list, empty)} of an empty Next handler (${Math.round(empty ?? 0)})`,
)
console.log(`GET /services with 304: ${Math.round(unchanged ?? 0)} = ${ratio(unchanged, empty)} of the empty handler`)
console.log(`GET /services = ${ratio(list, postgres)} x PostgreSQL building the list (${Math.round(postgres ?? 0)})`)
console.log(`other statuses: ${JSON.stringify(failures)}`)

shop.child.kill('SIGKILL')
emptyApp.child.kill('SIGKILL')
await end()
process.exit(0)
