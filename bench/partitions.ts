/**
 * Tries what docs/scale.md says about partitions. On copies of one database of two years, splits `order_events`,
 * `point_entries` and `orders` in several ways and measures POST /order and reads beside the tables as they are; the
 * copies take turns after each. Then splits `order_events` while a web process, one through PgBouncer and a worker run,
 * and detaches its oldest month, under load: no request may fail. `npm run prove -- partitions [orders] [phases]
 * [pattern of the splits to measure]`.
 */

import type { ChildProcess } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readStaffActor } from '#lib/audit/actor.ts'
import { checkBooksInSnapshot } from '#lib/books/check-books.ts'
import { isSoundProof } from '#lib/books/prove-books.ts'
import { findBookFaults } from '#lib/books/queries.ts'
import { type Database, oneRow, openDatabase } from '#lib/core/db.ts'
import { sqlState } from '#lib/core/sql-state.ts'
import { priceOf } from '#lib/money/prices.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { orderForStaff } from '#lib/orders/queries/list-for-staff.ts'
import { orderHistory, orderProgress, orderWithTimeline, readSingleOrderList } from '#lib/orders/queries.ts'
import { openOrder } from '#lib/orders/rules.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { movePoints } from '#lib/points/move-points.ts'
import { latestLedgerEntries } from '#lib/points/queries.ts'
import { encryptProviderKey } from '#lib/providers/provider-key.ts'
import { startFakeProvider } from '#lib/providers/testing/fake-provider.ts'
import { openSession } from '#lib/sessions/open-session.ts'
import { grantPrivileges } from '#scripts/grant-privileges.ts'
import { startPooler } from '#scripts/pooler.ts'
import { parseRole } from '#scripts/runtime-role.ts'
import { startSeededDatabase } from './database.ts'
import { median, startApiServer, startWeb, startWorker, WITHOUT_RATE_LIMITS } from './processes.ts'
import { sendRequest } from './send-request.ts'
import { findCheapestService, makeBuyer, makeBuyers } from './shop.ts'
import {
  asOwner,
  liveStatements,
  makeCauses,
  makeNextPartition,
  type Query,
  type Split,
  splitAtRest,
} from './split-tables.ts'

const orders = Number(process.argv[2] ?? 300_000)
const phases = (process.argv[3] ?? 'reads,orders,try,swap,detach').split(',')
const wanted = new RegExp(process.argv[4] ?? '')
const MEMBERS = 500
const CONNECTIONS = 16
const AMOUNT = 100
/** Repetitions of each read; before them each connection prepares and plans what it needs. */
const READS = 100
const WARM_READS = 20
/** Orders that are placed in each copy to measure POST /order. */
const ORDERS = 200
/** Points, in hundredths, that every member of this database gets. */
const GRANT = 1_000_000_000_000n
const LINK = 'https://www.instagram.com/bench/'
const DAY_MS = 86_400_000

Object.assign(process.env, WITHOUT_RATE_LIMITS, {
  ALLOW_PRIVATE_PROVIDERS: 'true',
  LOG_LEVEL: 'error',
  SEND_DELAY_SECONDS: '0',
})
const { url, ownerUrl, end } = await startSeededDatabase(1, { max_connections: '500', max_wal_size: '1GB' })
const pooler = await startPooler(url, 20)
const provider = await startFakeProvider({ pace: 2 })
const role = parseRole(url)
const named = (address: string, name: string) => Object.assign(new URL(address), { pathname: name }).href
const base = new URL(ownerUrl).pathname.slice(1)
const faults: string[] = []

/** Prints a result, and counts a fault if it isn't what was expected. */
function check(isRight: boolean, text: string): void {
  if (!isRight) faults.push(text)
  console.log(`${isRight ? '✓' : '✗'} ${text}`)
}

