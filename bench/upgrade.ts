/**
 * Rehearses an upgrade and a rollback under load. Starts two web processes and a worker of an older version behind
 * Caddy, and applies the newer version's migrations. Then replaces one process after the other, as
 * scripts/docker/upgrade.sh does, and afterwards puts the older version back in the same way. No request may fail, the
 * books must balance, and the sums of the reports must be exact. `npm run prove -- upgrade [commit of the older
 * version]`. Without a commit, this version also serves as the older one, and the script adds columns, an index and a
 * table instead of migrations.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { areBooksBalanced, findBookFaults } from '#lib/books/queries.ts'
import { openDatabase } from '#lib/core/db.ts'
import { rollUpOrders } from '#lib/reports/roll-up-orders.ts'
import { countOrderSums, storedOrderSums } from '#lib/reports/testing/order-sums.ts'
import { seed } from '#prisma/seed/seed.ts'
import { buildPages } from '#scripts/build.ts'
import { ensureCaddy } from '#scripts/ensure-caddy.ts'
import { findFreePort, removePostgres, startPostgres } from '#scripts/postgres.ts'
import { ensureRuntimeUrl } from '#scripts/runtime-role.ts'
import { webFlags } from '#scripts/web-flags.ts'
import { root } from './processes.ts'
import { type Buyer, findCheapestService, makeBuyers } from './shop.ts'

const AMOUNT = 100
/** Milliseconds of load between two steps. */
const PAUSE_MS = 3_000
const [olderCommit] = process.argv.slice(2)

const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
const caddy = ensureCaddy()
const node = ['--disable-warning=ExperimentalWarning']

/** A version of the shop. `folder` contains its sources and its built pages. */
type Version = { name: string; folder: string }

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })

/**
 * Checks out an older version beside this one and builds its pages. Gives it this version's packages as hard links,
 * because Turbopack doesn't follow a symbolic link out of the folder that it builds.
 */
