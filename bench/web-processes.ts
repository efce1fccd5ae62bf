/**
 * Measures the processor time that an order costs a web process, by POST /order: one process and four, on the database
 * itself and through PgBouncer in transaction mode, in alternating rounds of one run.
 * `npm run prove -- web-processes [seconds a round]`.
 */

import { readFileSync } from 'node:fs'
import { bookFaults, booksBalance } from '#lib/books/queries.ts'
import { startSeededDatabase } from './database.ts'
import { startPooler } from './pooler.ts'
import { measure, median, startEntry, UNLIMITED } from './processes.ts'
import { cheapestService, makeBuyers } from './shop.ts'

const ROUNDS = 5
const CONNECTIONS = 16
const ORDER_AMOUNT = 100
const seconds = Number(process.argv[2] ?? 3)

const { db, url, end } = await startSeededDatabase()
const pooler = await startPooler(url, 16)
const buyers = await makeBuyers(db, CONNECTIONS)
const { id: serviceId } = await cheapestService(db, ORDER_AMOUNT)
const body = JSON.stringify({ serviceId, link: 'https://www.instagram.com/bench/', amount: ORDER_AMOUNT })
const headers = buyers.map(({ key }) => `api-key: ${key}\r\n`)

const pooled = { DATABASE_URL: pooler.url, DATABASE_POOLED: 'true', DATABASE_DIRECT_URL: url }
const start = (count: number, environment: Record<string, string>) =>
  Promise.all(Array.from({ length: count }, () => startEntry({ ...UNLIMITED, ...environment })))
const setups = {
  'one process': await start(1, {}),
  'four processes': await start(4, {}),
  'one through PgBouncer': await start(1, pooled),
  'four through PgBouncer': await start(4, pooled),
}
type SetupName = keyof typeof setups
const names = Object.keys(setups) as SetupName[]

/** Processor time of a process so far, in milliseconds. */
function processorTime(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Milliseconds of processor time for each order, and orders a second, of one round. */
async function round(name: SetupName): Promise<{ cost: number; perSecond: number }> {
  const web = setups[name]
  const share = CONNECTIONS / web.length
  const before = web.map(({ child }) => processorTime(child.pid))
  const results = await Promise.all(
    web.map(({ port }, at) =>
      measure({ port, path: '/order', seconds, body, headers: headers.slice(at * share, (at + 1) * share) }),
    ),
  )
  const spent = web.reduce((sum, { child }, at) => sum + processorTime(child.pid) - (before[at] ?? 0), 0)
  for (const { statuses } of results)
    for (const [status, count] of Object.entries(statuses))
      if (status !== '201') console.log(`${name}: ${count} answers with ${status}`)
  const perSecond = results.reduce((sum, result) => sum + result.perSecond, 0)
  return { cost: spent / (perSecond * seconds), perSecond }
}

const found = Object.fromEntries(names.map((name) => [name, { cost: [] as number[], perSecond: [] as number[] }]))
for (const name of names) await round(name)
for (let at = 0; at < ROUNDS; at++)
  for (const name of at % 2 ? names.toReversed() : names) {
    const { cost, perSecond } = await round(name)
    found[name]?.cost.push(cost)
    found[name]?.perSecond.push(perSecond)
  }
const costOf = (name: SetupName): number => median(found[name]?.cost ?? [])
console.log(`medians of ${ROUNDS} rounds of ${seconds} s, ${CONNECTIONS} connections together:`)
for (const name of names)
  console.log(
    `${name}: ${costOf(name).toFixed(3)} ms of a processor an order = ${(costOf(name) / costOf('one process')).toFixed(2)} of one process, ${Math.round(median(found[name]?.perSecond ?? []))} orders/s`,
  )
console.log(`books balance: ${booksBalance(await bookFaults(db))}`)
for (const { child } of Object.values(setups).flat()) child.kill('SIGKILL')
pooler.stop()
await end()
process.exit(0)