/** Fills the base: members, a service with a provider, and ended orders with three events and one ledger entry each. */
async function fill() {
  const db = openDatabase(url, 2)
  const owner = openDatabase(ownerUrl, 1)
  const buyers = await makeBuyers(db, CONNECTIONS)
  const busy = buyers[0]
  if (!busy) throw new Error('no buyer')
  const staff = await makeBuyer(db, 'bench_staff')
  const service = await findCheapestService(db, AMOUNT)
  const price = priceOf(service.unitPrice, AMOUNT)
  await db.rows(
    `WITH provider AS (INSERT INTO providers (name, api_url, encrypted_key, max_in_flight, per_minute) VALUES ('bench', $1, $2, 64, 600000) RETURNING id)
     UPDATE services SET provider_id = provider.id, provider_service_id = '1' FROM provider WHERE services.id = $3`,
    [provider.url, encryptProviderKey(provider.key), service.id],
  )
  await db.rows(`UPDATE members SET role = 'OWNER' WHERE id = $1`, [staff.memberId])
  const session = await openSession(db, { memberId: staff.memberId, role: 'OWNER', device: 'bench', totp: true })
  await asOwner(owner, async (query) => {
    await query(`INSERT INTO members (login_id) SELECT 'old_' || i FROM generate_series(1, ${MEMBERS}) AS i`)
    await query(
      `INSERT INTO balances (member_id, point) SELECT id, ${GRANT} FROM members WHERE login_id LIKE 'old\\_%'`,
    )
    await query(`INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor, created_at)
      SELECT id, 'ADJUSTMENT', ${GRANT}, ${GRANT}, 'bench', id, 'bench', now() - interval '731 days' FROM members WHERE login_id LIKE 'old\\_%' ORDER BY id`)
    await query(`INSERT INTO orders (id, member_id, service_id, link, clean_link, amount, unit_price, price, status, start_count, remains, source, sent_at, created_at)
      SELECT nextval('shop_order_id_seq'), CASE WHEN i % 5 = 0 THEN ${busy.memberId} ELSE old.first + i % ${MEMBERS} END, ${service.id}, '${LINK}' || i, '${LINK}' || i, ${AMOUNT},
        ${service.unitPrice}, ${price}, ${orderStatus.COMPLETED}, 1000, 0, 'API', at, at
      FROM generate_series(1, ${orders}) AS i, (SELECT min(id) AS first FROM members WHERE login_id LIKE 'old\\_%') AS old,
        LATERAL (SELECT now() - interval '1 day' - interval '729 days' * (1 - i / ${orders}.0) AS at) AS made ORDER BY i`)
    await query(`INSERT INTO order_events (order_id, from_status, to_status, actor, remains, at)
      SELECT id, nullif(step - 1, -1), CASE step WHEN 2 THEN ${orderStatus.COMPLETED} WHEN 1 THEN ${orderStatus.INPROGRESS} ELSE ${orderStatus.PENDING} END,
        'worker', CASE step WHEN 2 THEN 0 ELSE ${AMOUNT} END, created_at + step * interval '1 hour'
      FROM orders, generate_series(0, 2) AS step ORDER BY id, step`)
    await query(`INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor, created_at)
      SELECT member_id, 'ORDER', -price, ${GRANT} - ${price} * row_number() OVER (PARTITION BY member_id ORDER BY id), 'order', id, 'member:' || member_id, created_at FROM orders ORDER BY id`)
    await query(
      `UPDATE balances b SET point = ${GRANT} - ${price} * (SELECT count(*) FROM orders o WHERE o.member_id = b.member_id)`,
    )
    await query('VACUUM (ANALYZE)')
  })
  const ids = await oneRow<{ first: number; last: number; ofBusy: number }>(
    db,
    'SELECT min(id) AS first, max(id) AS last, min(id) FILTER (WHERE member_id = $1) AS of_busy FROM orders',
    [busy.memberId],
  )
  await db.end()
  await owner.end()
  return { buyers, busy, staff, staffToken: session.token, serviceId: service.id, ...ids }
}
const filled = await fill()
const { buyers, busy, staff, first, last } = filled
/** Ids of orders of the busy member: his oldest, one of a year and a half ago, and a recent one. */
const [oldest, earlier, recent] = [
  filled.ofBusy,
  filled.ofBusy + Math.floor(orders / 20) * 5,
  filled.ofBusy + (Math.floor(orders / 5) - 10) * 5,
]
console.log(`${orders} orders over two years, ids ${first} to ${last}`)

