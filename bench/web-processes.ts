/**
 * Measures how much processor time of a web process an order by POST /order costs. Compares one process with four, and
 * direct connections to the database with PgBouncer in transaction mode, in alternating rounds of one run. Orders that
 * arrive at the same moment share a statement, so a process with fewer client connections spends more time on each
 * order. Four processes are therefore measured twice: with as many connections each as the single process has, and with
 * that number divided among them. `npm run prove -- web-processes [seconds a round]`.
 */

import { readFileSync } from 'node:fs'
import { areBooksBalanced, findBookFaults } from '#lib/books/queries.ts'
import { startPooler } from '#scripts/pooler.ts'
import { startSeededDatabase } from './database.ts'
import { measureLoad, median, startApiServer, WITHOUT_RATE_LIMITS } from './processes.ts'
import { findCheapestService, makeBuyers } from './shop.ts'

const ROUNDS = 5
/** Client connections to each process, or to all four together in the setups that divide them. */
const CONNECTIONS = 16
const PROCESSES = 4
/** Orders that each process handles before it is measured: until then much of its time goes into compiling code. */
const WARM_ORDERS = 4_000
const ORDER_QUANTITY = 100
const seconds = Number(process.argv[2] ?? 3)

const { db, url, end } = await startSeededDatabase()
const pooler = await startPooler(url, 16)
const buyers = await makeBuyers(db, CONNECTIONS * PROCESSES)
const { id: serviceId } = await findCheapestService(db, ORDER_QUANTITY)
const body = JSON.stringify({ serviceId, link: 'https://www.instagram.com/bench/', amount: ORDER_QUANTITY })
const headers = buyers.map(({ key }) => `api-key: ${key}\r\n`)

const pooled = { DATABASE_URL: pooler.url, DATABASE_POOLED: 'true', DATABASE_DIRECT_URL: url }
const start = (environment: Record<string, string>) =>
  Promise.all(Array.from({ length: PROCESSES }, () => startApiServer({ ...WITHOUT_RATE_LIMITS, ...environment })))
const directProcesses = await start({})
const pooledProcesses = await start(pooled)
const setups = {
  'one process': { web: directProcesses.slice(0, 1), share: CONNECTIONS },
  'four processes': { web: directProcesses, share: CONNECTIONS },
  'four, connections divided': { web: directProcesses, share: CONNECTIONS / PROCESSES },
  'one through PgBouncer': { web: pooledProcesses.slice(0, 1), share: CONNECTIONS },
  'four through PgBouncer': { web: pooledProcesses, share: CONNECTIONS },
  'four through PgBouncer, divided': { web: pooledProcesses, share: CONNECTIONS / PROCESSES },
}
type SetupName = keyof typeof setups
const names = Object.keys(setups) as SetupName[]

/** Processor time of a process so far, in milliseconds. */
function processorTime(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Measures one round. Returns the milliseconds of processor time per order (`cost`), and the orders per second. */
async function measureRound(name: SetupName): Promise<{ cost: number; perSecond: number }> {
  const { web, share } = setups[name]
  const before = web.map(({ child }) => processorTime(child.pid))
  const results = await Promise.all(
    web.map(({ port }, at) =>
      measureLoad({ port, path: '/order', seconds, body, headers: headers.slice(at * share, (at + 1) * share) }),
    ),
  )
  const spent = web.reduce((sum, { child }, at) => sum + processorTime(child.pid) - (before[at] ?? 0), 0)
  for (const { statuses } of results)
    for (const [status, count] of Object.entries(statuses))
      if (status !== '201') console.log(`${name}: ${count} answers with ${status}`)
  const perSecond = results.reduce((sum, result) => sum + result.perSecond, 0)
  return { cost: spent / (perSecond * seconds), perSecond }
}

const figures = Object.fromEntries(names.map((name) => [name, { cost: [] as number[], perSecond: [] as number[] }]))
for (const name of ['four processes', 'four through PgBouncer'] as const)
  for (let orders = 0; orders < WARM_ORDERS * PROCESSES; ) orders += (await measureRound(name)).perSecond * seconds
for (let at = 0; at < ROUNDS; at++)
  for (const name of at % 2 ? names.toReversed() : names) {
    const { cost, perSecond } = await measureRound(name)
    figures[name]?.cost.push(cost)
    figures[name]?.perSecond.push(perSecond)
  }
const costOf = (name: SetupName): number => median(figures[name]?.cost ?? [])
console.log(`medians of ${ROUNDS} rounds of ${seconds} s, ${CONNECTIONS} connections:`)
for (const name of names)
  console.log(
    `${name}: ${costOf(name).toFixed(3)} ms of a processor an order = ${(costOf(name) / costOf('one process')).toFixed(2)} of one process, ${Math.round(median(figures[name]?.perSecond ?? []))} orders/s`,
  )
console.log(`books balance: ${areBooksBalanced(await findBookFaults(db))}`)
for (const { child } of [...directProcesses, ...pooledProcesses]) child.kill('SIGKILL')
pooler.stop()
await end()
process.exit(0)
