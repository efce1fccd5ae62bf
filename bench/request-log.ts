/**
 * Measures what the request log costs: orders per second through POST /order with and without it, in alternating rounds
 * of one run. `npm run prove -- request-log [seconds a round]`.
 */

import { setTimeout as wait } from 'node:timers/promises'
import { oneRow } from '#lib/core/db.ts'
import { startSeededDatabase } from './database.ts'
import { measureLoad, median, startApiServer, WITHOUT_RATE_LIMITS } from './processes.ts'
import { findCheapestService, makeBuyers } from './shop.ts'

const ROUNDS = 5
const CONNECTIONS = 16
const ORDER_QUANTITY = 100
const seconds = Number(process.argv[2] ?? 3)

const { db, end } = await startSeededDatabase()
const buyers = await makeBuyers(db, CONNECTIONS)
const { id: serviceId } = await findCheapestService(db, ORDER_QUANTITY)

const servers = {
  logged: await startApiServer(WITHOUT_RATE_LIMITS),
  bare: await startApiServer({ ...WITHOUT_RATE_LIMITS, NO_REQUEST_LOG: '1' }),
}
const body = JSON.stringify({ serviceId, link: 'https://www.instagram.com/bench/', amount: ORDER_QUANTITY })
const headers = buyers.map(({ key }) => `api-key: ${key}\r\n`)
const orders = async (port: number) => {
  const { perSecond, statuses } = await measureLoad({ port, path: '/order', seconds, body, headers })
  for (const status of Object.keys(statuses))
    if (status !== '201') console.log(`answers with ${status}: ${statuses[status]}`)
  return perSecond
}

const rates = { logged: [] as number[], bare: [] as number[] }
for (const { port } of Object.values(servers)) await orders(port)
for (let round = 0; round < ROUNDS; round++)
  for (const name of round % 2 ? (['bare', 'logged'] as const) : (['logged', 'bare'] as const)) {
    rates[name].push(await orders(servers[name].port))
    await wait(500)
  }
const [logged, bare] = [median(rates.logged), median(rates.bare)]
await wait(2_000)
const { rows } = await oneRow<{ rows: number }>(db, 'SELECT count(*)::int AS rows FROM api_requests')
console.log(`medians of ${ROUNDS} rounds of ${seconds} s, ${CONNECTIONS} connections, orders a second:`)
console.log(
  `with the log ${Math.round(logged)} = ${(logged / bare).toFixed(3)} of those without it (${Math.round(bare)})`,
)
console.log(
  `rounds with ${rates.logged.map(Math.round)}, without ${rates.bare.map(Math.round)}; rows in the log ${rows}`,
)

for (const { child } of Object.values(servers)) child.kill('SIGKILL')
await end()
process.exit(0)