/** Bounds of `count` partitions over the two years and of two for what comes, by a value for each. */
const ranges = (count: number, boundAt: (share: number) => number | string): string[] =>
  Array.from({ length: count + 2 }, (_, at) => {
    const [low, high] = [at, at + 1].map((each) => `'${boundAt(each / count)}'`)
    return `FROM (${at === 0 ? 'MINVALUE' : low}) TO (${at > count ? 'MAXVALUE' : high})`
  })
const started = Date.now()
const months = (count: number) =>
  ranges(count, (share) => new Date(started + DAY_MS - (1 - share) * 731 * DAY_MS).toISOString())
const ids = (count: number) => ranges(count, (share) => Math.round(first + share * (last + 1 - first)))
const events = (by: 'at' | 'order_id', count: number): Split => ({
  table: 'order_events',
  method: `RANGE (${by})`,
  addedKey: by === 'at' ? 'at' : '',
  partitions: by === 'at' ? months(count) : ids(count),
})
const splits: Record<string, Split | null> = {
  'as it is': null,
  'events by month, 24': events('at', 24),
  'events by month, 60': events('at', 60),
  'events by order id, 24': events('order_id', 24),
  'events by order id, 60': events('order_id', 60),
  'ledger by month, 24': {
    table: 'point_entries',
    method: 'RANGE (created_at)',
    addedKey: 'created_at',
    partitions: months(24),
  },
  'ledger by cause, 24': {
    table: 'point_entries',
    method: 'LIST (ref_type)',
    addedKey: 'ref_type, ref_id',
    partitions: [
      'CREATE TABLE parts.point_entries_others PARTITION OF point_entries DEFAULT',
      "CREATE TABLE parts.point_entries_orders PARTITION OF point_entries FOR VALUES IN ('order') PARTITION BY RANGE (ref_id)",
      ...ids(24).map(
        (bounds, at) =>
          `CREATE TABLE parts.point_entries_${at} PARTITION OF parts.point_entries_orders FOR VALUES ${bounds}`,
      ),
    ],
  },
  'orders by id, 24': { table: 'orders', method: 'RANGE (id)', addedKey: '', partitions: ids(24) },
}

type Copy = { name: string; url: string; owner: Database; db: Database; pooled: Database; end(): Promise<void> }
let copies = 0

/** Copies the base, splits the copy and opens it. */
async function copyBase(name: string, split: Split | null): Promise<Copy> {
  const database = `copy${copies++}`
  const admin = openDatabase(named(ownerUrl, 'template1'), 1)
  await asOwner(admin, async (query) => void (await query(`CREATE DATABASE ${database} TEMPLATE ${base}`)))
  const owner = openDatabase(named(ownerUrl, database), 2)
  const from = performance.now()
  if (split) await asOwner(owner, (query) => splitAtRest(query, split))
  if (name.startsWith('ledger by month')) await asOwner(owner, async (query) => void (await query(makeCauses)))
  await grantPrivileges(owner, role)
  console.log(`${name}: ready after ${((performance.now() - from) / 1_000).toFixed(1)} s`)
  const db = openDatabase(named(url, database), 4)
  const pooled = openDatabase(named(pooler.url, database), 4, { pooled: true })
  const drop = async () => {
    for (const handle of [owner, db, pooled]) await handle.end()
    await asOwner(admin, async (query) => void (await query(`DROP DATABASE ${database} WITH (FORCE)`)))
    await admin.end()
  }
  return { name, url: named(url, database), owner, db, pooled, end: drop }
}

const order = { serviceId: filled.serviceId, link: LINK, amount: AMOUNT }
const pooledSettings = (copy: Copy) => ({
  DATABASE_URL: named(pooler.url, new URL(copy.url).pathname.slice(1)),
  DATABASE_POOLED: 'true',
  DATABASE_DIRECT_URL: copy.url,
})

/** Prints the median of each series as a ratio to the first, which is of the tables as they are. */
function printRatios(title: string, series: Map<string, number[]>): void {
  const [first = []] = series.values()
  console.log(title)
  for (const [name, values] of series)
    console.log(`  ${name}: ${median(values).toPrecision(3)} = ${(median(values) / median(first)).toFixed(2)}`)
}

