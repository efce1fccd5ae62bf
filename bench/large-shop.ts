import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '#lib/core/db.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { startPostgres, testPostgresSettings } from '#scripts/postgres.ts'
import { prepareDatabase } from '#scripts/prepare-database.ts'
import { ensureRuntimeUrl } from '#scripts/runtime-role.ts'
import { ensureSecrets } from '#scripts/secrets.ts'
import { reportSumInserts } from '#tests/query-plans/many-records.ts'
import { fillShop, withoutTimeouts } from '#tests/query-plans/many-rows.ts'
import { RESELLER_ID, type Volume } from '#tests/query-plans/volume.ts'

/**
 * Ids of two members. BUSY_MEMBER_ID is the member who placed all but ten of today's orders; QUIET_MEMBER_ID is the one
 * who placed these ten and has no older orders.
 */
export const BUSY_MEMBER_ID = 11
/** Id of the member who placed only ten orders today, and none before. */
export const QUIET_MEMBER_ID = 13

/** The tables with the most rows. Creating their indexes after the rows are inserted takes a fraction of the time. */
const largeTables = [
  'orders',
  'order_events',
  'point_entries',
  'provider_attempts',
  'auto_orders',
  'charges',
  'deposits',
]

/** SQL for the last midnight in Seoul. */
const midnight = "(now() AT TIME ZONE 'Asia/Seoul')::date::timestamp AT TIME ZONE 'Asia/Seoul'"

/**
 * Statements that insert `count` ended orders with ids above `first`, each with its event and its ledger entry, spread
 * evenly over the time from `from` to `to`. `member` is SQL for the member of the i-th order.
 */
const insertOrders = (first: number, count: number, { member, from, to }: Record<'member' | 'from' | 'to', string>) => [
  `INSERT INTO orders (id, member_id, service_id, link, clean_link, amount, unit_price, price, status, start_count, remains, source, sent_at, created_at)
   SELECT ${first} + i, ${member}, 1 + i % 4000, 'https://www.instagram.com/p/' || ${first} + i, 'https://www.instagram.com/p/' || ${first} + i, 100,
     1000000, 100000, ${orderStatus.COMPLETED}, 1000, 0, 'API', at, at
   FROM generate_series(1, ${count}) AS i, LATERAL (SELECT ${from} + i * ((${to} - ${from}) / ${count}) AS at) AS made`,
  `INSERT INTO order_events (order_id, from_status, to_status, actor, remains, at)
   SELECT id, NULL, ${orderStatus.PENDING}, 'member:' || member_id, 100, created_at FROM orders WHERE id > ${first}`,
  `INSERT INTO point_entries (id, member_id, kind, delta, balance_after, ref_type, ref_id, actor, created_at)
   SELECT id, member_id, 'ORDER', -price, 100000, 'order', id, 'member:' || member_id, created_at FROM orders WHERE id > ${first} ORDER BY id`,
]

/** Drops the large tables' indexes, except those of constraints, runs `fill` and creates them again. */
async function withoutIndexes(owner: Database, fill: () => Promise<void>): Promise<void> {
  await withoutTimeouts(owner, async (query) => {
    const indexes = (await query(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index i
       WHERE indrelid = ANY ('{${largeTables}}'::regclass[])
         AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    )) as { name: string; definition: string }[]
    for (const { name } of indexes) await query(`DROP INDEX ${name}`)
    await fill()
    for (const { definition } of indexes) await query(definition)
  })
}

/** Statement that moves the sequence of each table's ids past the ids that the inserted rows use. */
const advanceSequences = `DO $$
DECLARE owned record; highest bigint;
BEGIN
  FOR owned IN SELECT table_name AS t, column_name AS c, pg_get_serial_sequence(quote_ident(table_name), column_name) AS s
    FROM information_schema.columns WHERE table_schema = 'public'
      AND pg_get_serial_sequence(quote_ident(table_name), column_name) IS NOT NULL
  LOOP
    EXECUTE format('SELECT max(%I) FROM %I', owned.c, owned.t) INTO highest;
    PERFORM setval(owned.s, highest) WHERE highest IS NOT NULL;
  END LOOP;
END $$`

