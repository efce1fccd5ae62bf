import { type Database, oneRow } from '#lib/core/db.ts'
import { orderForStaff } from '#lib/orders/queries/list-for-staff.ts'
import { orderHistory, orderProgress, orderWithTimeline, readSingleOrderList } from '#lib/orders/queries.ts'
import { openOrder } from '#lib/orders/rules.ts'
import { latestLedgerEntries } from '#lib/points/queries.ts'
import { median, startApiServer } from '../processes.ts'
import { sendRequest } from '../send-request.ts'
import { type Copy, pooledSettings } from './copies.ts'
import { busy, check, earlier, order, recent } from './filled-shop.ts'

/** Repetitions of each read; before them each connection prepares and plans what it needs. */
const READS = 100
const WARM_READS = 20
/** Orders that are placed in each copy to measure POST /order. */
const ORDERS = 200

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
export async function measureOrders(all: Copy[]): Promise<void> {
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

/** A member with few orders. */
export const quietMember = (db: Database) =>
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
export async function measureReads(all: Copy[]): Promise<void> {
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
export async function explainReads(all: Copy[]): Promise<void> {
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
