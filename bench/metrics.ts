/**
 * Measures what metrics and traces cost, in orders per second through POST /order. Compares four variants: neither
 * metrics nor traces, metrics only, metrics with traces of every request, and metrics with traces of one request in a
 * hundred. The variants alternate in the rounds of one run. `npm run prove -- metrics [seconds a round]`.
 */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '#scripts/postgres.ts'
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

/** A collector of traces that discards what it receives. */
const collector = createServer((request, response) => request.resume().on('end', () => response.end('{}')))
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

const listen = async () => ({ METRICS_LISTEN: `127.0.0.1:${await findFreePort()}` })
const servers = {
  bare: await startApiServer(WITHOUT_RATE_LIMITS),
  measured: await startApiServer({ ...WITHOUT_RATE_LIMITS, ...(await listen()) }),
  traced: await startApiServer({ ...WITHOUT_RATE_LIMITS, ...(await listen()), OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
  sampled: await startApiServer({
    ...WITHOUT_RATE_LIMITS,
    ...(await listen()),
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER_ARG: '0.01',
  }),
}
const names = Object.keys(servers) as (keyof typeof servers)[]
const body = JSON.stringify({ serviceId, link: 'https://www.instagram.com/bench/', amount: ORDER_QUANTITY })
const headers = buyers.map(({ key }) => `api-key: ${key}\r\n`)
const orders = async (port: number) => {
  const { perSecond, statuses } = await measureLoad({ port, path: '/order', seconds, body, headers })
  for (const status of Object.keys(statuses))
    if (status !== '201') console.log(`answers with ${status}: ${statuses[status]}`)
  return perSecond
}

const rates = { bare: [] as number[], measured: [] as number[], traced: [] as number[], sampled: [] as number[] }
for (const { port } of Object.values(servers)) await orders(port)
for (let round = 0; round < ROUNDS; round++)
  for (const name of round % 2 ? names : names.toReversed()) {
    rates[name].push(await orders(servers[name].port))
    await wait(300)
  }
const bare = median(rates.bare)
console.log(`medians of ${ROUNDS} rounds of ${seconds} s, ${CONNECTIONS} connections, orders a second:`)
for (const name of names)
  console.log(
    `${name} ${Math.round(median(rates[name]))} = ${(median(rates[name]) / bare).toFixed(3)} (${rates[name].map(Math.round)})`,
  )

for (const { child } of Object.values(servers)) child.kill('SIGKILL')
await end()
process.exit(0)
