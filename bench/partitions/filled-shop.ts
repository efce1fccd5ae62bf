/**
 * The shop that `prove partitions` splits, filled when this module is loaded: its database, which is only copied, its
 * provider and its pooler.
 */

import { oneRow, openDatabase } from '#lib/core/db.ts'
import { priceOf } from '#lib/money/prices.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { encryptProviderKey } from '#lib/providers/provider-key.ts'
import { startFakeProvider } from '#lib/providers/testing/fake-provider.ts'
import { openSession } from '#lib/sessions/open-session.ts'
import { startPooler } from '#scripts/pooler.ts'
import { parseRole } from '#scripts/runtime-role.ts'
import { startSeededDatabase } from '../database.ts'
import { WITHOUT_RATE_LIMITS } from '../processes.ts'
import { findCheapestService, makeBuyer, makeBuyers } from '../shop.ts'
import { asOwner } from './split-tables.ts'

/** Number of orders in the shop. */
const orders = Number(process.argv[2] ?? 300_000)
const MEMBERS = 500
const CONNECTIONS = 16
const AMOUNT = 100
/** Points, in hundredths, that every member of this database gets. */
const GRANT = 1_000_000_000_000n
const LINK = 'https://www.instagram.com/bench/'

Object.assign(process.env, WITHOUT_RATE_LIMITS, {
  ALLOW_PRIVATE_PROVIDERS: 'true',
  LOG_LEVEL: 'error',
  SEND_DELAY_SECONDS: '0',
})
export const { url, ownerUrl, end } = await startSeededDatabase(1, { max_connections: '500', max_wal_size: '1GB' })
export const pooler = await startPooler(url, 20)
export const provider = await startFakeProvider({ pace: 2 })
/** The role of web and worker. */
export const role = parseRole(url)
/** The address of the database `name` on the server of `address`. */
export const named = (address: string, name: string) => Object.assign(new URL(address), { pathname: name }).href
/** Name of the database that is copied. */
export const base = new URL(ownerUrl).pathname.slice(1)
/** What wasn't as expected. */
export const faults: string[] = []

/** Prints a result, and counts a fault if it isn't what was expected. */
export function check(isRight: boolean, text: string): void {
  if (!isRight) faults.push(text)
  console.log(`${isRight ? '✓' : '✗'} ${text}`)
}

/** Fills the base: members, a service with a provider, and ended orders with three events and one ledger entry each. */
async function fill() {
  const db = openDatabase(url, 2)
  const owner = openDatabase(ownerUrl, 1)
  const buyers = await makeBuyers(db, CONNECTIONS)
  const busy = buyers[0]
  if (!busy) throw new Error('no buyer')
  const staff = await makeBuyer(db, 'bench_staff')
  const service = await findCheapestService(db, AMOUNT)
  const price = priceOf(service.unitPrice, AMOUNT)
  await db.rows(
    `WITH provider AS (INSERT INTO providers (name, api_url, encrypted_key, max_in_flight, per_minute) VALUES ('bench', $1, $2, 64, 600000) RETURNING id)
     UPDATE services SET provider_id = provider.id, provider_service_id = '1' FROM provider WHERE services.id = $3`,
    [provider.url, encryptProviderKey(provider.key), service.id],
  )
  await db.rows(`UPDATE members SET role = 'OWNER' WHERE id = $1`, [staff.memberId])
  const session = await openSession(db, { memberId: staff.memberId, role: 'OWNER', device: 'bench', totp: true })
  await asOwner(owner, async (query) => {
    await query(`INSERT INTO members (login_id) SELECT 'old_' || i FROM generate_series(1, ${MEMBERS}) AS i`)
    await query(
      `INSERT INTO balances (member_id, point) SELECT id, ${GRANT} FROM members WHERE login_id LIKE 'old\\_%'`,
    )
    await query(`INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor, created_at)
      SELECT id, 'ADJUSTMENT', ${GRANT}, ${GRANT}, 'bench', id, 'bench', now() - interval '731 days' FROM members WHERE login_id LIKE 'old\\_%' ORDER BY id`)
    await query(`INSERT INTO orders (id, member_id, service_id, link, clean_link, amount, unit_price, price, status, start_count, remains, source, sent_at, created_at)
      SELECT nextval('shop_order_id_seq'), CASE WHEN i % 5 = 0 THEN ${busy.memberId} ELSE old.first + i % ${MEMBERS} END, ${service.id}, '${LINK}' || i, '${LINK}' || i, ${AMOUNT},
        ${service.unitPrice}, ${price}, ${orderStatus.COMPLETED}, 1000, 0, 'API', at, at
      FROM generate_series(1, ${orders}) AS i, (SELECT min(id) AS first FROM members WHERE login_id LIKE 'old\\_%') AS old,
        LATERAL (SELECT now() - interval '1 day' - interval '729 days' * (1 - i / ${orders}.0) AS at) AS made ORDER BY i`)
    await query(`INSERT INTO order_events (order_id, from_status, to_status, actor, remains, at)
      SELECT id, nullif(step - 1, -1), CASE step WHEN 2 THEN ${orderStatus.COMPLETED} WHEN 1 THEN ${orderStatus.INPROGRESS} ELSE ${orderStatus.PENDING} END,
        'worker', CASE step WHEN 2 THEN 0 ELSE ${AMOUNT} END, created_at + step * interval '1 hour'
      FROM orders, generate_series(0, 2) AS step ORDER BY id, step`)
    await query(`INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor, created_at)
      SELECT member_id, 'ORDER', -price, ${GRANT} - ${price} * row_number() OVER (PARTITION BY member_id ORDER BY id), 'order', id, 'member:' || member_id, created_at FROM orders ORDER BY id`)
    await query(
      `UPDATE balances b SET point = ${GRANT} - ${price} * (SELECT count(*) FROM orders o WHERE o.member_id = b.member_id)`,
    )
    await query('VACUUM (ANALYZE)')
  })
  const ids = await oneRow<{ first: number; last: number; ofBusy: number }>(
    db,
    'SELECT min(id) AS first, max(id) AS last, min(id) FILTER (WHERE member_id = $1) AS of_busy FROM orders',
    [busy.memberId],
  )
  await db.end()
  await owner.end()
  return { buyers, busy, staff, staffToken: session.token, serviceId: service.id, ...ids }
}
export const filled = await fill()
export const { buyers, busy, staff, first, last } = filled
/** Ids of orders of the busy member: his oldest, one of a year and a half ago, and a recent one. */
export const [oldest, earlier, recent] = [
  filled.ofBusy,
  filled.ofBusy + Math.floor(orders / 20) * 5,
  filled.ofBusy + (Math.floor(orders / 5) - 10) * 5,
]
console.log(`${orders} orders over two years, ids ${first} to ${last}`)

/** Body of the orders that are placed. */
export const order = { serviceId: filled.serviceId, link: LINK, amount: AMOUNT }