/**
 * Measures POST /order on all copies, directly and on some through PgBouncer. The copies take turns after each order, so
 * that what else the machine does falls on all of them.
 */
async function measureOrders(all: Copy[]): Promise<void> {
  for (const way of ['directly', 'through PgBouncer'] as const) {
    const series = new Map<string, number[]>()
    const targets = await Promise.all(
      all.map(async (copy) => {
        series.set(copy.name, [])
        const server = await startApiServer(way === 'directly' ? { DATABASE_URL: copy.url } : pooledSettings(copy))
        return { name: copy.name, ...server }
      }),
    )
    for (let round = -WARM_READS; round < ORDERS; round++)
      for (const { name, port } of round % 2 ? targets.toReversed() : targets) {
        const headers = { 'api-key': busy.key, 'idempotency-key': `${way.length}-${round}` }
        const { status, ms } = await sendRequest({ port, path: '/order', method: 'POST', headers, body: order })
        if (status !== 201) check(false, `${name}: an order was answered ${status}`)
        if (round >= 0) series.get(name)?.push(ms)
      }
    for (const { child } of targets) child.kill('SIGKILL')
    printRatios(`POST /order ${way}, one at a time, ms:`, series)
  }
}

const quietMember = (db: Database) =>
  oneRow<{ id: number }>(db, `SELECT min(id) AS id FROM members WHERE login_id LIKE 'old\\_%'`)

/** A read, and the copies that it is measured on. */
type Read = { on: RegExp; run(db: Database, quiet: number): Promise<unknown> }
const eventReads = /as it is|events/
const reads: Record<string, Read> = {
  'first page of the busy history': {
    on: /as it is|events.*60|orders/,
    run: (db) => orderHistory(db, busy.memberId, { page: 1, size: 10 }),
  },
  'first page of a quiet history': {
    on: /as it is|orders/,
    run: (db, quiet) => orderHistory(db, quiet, { page: 1, size: 10 }),
  },
  'an order with its events': {
    on: /as it is|events|ledger/,
    run: (db) => orderWithTimeline(db, recent, busy.memberId),
  },
  'an order of long ago, found by its number': {
    on: eventReads,
    run: (db) => readSingleOrderList(db, busy.memberId, earlier),
  },
  'state of an order of long ago by API': { on: eventReads, run: (db) => orderProgress(db, earlier, busy.memberId) },
  'an order in the console': { on: /./, run: (db) => orderForStaff(db, earlier) },
  'latest ledger entries of a quiet member': {
    on: /as it is|ledger/,
    run: (db, quiet) => latestLedgerEntries(db, quiet, 10),
  },
}

/**
 * Measures each read with prepared statements and through PgBouncer, which has them planned each time. The copies take
 * turns after each read, so that what else the machine does falls on all of them.
 */
async function measureReads(all: Copy[]): Promise<void> {
  const [first] = all
  if (!first) return
  const { id: quiet } = await quietMember(first.db)
  for (const way of ['db', 'pooled'] as const)
    for (const [title, { on, run }] of Object.entries(reads)) {
      const measured = all.filter(({ name }) => on.test(name))
      const series = new Map<string, number[]>(measured.map(({ name }) => [name, []]))
      for (let round = -WARM_READS; round < READS; round++)
        for (const copy of round % 2 ? measured.toReversed() : measured) {
          const from = performance.now()
          await run(copy[way], quiet)
          if (round >= 0) series.get(copy.name)?.push(performance.now() - from)
        }
      printRatios(`${title}, ${way === 'db' ? 'prepared' : 'through PgBouncer'}, ms:`, series)
    }
}

