/**
 * Measures how many jobs per second the shop's worker runs, compared with graphile-worker alone on the same server in
 * the same run. Also measures the time from placing an order until a provider has it. `npm run prove -- jobs [jobs a
 * round]`.
 */
import { Logger, run } from 'graphile-worker'
import { areBooksBalanced, findBookFaults } from '#lib/books/queries.ts'
import { type Database, oneRow } from '#lib/core/db.ts'
import { sendOrdersLoop } from '#lib/jobs/deliver-orders-loops.ts'
import { startLoop } from '#lib/jobs/loop.ts'
import { startWorker } from '#lib/jobs/worker.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { encryptProviderKey } from '#lib/providers/provider-key.ts'
import { startFakeProvider } from '#lib/providers/testing/fake-provider.ts'
import { startSeededDatabase } from './database.ts'
import { median } from './processes.ts'
import { makeBuyer } from './shop.ts'

const ROUNDS = 3
const ORDERS_MEASURED = 100
const jobsPerRound = Number(process.argv[2] ?? 10_000)
/**
 * Number of jobs that graphile-worker alone runs at the same time: as many as the shop's lane `messages`, and as in
 * graphile-worker's own benchmark.
 */
const CONCURRENCY = 4

Object.assign(process.env, { ALLOW_PRIVATE_PROVIDERS: 'true', LOG_LEVEL: 'silent', SEND_DELAY_SECONDS: '0' })
const { db, url, end } = await startSeededDatabase(8)

const countDueJobs = async () =>
  (await oneRow<{ count: number }>(db, 'SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE run_at <= now()'))
    .count

async function untilNoJobIsDue(): Promise<void> {
  while ((await countDueJobs()) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Fills the queue, starts a worker, and waits until the queue is empty. Returns jobs per second. */
async function drain(task: string, start: () => Promise<{ stop(): Promise<void> }>): Promise<number> {
  await db.rows(
    'SELECT graphile_worker.add_job($1, json_build_object($2::text, -1)) FROM generate_series(1, $3::int)',
    [task, 'id', jobsPerRound],
  )
  const started = performance.now()
  const runner = await start()
  await untilNoJobIsDue()
  const seconds = (performance.now() - started) / 1_000
  await runner.stop()
  return jobsPerRound / seconds
}

/** Starts graphile-worker alone, with a task that does nothing, to compare the shop's worker with it. */
const startBareWorker = () =>
  run({
    connectionString: url,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    taskList: { nothing: () => undefined },
  })

/** Places orders one after the other. Returns, for each order, the milliseconds until a provider had received it. */
async function deliveryDelays(database: Database): Promise<number[]> {
  const fakeProvider = await startFakeProvider({ pace: 60 })
  const [service] = await database.rows<{ id: number; min: number }>(
    `WITH provider AS (
       INSERT INTO providers (name, api_url, encrypted_key, max_in_flight, per_minute)
       VALUES ('bench', $1, $2, 64, 600000) RETURNING id
     )
     UPDATE services s SET provider_id = provider.id, provider_service_id = '1' FROM provider
     WHERE s.id = (SELECT id FROM services WHERE NOT is_read_only ORDER BY id LIMIT 1) RETURNING s.id, s.min`,
    [fakeProvider.url, encryptProviderKey(fakeProvider.key)],
  )
  if (!service) throw new Error('the seed has no service to order')
  const { memberId } = await makeBuyer(database, 'bench')
  const loop = startLoop(sendOrdersLoop, database)
  for (let order = 0; order < ORDERS_MEASURED; order++) {
    await placeOrder(database, {
      memberId,
      source: 'API',
      isOrderingPaused: false,
      idempotency: null,
      input: {
        serviceId: service.id,
        link: 'https://www.instagram.com/bench/',
        amount: service.min,
        runs: 0,
        interval: 0,
      },
    })
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  const sentCount = "SELECT count(sent_at)::int AS sent FROM orders WHERE source = 'API'"
  while ((await oneRow<{ sent: number }>(database, sentCount)).sent < ORDERS_MEASURED)
    await new Promise((resolve) => setTimeout(resolve, 50))
  await loop.stop()
  await fakeProvider.stop()
  const rows = await database.rows<{ ms: number }>(
    "SELECT (extract(epoch FROM sent_at - created_at) * 1000)::float8 AS ms FROM orders WHERE source = 'API' ORDER BY ms",
  )
  return rows.map(({ ms }) => ms)
}

const jobsPerSecond: { alone: number[]; shop: number[] } = { alone: [], shop: [] }
for (let round = 0; round < ROUNDS; round++) {
  jobsPerSecond.alone.push(await drain('nothing', startBareWorker))
  // This job of the shop does little: it makes one query for messages to send.
  jobsPerSecond.shop.push(await drain('send-message', () => startWorker({ loops: false })))
  console.log(
    `alone ${Math.round(jobsPerSecond.alone.at(-1) ?? 0)}  shop ${Math.round(jobsPerSecond.shop.at(-1) ?? 0)}`,
  )
}
const [bare, shop] = [median(jobsPerSecond.alone), median(jobsPerSecond.shop)]
console.log(`medians of ${ROUNDS} rounds of ${jobsPerRound} jobs, ${CONCURRENCY} at once:`)
console.log(`graphile-worker alone, a task that does nothing: ${Math.round(bare)} jobs/s`)
console.log(
  `the shop's worker, a task of one statement: ${Math.round(shop)} jobs/s = ${(shop / bare).toFixed(2)} of that`,
)
const times = await deliveryDelays(db)
console.log(
  `order to sent: median ${Math.round(median(times))} ms, 95 % under ${Math.round(times[Math.floor(ORDERS_MEASURED * 0.95)] ?? 0)} ms, longest ${Math.round(times.at(-1) ?? 0)} ms`,
)
console.log(`books balance: ${areBooksBalanced(await findBookFaults(db))}`)

await end()
process.exit(0)
