/**
 * Runs four web processes (through PgBouncer in transaction mode) and four workers on one database, under load from
 * resellers who repeat each request that got no answer. Every three seconds one web and one worker process are killed.
 * At the end each idempotency key must have one order, no order may have gone to its provider twice, and the books must
 * balance. `npm run prove -- cluster [seconds]`.
 */

import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { areBooksBalanced, findBookFaults } from '#lib/books/queries.ts'
import { oneRow } from '#lib/core/db.ts'
import { openOrder } from '#lib/orders/rules.ts'
import { encryptProviderKey } from '#lib/providers/provider-key.ts'
import { startFakeProvider } from '#lib/providers/testing/fake-provider.ts'
import { startPooler } from '#scripts/pooler.ts'
import { startSeededDatabase } from './database.ts'
import { root, WITHOUT_RATE_LIMITS } from './processes.ts'
import { makeBuyers } from './shop.ts'

const PROCESSES = 4
const RESELLERS = 8
const KILL_EVERY_MS = 3_000
/**
 * Number of connections that PostgreSQL accepts. Each worker uses about 80, and a killed worker's connections may stay
 * open for a moment; PgBouncer needs some as well.
 */
const MAX_CONNECTIONS = '500'
const seconds = Number(process.argv[2] ?? 60)

Object.assign(process.env, {
  ALLOW_PRIVATE_PROVIDERS: 'true',
  LOG_LEVEL: 'error',
  SEND_DELAY_SECONDS: '0',
  NODE_ENV: 'production',
})
const { db, url, end } = await startSeededDatabase(8, { max_connections: MAX_CONNECTIONS })
const pooler = await startPooler(url, 20)
const buyers = await makeBuyers(db, RESELLERS)
const provider = await startFakeProvider({ pace: 2 })
const service = await oneRow<{ id: number; min: number }>(
  db,
  `WITH provider AS (
     INSERT INTO providers (name, api_url, encrypted_key, max_in_flight, per_minute) VALUES ('cluster', $1, $2, 64, 600000) RETURNING id
   )
   UPDATE services s SET provider_id = provider.id, provider_service_id = '1' FROM provider
   WHERE s.id = (SELECT id FROM services WHERE NOT is_read_only ORDER BY id LIMIT 1) RETURNING s.id, s.min`,
  [provider.url, encryptProviderKey(provider.key)],
)

const environment = {
  ...process.env,
  ...WITHOUT_RATE_LIMITS,
  PUBLIC_URL: 'http://127.0.0.1:3000',
  DATABASE_URL: pooler.url,
  DATABASE_POOLED: 'true',
  DATABASE_DIRECT_URL: url,
}

type ServerProcess = { child: ChildProcess; port: number }

function start(script: string): Promise<ServerProcess> {
  const child = fork(join(root, script), {
    cwd: root,
    env: environment,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (message: { port?: number }) => resolve({ child, port: message.port ?? 0 }))
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
  })
}

const startAll = (script: string) => Promise.all(Array.from({ length: PROCESSES }, () => start(script)))
const web = await startAll('bench/entry-server.ts')
const workers = await startAll('scripts/worker.ts')
console.log(`${PROCESSES} web processes through PgBouncer, ${PROCESSES} workers, ${RESELLERS} resellers, ${seconds} s`)

const endsAt = Date.now() + seconds * 1_000
let kills = 0
let repeatedRequests = 0

/** Kills a process at random and starts another in its place. */
async function killOne(script: string, processes: ServerProcess[]): Promise<void> {
  const at = Math.floor(Math.random() * processes.length)
  processes[at]?.child.kill('SIGKILL')
  kills++
  processes[at] = await start(script)
}

async function killAgainAndAgain(): Promise<void> {
  while (Date.now() < endsAt) {
    await sleep(KILL_EVERY_MS)
    await Promise.all([killOne('bench/entry-server.ts', web), killOne('scripts/worker.ts', workers)])
  }
}