/** Prints how many partitions of `order_events` statements of the shop read, and what planning costs, medians of 20. */
async function explainReads(all: Copy[]): Promise<void> {
  const statements = {
    'events of an order': `SELECT actor, at FROM order_events WHERE order_id = ${earlier} ORDER BY id`,
    'changed within a year': `SELECT FROM orders o WHERE id = ${earlier} AND EXISTS (SELECT FROM order_events e WHERE e.order_id = o.id AND e.at > now() - interval '1 year')`,
    'stuck orders': `SELECT o.id FROM orders o CROSS JOIN LATERAL (SELECT max(at) AS at FROM order_events e WHERE e.order_id = o.id) AS l WHERE ${openOrder.sql('o')} AND l.at < now()`,
  }
  for (const copy of all)
    for (const [title, statement] of Object.entries(statements)) {
      const times: number[] = []
      let text = ''
      await copy.owner.transaction(async (tx) => {
        for (let at = 0; at < 20; at++) {
          const lines = await tx.rows<Record<string, string>>(`EXPLAIN (SUMMARY) ${statement}`)
          text = lines.map((line) => Object.values(line)[0]).join('\n')
          times.push(Number(/Planning Time: ([\d.]+)/.exec(text)?.[1]))
        }
      })
      const scans = (text.match(/ on order_events/g) ?? []).length
      console.log(
        `  ${copy.name}, ${title}: planned in ${median(times).toFixed(3)} ms, ${scans} scans of events in the plan`,
      )
    }
}

const describeFaults = (found: Awaited<ReturnType<typeof findBookFaults>>): string =>
  `the books have faults of ${Object.entries(found)
    .filter(([, rows]) => Array.isArray(rows) && rows.length > 0)
    .map(([kind, rows]) => `${kind} (${(rows as unknown[]).length})`)
    .join(', ')}`

/** Shows whether the ledger of a copy still refuses a cause that was booked, and what the books say without its oldest part. */
async function tryLedger(copy: Copy): Promise<void> {
  const { id: memberId } = await quietMember(copy.db)
  const book = () =>
    movePoints(
      copy.db,
      { kind: 'worker' },
      { memberId, kind: 'ADJUSTMENT', delta: 100n, refType: 'bench', refId: 2_000_000_000 },
    ).catch((error) => error)
  await book()
  const second = await book()
  const answer = second instanceof pg.DatabaseError ? `${second.constraint} refuses it` : String(second)
  console.log(`${copy.name}: the same cause again: ${answer}`)
  const parent = copy.name.includes('cause') ? 'parts.point_entries_orders' : 'point_entries'
  await asOwner(
    copy.owner,
    async (query) => void (await query(`ALTER TABLE ${parent} DETACH PARTITION parts.point_entries_0 CONCURRENTLY`)),
  )
  const found = await findBookFaults(copy.owner)
  console.log(`${copy.name}: without its oldest part ${describeFaults(found)}`)
}

/** Shows what the foreign keys to `orders` say when its oldest part is detached, with and without a row that refers to it. */
async function tryOrders(copy: Copy): Promise<void> {
  await asOwner(copy.owner, async (query) => {
    const detach = () =>
      query('ALTER TABLE orders DETACH PARTITION parts.orders_0 CONCURRENTLY').then(
        () => 'detached',
        (error) => `refused: ${error.message}`,
      )
    await query(`INSERT INTO open_subscriptions (order_id) VALUES (${oldest})`)
    console.log(`${copy.name}: its oldest part, one of whose orders another table refers to: ${await detach()}`)
    await query('DELETE FROM open_subscriptions')
    console.log(`${copy.name}: without that row: ${await detach()}`)
  })
  console.log(`${copy.name}: without its oldest part ${describeFaults(await findBookFaults(copy.owner))}`)
}

type Answer = { name: string; from: number; to: number; failure: string | null }
type Live = { copy: Copy; answers: Answer[]; longest(from: number, to?: number): string; stop(): Promise<void> }

