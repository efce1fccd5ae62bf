/**
 * Measures a shop of 10,000,000 orders, of which a million are from today. Compares the speed of POST /order with its
 * speed in an empty shop. Measures every read of the console, the pages that sum up today, and two order histories: of
 * a member with a million orders, and of one with ten. `npm run prove -- ten-million [folder] [share]`: `folder` stores
 * the database for later runs, because filling it takes long; a `share` such as 0.01 makes a smaller one.
 */

import { join } from 'node:path'
import { type Database, openDatabase } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { orderHistory } from '#lib/orders/queries.ts'
import { periodReport } from '#lib/reports/queries/period-report.ts'
import { jobErrors, providerStates, workerState } from '#lib/reports/queries/system-health.ts'
import { otherWaitingCounts, waitingCounts } from '#lib/reports/queries/waiting.ts'
import { dailyReportFor } from '#lib/reports/queries.ts'
import { rollUpDays } from '#lib/reports/roll-up-days.ts'
import { rollUpOrders } from '#lib/reports/roll-up-orders.ts'
import { listStaffReads } from '#tests/query-plans/staff-reads.ts'
import { startSeededDatabase } from './database.ts'
import { BUSY_MEMBER_ID, QUIET_MEMBER_ID, startLargeShop } from './large-shop.ts'
import { measureLoad, median, root, startApiServer, WITHOUT_RATE_LIMITS } from './processes.ts'
import { findCheapestService, makeBuyers } from './shop.ts'

const MAX_READ_MS = 100
const MAX_TODAY_MS = 200
const ROUNDS = 5
const READ_ROUNDS = 7
/** A read is repeated until its repetitions have taken this many milliseconds, at most READ_ROUNDS times. */
const MAX_ROUNDS_MS = 3_000
const CONNECTIONS = 16
const ORDER_QUANTITY = 100
const SECONDS = 2
/**
 * The link of the orders placed during the measurement. It is longer than the links of the stored orders, so that the
 * new orders go to new pages of the table. Rows as short as the stored ones would each fill the small gap that is left
 * in every old page.
 */
const LINK = `https://www.instagram.com/p/bench/${'b'.repeat(150)}/`

const folder = process.argv[2] ?? join(root, '.data/ten-million')
const share = Number(process.argv[3] ?? 1)
Object.assign(process.env, WITHOUT_RATE_LIMITS, { LOG_LEVEL: 'error' })
const base = { orders: 1_000_000 * share, members: 200_000 * share, services: 5_000 }
const shop = await startLargeShop(folder, { base, more: 9_000_000 * share, today: 1_000_000 * share })
// Reads the environment while DATABASE_URL names the large shop: `env()` stores what its first call has read, and the
// shop's code connects to that database.
env()
const db = openDatabase(shop.url, 4)
/** Updates the stored sums of the reports with everything since the last time, as the worker does every minute. */
async function rollUp(): Promise<void> {
  await rollUpDays(db)
  await rollUpOrders(db)
}
await rollUp()
let faults = 0

async function timeOf(run: (handle: Database) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  const until = performance.now() + MAX_ROUNDS_MS
  for (let round = 0; round < READ_ROUNDS && performance.now() < until; round++) {
    const from = performance.now()
    await run(db)
    times.push(performance.now() - from)
  }
  return median(times)
}

/** Prints a time in milliseconds, and counts a fault if the time is above `maxMs`. */
function report(name: string, ms: number, maxMs: number): void {
  if (ms > maxMs) faults++
  console.log(`${ms > maxMs ? '✗' : ' '} ${ms.toFixed(1).padStart(8)} ms of ${maxMs}  ${name}`)
}

const histories: Record<string, number> = {}
for (const [name, memberId] of [
  ['busy', BUSY_MEMBER_ID],
  ['quiet', QUIET_MEMBER_ID],
] as const)
  for (const page of [1, 100]) {
    histories[`${name} ${page}`] = await timeOf((handle) => orderHistory(handle, memberId, { page, size: 10 }))
    console.log(`history of the ${name} member, page ${page}: ${histories[`${name} ${page}`]?.toFixed(2)} ms`)
  }

const empty = await startSeededDatabase()
const setups = { empty: { db: empty.db, url: empty.url }, large: { db, url: shop.url } }
const rates = { empty: [] as number[], large: [] as number[] }
const targets = await Promise.all(
  (['empty', 'large'] as const).map(async (name) => {
    const { db: handle, url } = setups[name]
    const buyers = await makeBuyers(handle, CONNECTIONS)
    const { id: serviceId } = await findCheapestService(handle, ORDER_QUANTITY)
    const server = await startApiServer({ ...WITHOUT_RATE_LIMITS, DATABASE_URL: url })
    const body = JSON.stringify({ serviceId, link: LINK, amount: ORDER_QUANTITY })
    const headers = buyers.map(({ key }) => `api-key: ${key}\r\n`)
    const run = async () => {
      const { perSecond, statuses } = await measureLoad({
        port: server.port,
        path: '/order',
        seconds: SECONDS,
        body,
        headers,
      })
      for (const [status, count] of Object.entries(statuses))
        if (status !== '201') console.log(`${name}: ${count} x ${status}`)
      return perSecond
    }
    return { name, run, server }
  }),
)
for (const { run } of targets) await run()
for (let round = 0; round < ROUNDS; round++)
  for (const { name, run } of round % 2 ? targets : targets.toReversed()) rates[name].push(await run())
const ratio = median(rates.large) / median(rates.empty)
if (ratio < 0.9) faults++
console.log(
  `POST /order: ${Math.round(median(rates.large))}/s = ${ratio.toFixed(3)} of an empty shop (${Math.round(median(rates.empty))}/s); rounds ${rates.large.map(Math.round)} and ${rates.empty.map(Math.round)}`,
)
for (const { server } of targets) server.child.kill('SIGKILL')
await empty.end()
await rollUp()

const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)
const week = new Date(Date.now() + 9 * 3_600_000 - 7 * 86_400_000).toISOString().slice(0, 10)
const dashboard = (handle: Database) =>
  Promise.all([
    waitingCounts(handle),
    otherWaitingCounts(handle),
    dailyReportFor(handle, { from: week }),
    workerState(handle),
    jobErrors(handle),
    providerStates(handle),
  ])
report('the dashboard', await timeOf(dashboard), MAX_TODAY_MS)
for (const by of ['day', 'service', 'provider'] as const)
  report(
    `reports of today by ${by}`,
    await timeOf((handle) => periodReport(handle, { from: today, to: today, by })),
    MAX_TODAY_MS,
  )

const slow: { name: string; ms: number }[] = []
for (const { name, run } of listStaffReads(base, { few: true })) slow.push({ name, ms: await timeOf(run) })
slow.sort((a, b) => b.ms - a.ms)
console.log(
  `${slow.length} reads of the console, median ${median(slow.map(({ ms }) => ms)).toFixed(1)} ms, ${slow.filter(({ ms }) => ms > MAX_READ_MS).length} over ${MAX_READ_MS} ms; the slowest:`,
)
for (const { name, ms } of slow.slice(0, 20)) report(name, ms, MAX_READ_MS)

await db.end()
await shop.stop()
process.exit(faults > 0 ? 1 : 0)
