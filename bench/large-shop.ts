import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '#lib/core/db.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { startPostgres, testSettings } from '#scripts/postgres.ts'
import { prepareDatabase } from '#scripts/prepare-database.ts'
import { storedRuntimeUrl } from '#scripts/runtime-role.ts'
import { storedSecrets } from '#scripts/secrets.ts'
import { fillShop } from '#tests/query-plans/many-rows.ts'
import { FIRST_ORDER, type Volume } from '#tests/query-plans/volume.ts'

/** The member who placed all but ten of today's orders, and the one who placed those ten and no others. */
export const BUSY_MEMBER = 11
export const QUIET_MEMBER = 13

/** Tables with a row or more for each order. Their indexes are made after the rows, which takes a fraction of the time. */
const largeTables = [
  'orders',
  'order_events',
  'point_entries',
  'provider_attempts',
  'auto_orders',
  'charges',
  'deposits',
]

/** Statements for `count` orders of today, all ended: a busy day. */
const insertToday = (first: number, count: number): string[] => [
  `UPDATE orders SET member_id = ${QUIET_MEMBER + 1} WHERE member_id = ${QUIET_MEMBER}`,
  `INSERT INTO orders (id, member_id, service_id, link, clean_link, amount, unit_price, price, refunded, status, start_count, remains, source, sent_at, created_at)
   SELECT ${first} + i, CASE WHEN i > ${count - 10} THEN ${QUIET_MEMBER} ELSE ${BUSY_MEMBER} END, 1 + i % 4000, 'https://www.instagram.com/t/' || i,
     'https://www.instagram.com/t/' || i, 100, 1000000, 100000, 0, ${orderStatus.COMPLETED}, 1000, 0, 'API', at, at
   FROM generate_series(1, ${count}) AS i, LATERAL (SELECT now() - (${count} - i) *
     ((now() - (now() AT TIME ZONE 'Asia/Seoul')::date::timestamp AT TIME ZONE 'Asia/Seoul') / ${count}) AS at) AS made`,
  `INSERT INTO order_events (order_id, from_status, to_status, actor, remains, at)
   SELECT id, NULL, ${orderStatus.PENDING}, 'member:' || member_id, 100, created_at FROM orders WHERE id > ${first}`,
  `INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor, created_at)
   SELECT member_id, 'ORDER', -price, 100000, 'order', id, 'member:' || member_id, created_at FROM orders WHERE id > ${first}`,
]

async function withoutTimeouts(owner: Database, run: (query: (text: string) => Promise<unknown[]>) => Promise<void>) {
  const client = await owner.connect()
  for (const setting of [
    "session_replication_role = 'replica'",
    'statement_timeout = 0',
    "maintenance_work_mem = '1GB'",
  ])
    await client.query(`SET ${setting}`)
  await run(async (text) => (await client.query(text)).rows)
  client.release(true)
}

/** Runs `fill` without the large tables' indexes, except those of constraints, and makes them again. */
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

type LargeShop = { url: string; ownerUrl: string; stop(): Promise<void> }

/**
 * Starts the PostgreSQL of a folder with a shop of this size, to which `today` orders of today are added. The first start
 * fills it, which takes a while; later ones find it filled.
 */
export async function startLargeShop(folder: string, volume: Volume, today: number): Promise<LargeShop> {
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  Object.assign(process.env, storedSecrets(folder))
  const filled = join(folder, 'filled')
  if (!existsSync(filled)) {
    const { url: ownerUrl, stop } = await startPostgres(folder, {
      ...testSettings,
      max_wal_size: '8GB',
      autovacuum: 'off',
    })
    const url = storedRuntimeUrl(folder, ownerUrl)
    process.env.DATABASE_URL = url
    await prepareDatabase({ ownerUrl, url })
    const owner = openDatabase(ownerUrl, 4)
    await withoutIndexes(owner, async () => {
      await fillShop(owner, volume)
      await withoutTimeouts(owner, async (query) => {
        for (const statement of insertToday(FIRST_ORDER + 2 * volume.orders, today)) await query(statement)
        await query(`SELECT setval('shop_order_id_seq', ${FIRST_ORDER + 2 * volume.orders + today + 1})`)
        await query(
          "SELECT setval(pg_get_serial_sequence('point_entries', 'id'), (SELECT max(id) + 1 FROM point_entries))",
        )
      })
    })
    await withoutTimeouts(owner, async (query) => void (await query('VACUUM (ANALYZE)')))
    await owner.end()
    await stop()
    writeFileSync(filled, '')
  }
  const { url: ownerUrl, stop } = await startPostgres(folder, { shared_buffers: '1GB' })
  const url = storedRuntimeUrl(folder, ownerUrl)
  process.env.DATABASE_URL = url
  return { url, ownerUrl, stop }
}