/** Starts a web process, one through PgBouncer, a worker, and callers of both, on a copy. */
async function startLoad(copy: Copy): Promise<Live> {
  process.env.DATABASE_URL = copy.url
  const web = await startWeb({ DATABASE_URL: copy.url })
  const pooled = await startApiServer(pooledSettings(copy))
  const worker: ChildProcess = await startWorker()
  const answers: Answer[] = []
  let isOver = false
  const send = async (name: string, port: number, path: string, init: (at: number) => RequestInit, status = 200) => {
    for (let at = 0; !isOver; at++) {
      const from = performance.now()
      const failure = await fetch(`http://127.0.0.1:${port}${path}`, init(at))
        .then(async (answer) => {
          await answer.text()
          return answer.status === status ? null : `${answer.status}`
        })
        .catch((error) => String(error.cause ?? error))
      answers.push({ name, from, to: performance.now(), failure })
      await sleep(10)
    }
  }
  const placing = (key: string) => (at: number) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': key, 'idempotency-key': `p-${at}` },
    body: JSON.stringify(order),
  })
  const get = (headers: Record<string, string>) => () => ({ headers })
  const loads = [
    ...buyers.slice(1, 4).map(({ key }) => send('POST /order', web.port, '/order', placing(key), 201)),
    ...buyers
      .slice(4, 6)
      .map(({ key }) => send('POST /order through PgBouncer', pooled.port, '/order', placing(key), 201)),
    send('GET /order-history', web.port, '/order-history', get({ cookie: `token=${busy.token}` })),
    send(
      'GET /service/order/{id}',
      web.port,
      `/service/order/${oldest}`,
      get({ authorization: `Bearer ${busy.token}` }),
    ),
    send('GET /status/{id} through PgBouncer', pooled.port, `/status/${recent}`, get({ 'api-key': busy.key })),
    send(
      'GET /api/admin/orders/{id}',
      web.port,
      `/api/admin/orders/${oldest}`,
      get({ authorization: `Bearer ${filled.staffToken}` }),
    ),
  ]
  // The first pages compile the code that later ones use: only what comes then is measured.
  const isWarm = () => new Set(answers.map(({ name }) => name)).size === loads.length - 3 && answers.length > 200
  for (let tries = 0; tries < 240 && !isWarm(); tries++) await sleep(500)
  const warm = answers.length
  await sleep(5_000)
  return {
    copy,
    answers,
    longest: (from, to = performance.now()) =>
      `${Math.round(Math.max(0, ...answers.filter((each) => each.to > from && each.from < to).map((each) => each.to - each.from)))} ms`,
    stop: async () => {
      isOver = true
      await Promise.all(loads)
      for (const child of [web.child, pooled.child, worker]) child.kill('SIGKILL')
      const measured = answers.slice(warm)
      const failed = measured.filter(({ failure }) => failure !== null)
      const names = [...new Set(measured.map(({ name }) => name))].map(
        (name) => `${measured.filter((each) => each.name === name).length} ${name}`,
      )
      for (const each of failed.slice(0, 10))
        console.log(`  failed, ${Math.round(each.from)} to ${Math.round(each.to)} ms: ${each.name}`)
      check(
        failed.length === 0,
        `${copy.name}: ${failed.length} of ${measured.length} requests failed (${names.join(', ')}) ${[...new Set(failed.map(({ name, failure }) => `${name}: ${failure}`))].slice(0, 5).join('; ')}`,
      )
      await checkBooks(copy, answers.filter(({ name, failure }) => name.startsWith('POST') && failure === null).length)
    },
  }
}

/** Checks that each acknowledged order has its first event, that the worker wrote events, and the books. */
async function checkBooks(copy: Copy, acknowledged: number): Promise<void> {
  const found = await oneRow<{ orders: number; events: number; byWorker: number }>(
    copy.db,
    `SELECT count(*)::int AS orders, count(*) FILTER (WHERE EXISTS (SELECT FROM order_events e WHERE e.order_id = o.id AND from_status IS NULL))::int AS events,
       (SELECT count(*)::int FROM order_events e WHERE e.order_id > $1 AND from_status IS NOT NULL) AS by_worker FROM orders o WHERE id > $1`,
    [last],
  )
  check(
    found.orders >= acknowledged && found.events === found.orders,
    `${copy.name}: ${acknowledged} orders acknowledged, ${found.orders} stored, ${found.events} with their event; ${found.byWorker} events by the worker`,
  )
  check(isSoundProof(await checkBooksInSnapshot(copy.db)), `${copy.name}: the books balance`)
}

/**
 * Runs statements in one transaction and one round trip, and waits for a lock no longer than this. Returns its number of
 * tries and the time of the last.
 */
