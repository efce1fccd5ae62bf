import type { Db } from '#lib/core/db.ts'
import { type Points, pointsFromNumber } from '#lib/money/points.ts'

/** SQL for today's date in Seoul. A daily cap limits the orders of one day in Seoul. */
export const capDaySql = `(now() AT TIME ZONE 'Asia/Seoul')::date`

// The SQL below compares days with >=, not with =. A statement may begin before midnight, wait for the row's lock, and
// then find that another statement has moved the row to the new day. The waiting statement's order counts towards the
// new day, because the day of a row never goes back.

/** SQL for the points that orders with an API key may still cost today, from the key's row in api_key_caps. */
export const capLeftSql = `CASE WHEN day >= ${capDaySql} THEN daily_cap - spent ELSE daily_cap END`

/**
 * SQL for the SET clause of an UPDATE of api_key_caps. Adds `priceSql`, an SQL expression, to the key's spending of
 * today.
 */
export const countInCapSql = (priceSql: string): string =>
  `day = greatest(day, ${capDaySql}), spent = CASE WHEN day >= ${capDaySql} THEN spent ELSE 0 END + ${priceSql}`

/** Points that orders with an API key may still cost today; null if the key has no daily cap. */
export async function readCapLeft(db: Db, keyId: number): Promise<Points | null> {
  const [cap] = await db.rows<{ left: Points }>(
    `SELECT (${capLeftSql})::bigint AS left FROM api_key_caps WHERE key_id = $1`,
    [keyId],
  )
  return cap?.left ?? null
}

/**
 * Sets the daily cap of a key, in won; 0 removes the cap. If the key already has a cap, its orders of today count
 * towards the new cap too. The orders of a key without a cap aren't added up (docs/contract.md#api-keys).
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
