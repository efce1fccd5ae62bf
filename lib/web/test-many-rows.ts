import { encrypt } from '#lib/core/crypto.ts'
import type { Database } from '#lib/core/db.ts'

/** How much there is; the other tables follow from these. */
export type Volume = { orders: number; members: number; services: number }

/** The first order's number; the one of whom a fifth of all orders are; the day the shop opened. */
export const FIRST_ORDER = 10_001
export const RESELLER = 1
const opened = "timestamptz '2024-11-21'"

/** When the i-th of n rows was made: evenly over two years, the last a minute ago. */
const at = (n: number) => `now() - interval '1 minute' - (${n} - i) * (interval '730 days' / ${n})`
/** A fifth of all are the reseller's; of the others each has a few. */
const whose = (members: number, step: number) =>
  `CASE WHEN i % 5 = 0 THEN ${RESELLER} ELSE 1 + (i::bigint * ${step}) % ${members} END`

const phone = (member: string) => `'010' || lpad((${member}::bigint * 48271 % 99999989)::text, 8, '0')`

const names = `(ARRAY['김민준','이서연','박도윤','최하은','정시우','강지우','조예준','윤서아','장주원','임지호','(주) 온미디어','한빛마케팅'])[1 + i % 12]`

/** PENDING 1 %, PROCESSING 2 %, INPROGRESS 2 % among the last tenth; else COMPLETED 88 %, PARTIAL 4 %, CANCELED 8 %. */
const orderStatus = (n: number) => `CASE
  WHEN i > ${n} * 0.95 AND i % 10 = 1 THEN 0 WHEN i > ${n} * 0.9 AND i % 10 = 2 THEN 4 WHEN i > ${n} * 0.9 AND i % 10 = 3 THEN 1
  WHEN i % 25 = 4 THEN 3 WHEN i % 25 IN (6, 7) THEN 5 ELSE 2 END`

const chargeStatus = (n: number) => `CASE WHEN i > ${n} - 300 THEN 0 WHEN i % 12 = 5 THEN 2 ELSE 1 END`

const people = ({ members: n }: Volume) => [
  `INSERT INTO members (id, login_id, email, phone, role, restriction, created_at, last_login_at)
   SELECT i, CASE WHEN i = ${RESELLER} THEN 'reseller' ELSE 'user_' || lpad(to_hex(i::bigint * 7919 % 1048573), 5, '0') || i % 10 END,
     'user' || i || '@example.com', ${phone('i')},
     CASE WHEN i BETWEEN 2 AND 6 THEN 'SUPPORT' WHEN i BETWEEN 7 AND 9 THEN 'OWNER' ELSE 'MEMBER' END,
     CASE i % 200 WHEN 50 THEN 'WARNED' WHEN 51 THEN 'SUSPENDED' WHEN 52 THEN 'BANNED' ELSE 'NORMAL' END, ${at(n)}, ${at(n)}
   FROM generate_series(1, ${n}) AS i`,
  `INSERT INTO balances (member_id, point) SELECT i, 100000 FROM generate_series(1, ${n}) AS i`,
  `INSERT INTO sessions (id, member_id, device, created_at, last_used_at, expires_at)
   SELECT gen_random_uuid(), i, 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0', ${at(n)}, ${at(n)}, ${at(n)} + interval '30 days'
   FROM generate_series(1, ${n}) AS i`,
]

const goods = ({ services: n }: Volume) => [
  "INSERT INTO platforms (id, text, visible, background_color) SELECT i, '플랫폼 ' || i, true, '#888888' FROM generate_series(1, 15) AS i",
  "INSERT INTO categories (id, platform_id, text) SELECT i, 1 + i % 15, '서비스 ' || i FROM generate_series(1, 150) AS i",
  `INSERT INTO providers (id, name, api_url, encrypted_key) VALUES (1, '공급사', 'https://provider.example', '')`,
  `INSERT INTO services (id, category_id, text, unit_price, min, max, provider_id, provider_service_id, unit_cost)
   SELECT i, 1 + i % 150, '팔로워 ' || i || ' 한국인 고품질', 1000000, 10, 10000,
     CASE WHEN i % 2 = 0 THEN 1 END, CASE WHEN i % 2 = 0 THEN i::text END, CASE WHEN i % 2 = 0 THEN 500000 END
   FROM generate_series(1, ${n}) AS i`,
]

