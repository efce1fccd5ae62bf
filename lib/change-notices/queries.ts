import sql, { empty, join, raw } from 'sql-template-tag'
import type { Db } from '#lib/core/db.ts'
import type { UnitPrice } from '#lib/money/prices.ts'
import type { ChangeKind } from './labels.ts'

/** A service's change on one day in Seoul. `day` looks like '2026-11-22'. */
export type ServiceChangeNotice = {
  day: string
  serviceId: number
  /** Name of the service. */
  text: string
  platformId: number
  platform: string
  category: string
  kind: ChangeKind
  /** Price of one unit at the beginning of the day; null for a service created on that day. */
  priceBefore: UnitPrice | null
  /** Price of one unit after the day's last change. */
  priceAfter: UnitPrice
  /** True if the service is on sale now, so that the list can link to it. */
  onSale: boolean
}

/** Day and service of the last row of a page; the next page begins after this row. */
export type ChangeCursor = { day: string; serviceId: number }

const noticesSql = `
  SELECT d.day::text, d.service_id, s.text, c.platform_id, p.text AS platform, c.text AS category, d.kind,
    d.price_before, d.price_after, s.withdrawn_at IS NULL AS on_sale
  FROM service_days d JOIN services s ON s.id = d.service_id JOIN categories c ON c.id = s.category_id
    JOIN platforms p ON p.id = c.platform_id
  WHERE d.kind IS NOT NULL AND p.visible`

/**
 * SQL for the services of a member's latest 5,000 orders. The number is bounded, so that the query stays fast for a
 * member with a million orders.
 */
const orderedServices = (memberId: number) => sql`SELECT service_id FROM (
  SELECT service_id FROM orders WHERE member_id = ${memberId} ORDER BY id DESC LIMIT 5000) AS latest`

type ListedChanges = {
  kinds?: readonly ChangeKind[] | undefined
  /** Only services of this member's latest orders (`orderedServices`). */
  orderedBy?: number | undefined
  before?: ChangeCursor | undefined
}

const PAGE_SIZE = 50

/** A page of the public list of changes, newest day first, and the cursor of the next page (null on the last page). */
export async function changeNotices(
  db: Db,
  { kinds, orderedBy, before }: ListedChanges,
): Promise<{ rows: ServiceChangeNotice[]; next: ChangeCursor | null }> {
  const rows = await db.rows<ServiceChangeNotice>(sql`${raw(noticesSql)}
    ${kinds ? sql`AND d.kind IN (${join([...kinds])})` : empty}
    ${orderedBy === undefined ? empty : sql`AND d.service_id IN (${orderedServices(orderedBy)})`}
    ${before ? sql`AND (d.day, d.service_id) < (${before.day}::date, ${before.serviceId}::int)` : empty}
    ORDER BY d.day DESC, d.service_id DESC LIMIT ${PAGE_SIZE + 1}`)
  const last = rows[PAGE_SIZE - 1]
  const next = rows.length > PAGE_SIZE && last ? { day: last.day, serviceId: last.serviceId } : null
  return { rows: rows.slice(0, PAGE_SIZE), next }
}

/**
 * Changes of the services of a member's latest orders (`orderedServices`), from the day after `from` to the day
 * `until`, newest first. Returns at most `maxRows` rows; `total` is the number of all such changes.
 */
export async function changesForMember(
  db: Db,
  { memberId, from, until, maxRows }: { memberId: number; from: string; until: string; maxRows: number },
): Promise<{ rows: ServiceChangeNotice[]; total: number }> {
  const rows = await db.rows<ServiceChangeNotice & { total: number }>(sql`
    SELECT n.*, count(*) OVER ()::int AS total FROM (${raw(noticesSql)}
      AND d.day > ${from}::date AND d.day <= ${until}::date
      AND d.service_id IN (${orderedServices(memberId)})) AS n
    ORDER BY n.day DESC, n.service_id DESC LIMIT ${maxRows}`)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** True if the member gets e-mails about changed services. */
export async function isFollowingChanges(db: Db, memberId: number): Promise<boolean> {
  return (await db.rows('SELECT FROM change_followers WHERE member_id = $1', [memberId])).length > 0
}
