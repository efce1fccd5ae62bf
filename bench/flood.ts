/**
 * Measures how much one api-key that sends ten times its rate limits slows down other members: the p95 of their orders
 * and status calls with and without these requests. Prints medians of five alternating rounds. `npm run prove -- flood
 * [seconds a round]`.
 */

import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { areBooksBalanced, findBookFaults } from '#lib/books/queries.ts'
import { startSeededDatabase } from './database.ts'
import type { PacedResult, Sender } from './paced-worker.ts'
import { median, root, startApiServer } from './processes.ts'
import { makeBuyer } from './shop.ts'

const ROUNDS = 5
const OTHERS = 10
const seconds = Number(process.argv[2] ?? 8)

const { db, end } = await startSeededDatabase()
const [service] = await db.rows<{ id: number }>(
  'SELECT id FROM services WHERE NOT is_read_only AND min <= 100 ORDER BY id LIMIT 1',
)
const body = JSON.stringify({ serviceId: service?.id, link: 'https://www.instagram.com/bench/', amount: 100 })

const ordersOf = (key: string, perSecond: number): Sender => ({ key, method: 'POST', path: '/order', body, perSecond })
const statusOf = (key: string, perSecond: number): Sender => ({
  key,
  method: 'GET',
  path: '/status/1',
  body: null,
  perSecond,
})
const others: Sender[] = []
for (let at = 0; at < OTHERS; at++) {
  const { key } = await makeBuyer(db, `bench_${at}`)
  others.push(ordersOf(key, 5), statusOf(key, 5))
}
const { key: flooder } = await makeBuyer(db, 'bench_flood')
// In requests per second: ten times the key's limits of 600 writes and 3,000 reads a minute.
const flood = [ordersOf(flooder, 100), statusOf(flooder, 500)]

const shop = await startApiServer({})

function send(senders: Sender[]): { child: ChildProcess; result: Promise<PacedResult> } {
  const child = fork(join(root, 'bench/paced-worker.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const result = new Promise<PacedResult>((resolve, reject) => {
    child.once('message', (message: PacedResult) => {
      child.kill()
      resolve(message)
    })
    child.once('error', reject)
  })
  child.send({ port: shop.port, seconds, senders })
  return { child, result }
}

await send(others).result
// These requests use up the flooding key's rate limits before the first round, so that each round measures a flood that
// has lasted for some time.
await send(flood.map((sender) => ({ ...sender, perSecond: 600 }))).result
/** p95 of the other members' requests in milliseconds, one value for each round. */
const p95Alone: number[] = []
const p95Beside: number[] = []
const refused: Record<string, number> = {}
for (let round = 0; round < ROUNDS; round++) {
  const alone = await send(others).result
  const [beside, flooding] = await Promise.all([send(others).result, send(flood).result])
  p95Alone.push(alone.p95)
  p95Beside.push(beside.p95)
  for (const [status, count] of Object.entries(flooding.statuses)) refused[status] = (refused[status] ?? 0) + count
  console.log(
    `p95 alone ${alone.p95.toFixed(2)} ms, beside the flood ${beside.p95.toFixed(2)} ms, others ${JSON.stringify(beside.statuses)}`,
  )
}
console.log(
  `medians of ${ROUNDS} rounds of ${seconds} s: ${median(p95Alone).toFixed(2)} ms alone, ${median(p95Beside).toFixed(2)} ms beside the flood`,
)
console.log(
  `one key at 10 times its limits slows the others' p95 to ${(median(p95Beside) / median(p95Alone)).toFixed(2)} of what it was (at most 1.20)`,
)
console.log(`answers to the flood: ${JSON.stringify(refused)}`)
console.log(`books balance: ${areBooksBalanced(await findBookFaults(db))}`)

shop.child.kill('SIGKILL')
await end()
process.exit(0)