function checkOut(commit: string): Version {
  const older = join(folder, 'older')
  git('clone', '--quiet', '--shared', '--no-checkout', '.', older)
  execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: older })
  if (git('diff', '--stat', commit, '--', 'package-lock.json'))
    console.log('(the packages differ: this version’s are used)')
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(older, 'node_modules')])
  const { status, stderr } = spawnSync(process.execPath, [...node, 'scripts/build.ts'], {
    cwd: older,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${commit} did not build: ${stderr}`)
  return { name: `older (${git('rev-parse', '--short', commit).trim()})`, folder: older }
}

const newer: Version = { name: 'newer', folder: root }
await buildPages(process.env)
const older = olderCommit ? checkOut(olderCommit) : { name: 'older', folder: root }

const server = await startPostgres(join(folder, 'postgres'))
const url = ensureRuntimeUrl(folder, server.url)
const frontPort = await findFreePort()
const ports = [await findFreePort(), await findFreePort()]
const origin = `http://127.0.0.1:${frontPort}`
process.env.AUTH_SECRET = randomBytes(32).toString('hex')
process.env.DATABASE_URL = url
const env: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_ENV: 'production',
  PUBLIC_URL: origin,
  HOST: '127.0.0.1',
  TRUSTED_PROXIES: '127.0.0.1',
  RATE_LIMIT_FACTOR: '1000000',
  DRAIN_SECONDS: '4',
  LOG_LEVEL: 'error',
}

function migrate({ name, folder: cwd }: Version): void {
  const result = spawnSync(process.execPath, [...node, 'scripts/migrate.ts'], {
    cwd,
    env: { ...env, MIGRATE_DATABASE_URL: server.url },
    encoding: 'utf8',
  })
  if (result.status !== 0) throw new Error(`${name} did not migrate: ${result.stderr}`)
  console.log(`${name} migrated: ${result.stdout.trim().slice(0, 200)}`)
}

function start({ folder: cwd }: Version, script: string, port = 0): ChildProcess {
  const log = openSync(join(folder, `${script}-${port}.log`), 'a')
  const memory = script === 'server.ts' ? webFlags : []
  const child = spawn(process.execPath, [...node, ...memory, `scripts/${script}`], {
    cwd,
    env: { ...env, PORT: String(port), TMPDIR: folder },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return child
}

async function waitUntilReady(address: string): Promise<void> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(100))
    if ((await fetch(`${address}/readyz`).catch(() => null))?.ok) return
  throw new Error(`${address} did not become ready`)
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

const counts: Record<string, number> = {}
const failures: string[] = []
let isOver = false

/** Records a failure, with the seconds since this script started. */
const noteFailure = (text: string) => failures.push(`${(performance.now() / 1_000).toFixed(1)} s ${text}`)

/**
 * Sends one request after the other until the rehearsal ends. Each must be answered with the status `wanted`. A failure
 * quotes the beginning of the answer, which shows whether the shop or Caddy answered.
 */
async function load(name: string, send: (at: number) => Promise<Response>, wanted: number): Promise<void> {
  for (let at = 0; !isOver; at++) {
    try {
      const answer = await send(at)
      const text = await answer.text()
      if (answer.status === wanted) counts[name] = (counts[name] ?? 0) + 1
      else noteFailure(`${name}: ${answer.status} ${text.slice(0, 80)}`)
    } catch (error) {
      noteFailure(`${name}: ${error instanceof Error ? (error.cause ?? error.message) : error}`)
    }
  }
}

function loads(buyers: Buyer[], serviceId: number): Promise<void>[] {
  const body = JSON.stringify({ serviceId, link: 'https://www.instagram.com/upgrade/', amount: AMOUNT })
  const json = { 'content-type': 'application/json' }
  const order = (key: string) => (at: number) =>
    fetch(`${origin}/order`, {
      method: 'POST',
      headers: { ...json, 'api-key': key, 'idempotency-key': `u-${at}` },
      body,
    })
  const cookie = `token=${buyers[0]?.token}`
  return [
    ...buyers.slice(0, 4).map(({ key }) => load('POST /order', order(key), 201)),
    load('GET /services', () => fetch(`${origin}/services`, { headers: { 'api-key': buyers[4]?.key ?? '' } }), 200),
    load('GET /order-history', () => fetch(`${origin}/order-history`, { headers: { cookie } }), 200),
    load('GET /login', () => fetch(`${origin}/login`), 200),
  ]
}

/** Adds columns, a table and an index while the load runs, as migrations of a newer version would. */
async function expandSchema(): Promise<void> {
  const owner = openDatabase(server.url, 1)
  for (const sql of [
    'ALTER TABLE orders ADD COLUMN rehearsed integer',
    'ALTER TABLE balances ADD COLUMN rehearsed integer NOT NULL DEFAULT 0',
    'CREATE TABLE rehearsed (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_id integer)',
    'CREATE INDEX CONCURRENTLY orders_rehearsed_idx ON orders (rehearsed) WHERE rehearsed IS NOT NULL',
  ])
    await owner.rows(sql)
  await owner.end()
  console.log('newer: two columns, a table and an index added under load')
}

const webs: ChildProcess[] = []
let worker: ChildProcess | undefined

/**
 * Replaces the two web processes and then the worker, one at a time. Each is replaced only when the replacement of the
 * one before is ready.
 */
async function replaceWith(version: Version): Promise<void> {
  for (const [at, port] of ports.entries()) {
    const before = webs[at]
    if (before) await stop(before)
    webs[at] = start(version, 'server.ts', port)
    await waitUntilReady(`http://127.0.0.1:${port}`)
    // Waits until Caddy, which checks each process every second, knows that this one is ready.
    await sleep(PAUSE_MS)
  }
  if (worker) await stop(worker)
  worker = start(version, 'worker.ts')
  await sleep(PAUSE_MS)
  console.log(
    `${(performance.now() / 1_000).toFixed(1)} s ${version.name}: all replaced, ${Object.values(counts).reduce((a, b) => a + b, 0)} requests so far`,
  )
}

migrate(older)
await seed(server.url)
const db = openDatabase(url, 2)
const buyers = await makeBuyers(db, 5)
const { id: serviceId } = await findCheapestService(db, AMOUNT)
await replaceWith(older)
const proxy = spawn(caddy, ['run', '--config', join(root, 'scripts/docker/Caddyfile'), '--adapter', 'caddyfile'], {
  env: { ...env, HOME: folder, WEB_UPSTREAMS: ports.map((port) => `127.0.0.1:${port}`).join(' ') },
  stdio: ['ignore', 'ignore', openSync(join(folder, 'caddy.log'), 'w')],
})
let status = 1
try {
  await waitUntilReady(origin)
  const running = Promise.all(loads(buyers, serviceId))
  await sleep(PAUSE_MS)
  migrate(newer)
  if (!olderCommit) await expandSchema()
  await sleep(PAUSE_MS)
  await replaceWith(newer)
  await replaceWith(older)
  isOver = true
  await running
  const faults = await findBookFaults(db)
  for (const [name, count] of Object.entries(counts)) console.log(`${name}: ${count}`)
  console.log(
    failures.length === 0 ? '✓ no failed request' : `✗ ${failures.length} failed: ${failures.slice(0, 10).join('; ')}`,
  )
  console.log(
    areBooksBalanced(faults) ? '✓ the books balance' : `✗ the books do not balance: ${JSON.stringify(faults)}`,
  )
  const placed = await db.rows("SELECT FROM orders WHERE link = 'https://www.instagram.com/upgrade/'")
  if (placed.length !== counts['POST /order'])
    failures.push(`${placed.length} orders, ${counts['POST /order']} acknowledged`)
  console.log(`${placed.length} orders placed, ${counts['POST /order']} acknowledged`)
  // The older version ran last and updated the sums of the reports by its own code. They must be exact nevertheless.
  await rollUpOrders(db, new Date())
  const areSumsExact = isDeepStrictEqual(await storedOrderSums(db), await countOrderSums(db))
  if (!areSumsExact) failures.push('the sums of the reports differ from the orders')
  console.log(areSumsExact ? '✓ the sums of the reports are exact' : `✗ ${failures.at(-1)}`)
  status = failures.length === 0 && areBooksBalanced(faults) ? 0 : 1
  if (status !== 0) console.log(readFileSync(join(folder, 'caddy.log'), 'utf8').slice(-3_000))
} finally {
  isOver = true
  await Promise.all([proxy, ...webs, ...(worker ? [worker] : [])].map(stop))
  await db.end()
  await server.stop()
  removePostgres(join(folder, 'postgres'))
  rmSync(folder, { recursive: true, force: true })
}
process.exit(status)
