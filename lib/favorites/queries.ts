import type { Db } from '#lib/core/db.ts'

/** Maximum number of services that `readRecentServiceIds` returns. */
const MAX_RECENT = 20

/**
 * Ids of a member's favorite services, newest favorite first. Includes services that the catalogue doesn't list now;
 * callers leave them out (docs/contract.md#favorites).
 */
export async function readFavoriteIds(db: Db, memberId: number): Promise<number[]> {
  const rows = await db.rows<{ serviceId: number }>(
    'SELECT service_id FROM favorites WHERE member_id = $1 ORDER BY created_at DESC, service_id DESC',
    [memberId],
  )
  return rows.map(({ serviceId }) => serviceId)
}

// Reads only the latest 500 orders, so that the query stays fast for a member with a million orders.
const recentSql = `
  SELECT service_id FROM (
    SELECT id, service_id FROM orders WHERE member_id = $1 AND created_at > now() - interval '3 months' ORDER BY id DESC LIMIT 500
  ) AS latest GROUP BY service_id ORDER BY max(id) DESC LIMIT ${MAX_RECENT}`

/**
 * Ids of the services that a member ordered last, the latest first, without repeats, at most MAX_RECENT. Only his
 * latest 500 orders of the last 3 months are considered (docs/contract.md#favorites).
 */
export async function readRecentServiceIds(db: Db, memberId: number): Promise<number[]> {
  const rows = await db.rows<{ serviceId: number }>(recentSql, [memberId])
  return rows.map(({ serviceId }) => serviceId)
}
