/**
 * Measures GET /services of 10,000 rows, gzipped and with 304, which the shop answers from memory, beside an empty Next.js
 * handler and PostgreSQL building the same list. Medians of five alternating rounds of one run.
 * `npm run prove -- services-list [seconds a round]`; needs no build of the shop.
 */

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#lib/core/db.ts'
import { seed } from '#prisma/seed/seed.ts'
import { removePostgres } from '#scripts/postgres.ts'
import { startDatabase } from './database.ts'
import { pgbench } from './pgbench.ts'
import { measure, median, root, startServer } from './processes.ts'
import { makeBuyer } from './shop.ts'

const ROUNDS = 5
const ROWS = 10_000
const CONNECTIONS = 16
const seconds = Number(process.argv[2] ?? 3)

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const postgres = await startDatabase(folder)
process.env.DATABASE_URL = postgres.url
process.env.AUTH_SECRET = randomBytes(32).toString('hex')
await seed(postgres.ownerUrl)
const db = openDatabase(postgres.url, 4)
await db.rows(
  `INSERT INTO services (category_id, text, unit_price, min, max)
   SELECT (SELECT min(id) FROM categories), '인스타그램 한국인 팔로워 ' || n, n * 7919 % 9999991 + 1, 10, 100000
   FROM generate_series(1, $1 - (SELECT count(*)::int FROM services)) AS n`,
  [ROWS],
)
const { key } = await makeBuyer(db, 'bench_list')

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
const shop = await startServer('bench/entry-server.ts', environment)
const emptyApp = await startServer('bench/empty-app/server.ts', environment)

const zipped = `api-key: ${key}\r\naccept-encoding: gzip\r\n`
const first = await fetch(`http://127.0.0.1:${shop.port}/services`, { headers: { 'api-key': key } })
const tag = first.headers.get('etag') ?? ''
const bytes = (await first.arrayBuffer()).byteLength

const failures: Record<string, number> = {}
async function answersPerSecond(port: number, path: string, header: string, expected: string): Promise<number> {
  const headers = Array.from({ length: CONNECTIONS }, () => header)
  const { perSecond, statuses } = await measure({ port, path, seconds, body: null, headers })
  for (const [status, count] of Object.entries(statuses))
    if (status !== expected) failures[`${path} ${status}`] = (failures[`${path} ${status}`] ?? 0) + count
  return perSecond
}

const rates = { empty: [] as number[], list: [] as number[], unchanged: [] as number[], postgres: [] as number[] }
for (let round = 0; round < ROUNDS; round++) {
  rates.empty.push(await answersPerSecond(emptyApp.port, '/empty', '', '200'))
  rates.list.push(await answersPerSecond(shop.port, '/services', zipped, '200'))
  rates.unchanged.push(await answersPerSecond(shop.port, '/services', `${zipped}if-none-match: ${tag}\r\n`, '304'))
  const inside = pgbench(postgres.url, join(root, 'bench/services-list.sql'), seconds, {})
  if (inside !== null) rates.postgres.push(inside)
  console.log(
    Object.entries(rates)
      .map(([name, list]) => `${name} ${Math.round(list.at(-1) ?? 0)}`)
      .join('  '),
  )
}

const [empty, list, unchanged, inside] = [rates.empty, rates.list, rates.unchanged, rates.postgres].map(median)
const ratio = (value = 0, of = 0): string => (of ? (value / of).toFixed(2) : 'not measured here')
console.log(`medians of ${ROUNDS} rounds of ${seconds} s, ${CONNECTIONS} connections, answers a second:`)
console.log(
  `GET /services, ${ROWS} rows, ${bytes} bytes plain: ${Math.round(list ?? 0)} = ${ratio(list, empty)} of an empty Next handler (${Math.round(empty ?? 0)})`,
)
console.log(`GET /services with 304: ${Math.round(unchanged ?? 0)} = ${ratio(unchanged, empty)} of the empty handler`)
console.log(`GET /services = ${ratio(list, inside)} x PostgreSQL building the list (${Math.round(inside ?? 0)})`)
console.log(`other statuses: ${JSON.stringify(failures)}`)

shop.child.kill('SIGKILL')
emptyApp.child.kill('SIGKILL')
await db.end()
await postgres.stop()
removePostgres(folder)
process.exit(0)