async function withShortLocks(query: Query, statements: string[], lockTimeoutMs = 300) {
  for (let tries = 1; ; tries++) {
    const from = performance.now()
    try {
      await query(['BEGIN', `SET LOCAL lock_timeout = ${lockTimeoutMs}`, ...statements, 'COMMIT'].join(';'))
      return { tries, ms: Math.round(performance.now() - from) }
    } catch (error) {
      await query('ROLLBACK')
      if (sqlState(error) !== '55P03' || tries > 50) throw error
      await sleep(500)
    }
  }
}

/** Holds a lock that reading takes on `order_events`, as a long export does. */
const readFor = (db: Database, ms: number) =>
  db.transaction(async (tx) => {
    await tx.rows('SELECT FROM order_events LIMIT 1')
    await sleep(ms)
  })

/** Splits `order_events` of a running shop. */
async function splitLive(by: 'at' | 'order_id'): Promise<void> {
  const copy = await copyBase(`swap, by ${by}`, null)
  await asOwner(copy.owner, async (query) => void (await query(makeNextPartition)))
  await copy.owner.rows(`GRANT EXECUTE ON FUNCTION add_events_partition(text, text, text) TO ${role}`)
  const live = await startLoad(copy)
  const { last: lastId } = await oneRow<{ last: number }>(copy.db, 'SELECT max(id) AS last FROM orders')
  const bound =
    by === 'at'
      ? new Date(Date.now() + 40_000).toISOString()
      : String(
          lastId +
            10 +
            8 * live.answers.filter(({ name, to }) => name.startsWith('POST') && to > performance.now() - 5_000).length,
        )
  const [nextBound, thirdBound] = by === 'at' ? ['2100-01-01', '2101-01-01'] : ['1000000000', '1100000000']
  const times = { start: performance.now() }
  console.log(`${copy.name}: longest answer before anything ${live.longest(times.start - 4_000)}`)
  await asOwner(copy.owner, async (query) => {
    const { before, swap } = await liveStatements(query, { by, bound, nextBound, role })
    for (const statement of before) {
      const from = performance.now()
      if (statement.endsWith('NOT VALID')) await withShortLocks(query, [statement])
      else await query(statement)
      if (performance.now() - from > 50)
        console.log(`  ${Math.round(performance.now() - from)} ms: ${statement.slice(0, 90)}`)
    }
    console.log(`${copy.name}: longest answer while it is prepared ${live.longest(times.start)}`)
    await sleep(1_000)
    const from = performance.now()
    const reading = readFor(copy.db, 2_000)
    await sleep(100)
    const { tries, ms } = await withShortLocks(query, swap)
    console.log(
      `${copy.name}: swapped at try ${tries} beside a read of 2 s, the last in ${ms} ms; longest answer ${live.longest(from)}`,
    )
    await reading
  })
  const added = performance.now()
  await copy.db.rows('SELECT add_events_partition($1, $2, $3)', ['order_events_third', nextBound, thirdBound])
  console.log(`${copy.name}: the runtime role made a partition in ${Math.round(performance.now() - added)} ms`)
  for (let tries = 0; tries < 240; tries++) {
    await sleep(500)
    if ((await copy.owner.rows('SELECT FROM parts.order_events_next LIMIT 1')).length > 0) break
  }
  await sleep(2_000)
  console.log(`${copy.name}: longest answer when the next partition was begun ${live.longest(added)}`)
  const refused = async (statement: string) =>
    sqlState(await copy.db.rows(statement).catch((error) => error)) === '42501'
  check(await refused('DELETE FROM order_events'), `${copy.name}: web and worker may not delete events`)
  check(await refused('SELECT FROM parts.order_events_past LIMIT 1'), `${copy.name}: nor reach a partition by itself`)
  const deleted = await copy.owner.rows('DELETE FROM parts.order_events_next').catch((error) => error)
  check(deleted instanceof Error, `${copy.name}: nor does a partition let its owner delete a row`)
  const triggers = await copy.owner.rows<{ at: string; count: number }>(
    `SELECT tgrelid::regclass::text AS at, count(*)::int FROM pg_trigger WHERE tgrelid::regclass::text ~ 'order_events' GROUP BY 1 ORDER BY 1`,
  )
  console.log(`${copy.name}: triggers ${triggers.map(({ at, count }) => `${at} ${count}`).join(', ')}`)
  await live.stop()
  await copy.end()
}