/** Sends an order to web processes chosen at random until one of them accepts it. Returns the order's id. */
async function order(apiKey: string, key: string): Promise<number> {
  for (let tries = 0; ; tries++) {
    const { port = 0 } = web[Math.floor(Math.random() * web.length)] ?? {}
    const answer = await fetch(`http://127.0.0.1:${port}/order`, {
      method: 'POST',
      headers: { 'api-key': apiKey, 'idempotency-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ serviceId: service.id, link: `https://www.instagram.com/${key}/`, amount: service.min }),
    }).catch(() => null)
    const text = await answer?.text().catch(() => null)
    if (answer?.status === 201 && text) return (JSON.parse(text) as { wId: number }).wId
    if (answer && answer.status < 500) throw new Error(`${answer.status}: ${text}`)
    if (tries > 500) throw new Error(`no answer for ${key}`)
    repeatedRequests++
    await sleep(50)
  }
}

const ids = new Map<string, number>()
const differing: string[] = []

/**
 * Places orders for one reseller until the run ends. At every fifth order also repeats one of his requests, chosen at
 * random, and notes its key in `differing` if the repetition is answered with another order's id.
 */
async function resell(apiKey: string, reseller: number): Promise<void> {
  for (let at = 0; Date.now() < endsAt; at++) {
    const key = `r${reseller}-${at}`
    ids.set(key, await order(apiKey, key))
    const earlier = `r${reseller}-${Math.floor(Math.random() * (at + 1))}`
    if (at % 5 === 0 && (await order(apiKey, earlier)) !== ids.get(earlier)) differing.push(earlier)
    await sleep(20)
  }
}

await Promise.all([killAgainAndAgain(), ...buyers.map(({ key }, at) => resell(key, at))])

/** SQL that counts the open orders that don't wait for staff. The run ends when there are none. */
const openSql = `SELECT count(*)::int AS open FROM orders o WHERE ${openOrder.sql('o')}
  AND NOT EXISTS (SELECT FROM tasks t WHERE t.ref_type = 'order' AND t.ref_id = o.id AND t.resolved_at IS NULL)`
for (let tries = 0; tries < 120 && (await oneRow<{ open: number }>(db, openSql)).open > 0; tries++) await sleep(500)

const counts = await oneRow<{ orders: number; open: number; tasks: number; entries: number }>(
  db,
  `SELECT count(*)::int AS orders, count(*) FILTER (WHERE ${openOrder.sql()})::int AS open,
     (SELECT count(*)::int FROM tasks WHERE resolved_at IS NULL) AS tasks,
     (SELECT count(*)::int FROM point_entries WHERE kind = 'ORDER') AS entries
   FROM orders WHERE source = 'API' AND member_id = ANY ($1::int[])`,
  [buyers.map(({ memberId }) => memberId)],
)
const sentTwice = await oneRow<{ count: number }>(
  db,
  `SELECT count(*)::int FROM (SELECT order_id FROM provider_attempts WHERE outcome = 'SENT' GROUP BY order_id HAVING count(*) > 1) AS twice`,
)
const balance = areBooksBalanced(await findBookFaults(db))
console.log(`${kills} processes killed, ${repeatedRequests} requests repeated because they got no answer`)
console.log(
  `${ids.size} keys, ${counts.orders} orders, ${new Set(ids.values()).size} different ids, ${differing.length} keys answered differently`,
)
console.log(`${counts.open} still open, ${counts.tasks} tasks for staff, ${sentTwice.count} sent twice`)
console.log(`books balance: ${balance}`)
for (const { child } of [...web, ...workers]) child.kill('SIGKILL')
await provider.stop()
pooler.stop()
await end()
const isComplete = counts.orders === ids.size && new Set(ids.values()).size === ids.size
const ok = balance && isComplete && differing.length === 0 && sentTwice.count === 0
process.exit(ok ? 0 : 1)