type LargeShop = { url: string; ownerUrl: string; stop(): Promise<void> }

/** Number of orders that are inserted and committed together. */
const BATCH = 1_000_000

async function addOrders(owner: Database, { orders, members }: Volume, today: number): Promise<void> {
  // SQL for the member of the i-th order before today: every fifth order is a reseller's, the others are spread over
  // all members.
  const memberOfEarlier = `CASE WHEN i % 5 = 0 THEN ${RESELLER_ID} ELSE 14 + (i::bigint * 7919) % ${members - 14} END`
  const first = 20_000_000
  const earlier = orders - today
  await withoutTimeouts(owner, async (query) => {
    await query(`UPDATE orders SET member_id = ${QUIET_MEMBER_ID + 1} WHERE member_id = ${QUIET_MEMBER_ID}`)
    for (let from = 0; from < earlier; from += BATCH) {
      const day = (row: number) => `(${midnight} - interval '26 days' * ${1 - row / earlier})`
      const to = Math.min(earlier, from + BATCH)
      const span = { member: memberOfEarlier, from: day(from), to: day(to) }
      for (const statement of insertOrders(first + from, to - from, span)) await query(statement)
    }
    const member = `CASE WHEN i > ${today - 10} THEN ${QUIET_MEMBER_ID} ELSE ${BUSY_MEMBER_ID} END`
    for (const statement of insertOrders(first + earlier, today, { member, from: midnight, to: 'now()' }))
      await query(statement)
    await query('TRUNCATE day_sums, issue_days, service_day_sums, provider_day_sums, service_month_sums, report_marks')
    for (const statement of reportSumInserts) await query(statement)
    await query(`SELECT setval('shop_order_id_seq', ${first + orders + 1})`)
    await query(advanceSequences)
  })
}

type Size = { base: Volume; more: number; today: number }

async function fill(folder: string, { base, more, today }: Size): Promise<void> {
  const { url: ownerUrl, stop } = await startPostgres(folder, {
    ...testPostgresSettings,
    max_wal_size: '8GB',
    autovacuum: 'off',
  })
  const url = ensureRuntimeUrl(folder, ownerUrl)
  process.env.DATABASE_URL = url
  await prepareDatabase({ ownerUrl, url })
  const owner = openDatabase(ownerUrl, 4)
  await withoutIndexes(owner, async () => {
    await fillShop(owner, base)
    console.log('the base is filled')
    await addOrders(owner, { ...base, orders: more }, today)
    console.log('the orders are added')
  })
  console.log('the indexes are made')
  await withoutTimeouts(owner, async (query) => void (await query('VACUUM (ANALYZE)')))
  await owner.end()
  await stop()
}

/**
 * Starts the PostgreSQL in `folder`. The first start fills its database as `size` says: with members, services and
 * orders in the numbers of `base`, as other measurements do, and with `more` further orders, `today` of them from
 * today, the others from the 26 days before. The database server generates the rows itself, because copying them from
 * this process would take longer.
 */
export async function startLargeShop(folder: string, size: Size): Promise<LargeShop> {
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  Object.assign(process.env, ensureSecrets(folder))
  const filled = join(folder, 'filled')
  if (!existsSync(filled)) {
    // Fills the database in a child process: the PostgreSQL that it starts stops afterwards, and this process would
    // keep the address of that stopped server.
    const args = ['--disable-warning=ExperimentalWarning', import.meta.filename, folder, JSON.stringify(size)]
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
    if (status !== 0) throw new Error(`filling the database ended with ${status}`)
    writeFileSync(filled, '')
  }
  const { url: ownerUrl, stop } = await startPostgres(folder, { shared_buffers: '1GB' })
  const url = ensureRuntimeUrl(folder, ownerUrl)
  process.env.DATABASE_URL = url
  return { url, ownerUrl, stop }
}

if (import.meta.main) {
  const [folder = '', size = ''] = process.argv.slice(2)
  await fill(folder, JSON.parse(size) as Size)
  process.exit(0)
}