const sales = ({ orders: n, members, services }: Volume) => [
  `INSERT INTO orders (id, member_id, service_id, link, clean_link, amount, unit_price, cost, refunded, status, start_count, remains, source, sent_at, created_at)
   SELECT ${FIRST_ORDER - 1} + i, ${whose(members, 7919)}, 1 + (i::bigint * 31) % ${services}, 'https://www.instagram.com/p/' || i,
     'https://www.instagram.com/p/' || i, 100, 1000000, 100000, CASE WHEN s = 5 THEN 100000 WHEN s = 3 THEN 40000 ELSE 0 END, s, 1000,
     CASE WHEN s = 2 THEN 0 WHEN s = 3 THEN 40 ELSE 100 END, CASE WHEN i % 5 = 0 THEN 'API' ELSE 'WEB' END,
     CASE WHEN s <> 0 THEN ${at(n)} END, ${at(n)}
   FROM generate_series(1, ${n}) AS i, LATERAL (SELECT ${orderStatus(n)} AS s) AS state`,
  `INSERT INTO order_events (order_id, from_status, to_status, actor, remains, at)
   SELECT o.id, CASE step WHEN 2 THEN 0 END, CASE step WHEN 1 THEN 0 ELSE o.status END, CASE step WHEN 1 THEN 'member:' || o.member_id ELSE 'worker' END, o.remains, o.created_at
   FROM orders o, generate_series(1, 2) AS step WHERE step = 1 OR o.status <> 0`,
  `INSERT INTO point_entries (id, member_id, kind, delta, balance_after, ref_type, ref_id, actor, created_at)
   SELECT o.id, o.member_id, 'ORDER', -o.cost, 100000, 'order', o.id, 'member:' || o.member_id, o.created_at FROM orders o ORDER BY o.id`,
  `INSERT INTO provider_attempts (order_id, provider_id, started_at, finished_at, outcome, provider_order_id)
   SELECT id, 1, created_at, created_at, CASE WHEN id % 20000 = 1 THEN 'UNKNOWN' ELSE 'SENT' END, id::text FROM orders WHERE service_id % 2 = 0 AND status <> 0`,
  `INSERT INTO auto_orders (id, member_id, service_id, link, amount, runs, interval_minutes, unit_price, cost, completed, status, next_run_at, held_at, created_at)
   SELECT ${FIRST_ORDER + n} + i, ${whose(members, 104_729)}, 1 + (i::bigint * 31) % ${services}, 'https://www.instagram.com/a/' || i, 100, 10, 60, 1000000, 1000000,
     CASE WHEN s = 0 THEN 3 ELSE 10 END, s, CASE WHEN s = 0 THEN now() + interval '1 hour' END, CASE WHEN s = 0 AND i % 50 = 0 THEN now() END, ${at(n / 20)}
   FROM generate_series(1, ${n / 20}) AS i, LATERAL (SELECT CASE WHEN i > ${n * 0.045} THEN 0 WHEN i % 10 = 3 THEN 2 WHEN i % 20 = 4 THEN 3 ELSE 1 END AS s) AS state`,
]

const money = ({ orders, members }: Volume, account: string) => {
  const n = Math.round(orders * 0.3)
  return [
    `INSERT INTO charges (id, member_id, name, normal_name, point, pay_amount, fee_type, fee_value, status, outcome, created_at, expires_at, response_at)
     SELECT i, ${whose(members, 15_485_863)}, name, replace(replace(replace(name, '(', ''), ')', ''), ' ', ''), p, p, i % 3, '{}', s,
       CASE s WHEN 1 THEN 'MATCHED' WHEN 2 THEN CASE WHEN i % 2 = 0 THEN 'REJECTED' ELSE 'EXPIRED' END END,
       ${at(n)}, ${at(n)} + interval '3 hours', CASE WHEN s <> 0 THEN ${at(n)} + interval '5 minutes' END
     FROM generate_series(1, ${n}) AS i, LATERAL (SELECT ${names} || CASE WHEN i % 40 = 0 THEN i::text ELSE '' END AS name,
       100000 * (1 + i % 97) AS p, ${chargeStatus(n)} AS s) AS made`,
    `INSERT INTO point_entries (id, member_id, kind, delta, balance_after, ref_type, ref_id, actor, created_at)
     SELECT ${FIRST_ORDER + orders} + c.id, c.member_id, 'CHARGE', c.point, 100000, 'charge', c.id, 'worker', c.created_at FROM charges c WHERE c.status = 1 ORDER BY c.id`,
    `INSERT INTO deposits (id, external_id, name, normal_name, amount, at, status, charge_id, created_at, matched_at)
     SELECT c.id, 'bank-' || c.id, c.name, c.normal_name, c.pay_amount, c.created_at, CASE WHEN c.id % 500 = 0 THEN 'WAITING' ELSE 'MATCHED' END,
       CASE WHEN c.id % 500 <> 0 THEN c.id END, c.created_at, CASE WHEN c.id % 500 <> 0 THEN c.created_at END FROM charges c WHERE c.status = 1`,
    `INSERT INTO receipts (charge_id, fee_type, status, created_at, settled_at)
     SELECT id, fee_type, CASE WHEN id % 100 = 0 THEN 'REQUESTED' ELSE 'ISSUED' END, created_at, CASE WHEN id % 100 <> 0 THEN created_at END
     FROM charges WHERE status = 1 AND fee_type <> 2`,
    `INSERT INTO refund_requests (member_id, point, email, name, bank, account, status, created_at, response_at)
     SELECT 1 + (i::bigint * 7919) % ${members}, 100000, 'a@example.com', ${names}, '국민은행', '${account}', CASE WHEN i > ${n / 30 - 50} THEN 0 ELSE 1 + i % 2 END, ${at(n / 30)},
       CASE WHEN i <= ${n / 30 - 50} THEN ${at(n / 30)} END FROM generate_series(1, ${n / 30}) AS i`,
  ]
}

