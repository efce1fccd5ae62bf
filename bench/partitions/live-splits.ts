import { rmSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readStaffActor } from '#lib/audit/actor.ts'
import { type Database, oneRow } from '#lib/core/db.ts'
import { sqlState } from '#lib/core/sql-state.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { orderWithTimeline } from '#lib/orders/queries.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { copyBase, events, ids } from './copies.ts'
import { busy, check, oldest, role, staff } from './filled-shop.ts'
import { startLoad } from './load.ts'
import { asOwner, liveStatements, makeNextPartition, type Query } from './split-tables.ts'

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
export async function splitLive(by: 'at' | 'order_id'): Promise<void> {
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
export async function detachLive(by: 'at' | 'order_id'): Promise<void> {
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
