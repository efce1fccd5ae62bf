import { encrypt } from '#lib/core/crypto.ts'
import type { Database } from '#lib/core/db.ts'
import { autoOrderStatus as auto } from '#lib/orders/auto/labels.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { buildMoneyInserts } from './many-charges.ts'
import { buildRecordInserts } from './many-records.ts'
import { buildRequestInserts } from './many-requests.ts'
import { createdAtSql, FIRST_ORDER_ID, memberIdSql, phoneSql, RESELLER_ID, type Volume } from './volume.ts'

const { PENDING, INPROGRESS, COMPLETED, PARTIAL, PROCESSING, CANCELED } = orderStatus

/**
 * SQL for the status of the i-th of n orders. Only the last tenth contains open orders: PENDING 0.5 %, PROCESSING 1 %
 * and INPROGRESS 1 % of all orders. The others are 88 % COMPLETED, 4 % PARTIAL, 8 % CANCELED.
 */
const statusOf = (n: number) => `CASE
  WHEN i > ${n} * 0.95 AND i % 10 = 1 THEN ${PENDING} WHEN i > ${n} * 0.9 AND i % 10 = 2 THEN ${PROCESSING}
  WHEN i > ${n} * 0.9 AND i % 10 = 3 THEN ${INPROGRESS} WHEN i % 25 = 4 THEN ${PARTIAL} WHEN i % 25 IN (6, 7) THEN ${CANCELED} ELSE ${COMPLETED} END`

const autoStatusOf = (n: number) => `CASE WHEN i > ${n * 0.23} THEN ${auto.ACTIVE}
  WHEN i % 10 = 3 THEN ${auto.CANCLED} WHEN i % 20 = 4 THEN ${auto.PARTIAL} ELSE ${auto.COMPLETED} END`

const insertMembers = ({ members: n }: Volume) => [
  `INSERT INTO members (id, login_id, email, phone, referred_by_id, role, restriction, created_at, last_login_at)
   SELECT i, CASE WHEN i = ${RESELLER_ID} THEN 'reseller' ELSE 'user_' || lpad(to_hex(i::bigint * 7919 % 1048573), 5, '0') || i % 10 END,
     'user' || i || '@example.com', ${phoneSql('i')}, CASE WHEN i % 10 = 3 THEN 1 + i / 2 END,
     CASE WHEN i BETWEEN 2 AND 6 THEN 'SUPPORT' WHEN i BETWEEN 7 AND 9 THEN 'OWNER' ELSE 'MEMBER' END,
     CASE i % 200 WHEN 50 THEN 'WARNED' WHEN 51 THEN 'SUSPENDED' WHEN 52 THEN 'BANNED' ELSE 'NORMAL' END, ${createdAtSql(n)}, ${createdAtSql(n)}
   FROM generate_series(1, ${n}) AS i`,
  `INSERT INTO balances (member_id, point) SELECT i, 100000 FROM generate_series(1, ${n}) AS i`,
  `INSERT INTO sessions (id, member_id, device, created_at, last_used_at, expires_at)
   SELECT gen_random_uuid(), i, 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0', ${createdAtSql(n)}, ${createdAtSql(n)}, ${createdAtSql(n)} + interval '30 days'
   FROM generate_series(1, ${n}) AS i`,
  `INSERT INTO sessions (id, member_id, device, created_at, last_used_at, expires_at)
   SELECT gen_random_uuid(), ${RESELLER_ID}, 'curl/8.15', ${createdAtSql(5_000)}, ${createdAtSql(5_000)}, ${createdAtSql(5_000)} + interval '30 days' FROM generate_series(1, 5000) AS i`,
  `INSERT INTO api_keys (member_id, is_first, key_hash, encrypted) SELECT i, true, sha256(i::text::bytea), '' FROM generate_series(1, ${n}) AS i`,
  `INSERT INTO login_failures (login_id, address, at)
   SELECT 'user_' || lpad(to_hex(i::bigint * 7919 % 1048573), 5, '0') || i % 10, '192.0.2.' || i % 250, ${createdAtSql(n)} FROM generate_series(1, ${n}) AS i`,
]

const insertServices = ({ services: n }: Volume) => [
  "INSERT INTO platforms (id, text, visible, background_color) SELECT i, '플랫폼 ' || i, true, '#888888' FROM generate_series(1, 15) AS i",
  "INSERT INTO categories (id, platform_id, text) SELECT i, 1 + i % 15, '서비스 ' || i FROM generate_series(1, 150) AS i",
  `INSERT INTO providers (id, name, api_url, encrypted_key) VALUES (1, '공급사', 'https://provider.example', '')`,
  `INSERT INTO services (id, category_id, text, unit_price, min, max, provider_id, provider_service_id, unit_cost)
   SELECT i, 1 + i % 150, '팔로워 ' || i || ' 한국인 고품질', 1000000, 10, 10000,
     CASE WHEN i % 2 = 0 THEN 1 END, CASE WHEN i % 2 = 0 THEN i::text END, CASE WHEN i % 2 = 0 THEN 500000 END
   FROM generate_series(1, ${n}) AS i`,
  `INSERT INTO provider_services (provider_id, remote_id, name, category, rate, min, max, refill, cancel, dripfeed)
   SELECT 1, i::text, 'Followers ' || i, 'Category ' || i % 150, 100000000, 10, 10000, false, false, false FROM generate_series(1, ${n * 2}) AS i`,
]