/** Takes the oldest month out of `order_events` of a running shop, stores it as a file and drops it. */
async function detachLive(by: 'at' | 'order_id'): Promise<void> {
  const copy = await copyBase(`detach, by ${by}`, events(by, 24))
  const live = await startLoad(copy)
  console.log(`${copy.name}: longest answer before anything ${live.longest(performance.now() - 4_000)}`)
  const actor = await readStaffActor(copy.db, staff.memberId, '127.0.0.1')
  const transition = (orderId: number) =>
    transitionOrder(copy.db, actor, {
      orderId,
      status: orderStatus.CANCELED,
      remains: null,
      startCount: null,
      reason: 'bench',
    }).then(
      ({ refund }) => `refunded ${refund}`,
      (error) => `refused: ${error.message}`,
    )
  await asOwner(copy.owner, async (query) => {
    const step = async (title: string, statement: string) => {
      const from = performance.now()
      await query(statement)
      console.log(`  ${title}: ${Math.round(performance.now() - from)} ms; longest answer ${live.longest(from)}`)
    }
    const reading = readFor(copy.db, 2_000)
    await sleep(100)
    await step(
      'detach beside a read of 2 s',
      'ALTER TABLE order_events DETACH PARTITION parts.order_events_0 CONCURRENTLY',
    )
    await reading
    console.log(`${copy.name}: an order whose events are gone, then changed by staff: ${await transition(oldest)}`)
    if (by === 'order_id') {
      await query('CREATE TABLE parts.order_events_late (LIKE order_events INCLUDING ALL)')
      await step(
        'an empty partition in its place',
        `ALTER TABLE order_events ATTACH PARTITION parts.order_events_late FOR VALUES ${ids(24)[0]}`,
      )
      console.log(`${copy.name}: … again: ${await transition(oldest)}`)
    }
    await step('move to the archive', 'ALTER TABLE parts.order_events_0 SET SCHEMA archive')
    await step(
      'write to a file',
      `COPY archive.order_events_0 TO PROGRAM 'gzip > /var/tmp/order_events_0_${process.pid}.gz'`,
    )
    const file = `/var/tmp/order_events_0_${process.pid}.gz`
    const rows = (await query('SELECT count(*)::int AS count FROM archive.order_events_0')) as { count: number }[]
    console.log(`  ${rows[0]?.count} rows, ${Math.round(statSync(file).size / 1024)} KB`)
    rmSync(file)
    await step('drop', 'DROP TABLE archive.order_events_0')
  })
  await sleep(3_000)
  const order = await orderWithTimeline(copy.db, oldest + 5, busy.memberId)
  console.log(
    `${copy.name}: an order whose events are gone shows ${order?.events.length} events and ${order?.entries.length} ledger entries`,
  )
  await live.stop()
  await copy.end()
}

try {
  if (phases.includes('reads') || phases.includes('orders')) {
    const all: Copy[] = []
    for (const [name, split] of Object.entries(splits)) if (wanted.test(name)) all.push(await copyBase(name, split))
    if (phases.includes('reads')) {
      await explainReads(all.filter(({ name }) => /as it is|events/.test(name)))
      await measureReads(all)
    }
    if (phases.includes('orders')) await measureOrders(all)
    for (const copy of all) {
      check(isSoundProof(await checkBooksInSnapshot(copy.db)), `${copy.name}: the books balance`)
      await copy.end()
    }
  }
  if (phases.includes('try'))
    for (const [name, split] of Object.entries(splits)) {
      if (!/^(ledger|orders)/.test(name)) continue
      const copy = await copyBase(name, split)
      await (name.startsWith('ledger') ? tryLedger(copy) : tryOrders(copy))
      await copy.end()
    }
  for (const by of ['order_id', 'at'] as const) {
    if (phases.includes('swap')) await splitLive(by)
    if (phases.includes('detach')) await detachLive(by)
  }
} catch (error) {
  faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
await provider.stop()
pooler.stop()
await end()
if (faults.length > 0) console.log(`✗ ${faults.join('\n✗ ')}`)
process.exit(faults.length > 0 ? 1 : 0)