const records = ({ orders, members }: Volume) => {
  const n = Math.round(orders * 0.3)
  return [
    `INSERT INTO tasks (kind, ref_type, ref_id, detail, due_at, created_at, resolved_at, resolved_by)
     SELECT (ARRAY['DELIVERY_LATE','ORDER_STUCK','DELIVERY_UNKNOWN'])[1 + i % 3], 'order', ${FIRST_ORDER} + i, '{}', ${at(n / 10)}, ${at(n / 10)},
       CASE WHEN i <= ${n / 10 - 200} THEN ${at(n / 10)} END, CASE WHEN i <= ${n / 10 - 200} THEN 2 END FROM generate_series(1, ${n / 10}) AS i`,
    `INSERT INTO outbox_messages (channel, "to", subject, body, status, created_at, sent_at)
     SELECT CASE WHEN i % 3 = 0 THEN 'SMS' ELSE 'EMAIL' END, CASE WHEN i % 3 = 0 THEN ${phone('m')} ELSE 'user' || m || '@example.com' END,
       '자동주문 안내 ' || i % 100, '', CASE WHEN i > ${n - 100} THEN 'PENDING' WHEN i % 500 = 0 THEN 'FAILED' ELSE 'SENT' END, ${at(n)},
       CASE WHEN i <= ${n - 100} AND i % 500 <> 0 THEN ${at(n)} END FROM generate_series(1, ${n}) AS i, LATERAL (SELECT 1 + (i::bigint * 7919) % ${members} AS m) AS whose`,
    `INSERT INTO audit_entries (actor_id, action, subject_type, subject_id, before, after, reason, address, at)
     SELECT 2 + i % 8, (ARRAY['charge.approve','order.transition','member.memo','settings.save'])[1 + i % 4], (ARRAY['charge','order','member','settings'])[1 + i % 4], i, '{}', '{}', NULL, '192.0.2.1', ${at(n)}
     FROM generate_series(1, ${n}) AS i`,
    `INSERT INTO daily_reports (day, orders, auto_orders, charges, members, charged, spent, refunded, other)
     SELECT day::date, 1, 1, 1, 1, 1, 1, 1, 1 FROM generate_series(${opened}, now() - interval '2 days', interval '1 day') AS day`,
  ]
}

/** Fills a migrated, empty database with a shop of this size, two years old. Its books don't balance: nobody asks here. */
export async function fillShop(db: Database, volume: Volume): Promise<void> {
  const account = `\\x${encrypt('refund-account', '123-456-7890').toString('hex')}`
  const statements = [
    ...people(volume),
    ...goods(volume),
    ...sales(volume),
    ...money(volume, account),
    ...records(volume),
  ]
  await db.transaction(async (tx) => {
    // No triggers, no foreign keys: rows that no one placed.
    await tx.rows("SET LOCAL session_replication_role = 'replica'")
    await tx.rows("SET LOCAL statement_timeout = '10min'")
    for (const statement of statements) await tx.rows(statement)
  })
  const client = await db.connect()
  await client.query('SET statement_timeout = 0')
  await client.query('VACUUM (ANALYZE)')
  client.release(true)
}