const insertOrders = ({ orders: n, members, services }: Volume) => [
  `INSERT INTO orders (id, member_id, service_id, link, clean_link, amount, unit_price, price, refunded, status, start_count, remains, source, auto_order_id, run_no, sent_at, created_at)
   SELECT ${FIRST_ORDER_ID - 1} + i, ${memberIdSql(members, 7919)}, 1 + (i::bigint * 31) % ${services}, 'https://www.instagram.com/p/' || i,
     'https://www.instagram.com/p/' || i, 100, 1000000, 100000, CASE s WHEN ${CANCELED} THEN 100000 WHEN ${PARTIAL} THEN 40000 ELSE 0 END, s, 1000,
     CASE s WHEN ${COMPLETED} THEN 0 WHEN ${PARTIAL} THEN 40 ELSE 100 END, CASE WHEN i % 5 = 0 THEN 'API' WHEN i % 10 = 9 THEN 'AUTO' ELSE 'WEB' END,
     CASE WHEN i % 10 = 9 THEN ${FIRST_ORDER_ID + n + 1} + i / 50 END, CASE WHEN i % 10 = 9 THEN 1 + i / 10 % 5 END, CASE WHEN s <> ${PENDING} THEN ${createdAtSql(n)} END, ${createdAtSql(n)}
   FROM generate_series(1, ${n}) AS i, LATERAL (SELECT ${statusOf(n)} AS s) AS state`,
  `INSERT INTO order_events (order_id, from_status, to_status, actor, remains, at)
   SELECT o.id, CASE step WHEN 2 THEN ${PENDING} END, CASE step WHEN 1 THEN ${PENDING} ELSE o.status END, CASE step WHEN 1 THEN 'member:' || o.member_id ELSE 'worker' END, o.remains, o.created_at
   FROM orders o, generate_series(1, 2) AS step WHERE step = 1 OR o.status <> ${PENDING}`,
  `INSERT INTO point_entries (id, member_id, kind, delta, balance_after, ref_type, ref_id, actor, created_at)
   SELECT o.id, o.member_id, 'ORDER', -o.price, 100000, 'order', o.id, 'member:' || o.member_id, o.created_at
   FROM orders o WHERE o.auto_order_id IS NULL ORDER BY o.id`,
  `INSERT INTO provider_attempts (order_id, provider_id, started_at, finished_at, outcome, provider_order_id)
   SELECT id, 1, created_at, created_at, CASE WHEN id % 20000 = 1 THEN 'UNKNOWN' ELSE 'SENT' END, id::text FROM orders WHERE service_id % 2 = 0 AND status <> ${PENDING}`,
  `INSERT INTO auto_orders (id, member_id, service_id, link, amount, runs, interval_minutes, unit_price, price, completed, status, next_run_at, held_at, created_at)
   SELECT ${FIRST_ORDER_ID + n} + i, ${memberIdSql(members, 104_729)}, 1 + (i::bigint * 31) % ${services}, 'https://www.instagram.com/a/' || i, 100, 10, 60, 1000000, 1000000,
     CASE WHEN s = ${auto.ACTIVE} THEN 3 ELSE 10 END, s, CASE WHEN s = ${auto.ACTIVE} THEN now() + interval '1 hour' END, CASE WHEN s = ${auto.ACTIVE} AND i % 200 = 0 THEN now() END, ${createdAtSql(n / 4)}
   FROM generate_series(1, ${n / 4}) AS i, LATERAL (SELECT ${autoStatusOf(n)} AS s) AS state`,
]

/**
 * Fills a migrated, empty database, opened as its owner, with a two-year-old shop of this size. Its books don't
 * balance; no measured read depends on them.
 */
export async function fillShop(db: Database, volume: Volume): Promise<void> {
  const account = `\\x${encrypt('refund-account', '123-456-7890').toString('hex')}`
  const statements = [
    ...insertMembers(volume),
    ...insertServices(volume),
    ...insertOrders(volume),
    ...buildMoneyInserts(volume, account),
    ...buildRecordInserts(volume),
    ...buildRequestInserts(volume),
  ]
  await withoutTimeouts(db, async (query) => {
    await query('BEGIN')
    for (const statement of statements) await query(statement)
    await query('COMMIT')
    await query('VACUUM (ANALYZE)')
  })
}

/** Maximum time in milliseconds of a statement that fills tables. */
const MAX_FILL_MS = 3_600_000

/**
 * Calls `run` with a function that runs statements without time-outs, on a connection of its own. Triggers and foreign
 * keys are off, because rows are inserted directly and not by the use cases.
 */
export async function withoutTimeouts(
  db: Database,
  run: (query: (text: string) => Promise<unknown[]>) => Promise<void>,
): Promise<void> {
  const client = await db.connect()
  const query = async (text: string) => {
    const config = { text, query_timeout: MAX_FILL_MS }
    return (await client.query(config)).rows
  }
  const settings = ["session_replication_role = 'replica'", 'statement_timeout = 0', "maintenance_work_mem = '1GB'"]
  for (const setting of [...settings, 'idle_in_transaction_session_timeout = 0']) await query(`SET ${setting}`)
  await run(query)
  client.release(true)
}
