import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkBooksInSnapshot } from '#lib/books/check-books.ts'
import { isSoundProof } from '#lib/books/prove-books.ts'
import { oneRow } from '#lib/core/db.ts'
import { startApiServer, startWeb, startWorker } from '../processes.ts'
import { type Copy, pooledSettings } from './copies.ts'
import { busy, buyers, check, filled, last, oldest, order, recent } from './filled-shop.ts'

type Answer = { name: string; from: number; to: number; failure: string | null }
type Live = { copy: Copy; answers: Answer[]; longest(from: number, to?: number): string; stop(): Promise<void> }

/** Starts a web process, one through PgBouncer, a worker, and callers of both, on a copy. */
export async function startLoad(copy: Copy): Promise<Live> {
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
