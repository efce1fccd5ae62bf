import type { Db } from '#lib/core/db.ts'
import { type Points, pointsFromNumber } from '#lib/money/points.ts'

/** SQL for today's date in Seoul: a daily cap limits the orders of one such day. */
export const capDaySql = `(now() AT TIME ZONE 'Asia/Seoul')::date`

// The SQL below compares with >= because a statement that began before midnight may wait for a lock and then find that
// another statement has moved the row to the new day. Its order then counts for the new day: a row's day never goes
// back.

/** SQL for the points that orders with an API key may still cost today, from the key's row of api_key_caps. */
export const capLeftSql = `CASE WHEN day >= ${capDaySql} THEN daily_cap - spent ELSE daily_cap END`

/**
 * SQL for the SET clause of an UPDATE of api_key_caps that adds `priceSql`, an SQL expression, to what the key has
 * spent today.
 */
export const countInCapSql = (priceSql: string): string =>
  `day = greatest(day, ${capDaySql}), spent = CASE WHEN day >= ${capDaySql} THEN spent ELSE 0 END + ${priceSql}`

/** Points that orders with an API key may still cost today; null if the key has no daily cap. */
export async function capLeft(db: Db, keyId: number): Promise<Points | null> {
  const [cap] = await db.rows<{ left: Points }>(
    `SELECT (${capLeftSql})::bigint AS left FROM api_key_caps WHERE key_id = $1`,
    [keyId],
  )
  return cap?.left ?? null
}

/**
 * Sets the daily cap of a key, in won; 0 removes the cap. If one cap replaces another, what the key has ordered for
 * today counts under the new one too; without a cap it isn't added up (docs/contract.md#api-keys).
 */
export async function setDailyCap(tx: Db, keyId: number, dailyCap: number): Promise<void> {
  if (dailyCap === 0) {
    await tx.rows('DELETE FROM api_key_caps WHERE key_id = $1', [keyId])
    return
  }
  await tx.rows(
    `INSERT INTO api_key_caps (key_id, daily_cap, day) VALUES ($1, $2, ${capDaySql})
     ON CONFLICT (key_id) DO UPDATE SET daily_cap = excluded.daily_cap`,
    [keyId, pointsFromNumber(dailyCap)],
  )
}
