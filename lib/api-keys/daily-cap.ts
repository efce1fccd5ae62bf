import type { Db } from '#lib/core/db.ts'
import { type Points, pointsFromNumber } from '#lib/money/points.ts'

/** SQL: the present day of caps. */
export const capDaySql = `(now() AT TIME ZONE 'Asia/Seoul')::date`

/** SQL: what the key of a row of api_key_caps may still order today. */
export const capLeftSql = `CASE WHEN day = ${capDaySql} THEN daily_cap - spent ELSE daily_cap END`

/** SQL that counts `price` in a row of api_key_caps: the columns to set. */
export const countInCapSql = (price: string): string =>
  `day = ${capDaySql}, spent = CASE WHEN day = ${capDaySql} THEN spent ELSE 0 END + ${price}`

/** What an API key may still order today, in hundredths of a point; null if it has no cap. */
export async function capLeft(db: Db, keyId: number): Promise<Points | null> {
  const [cap] = await db.rows<{ left: Points }>(
    `SELECT (${capLeftSql})::bigint AS left FROM api_key_caps WHERE key_id = $1`,
    [keyId],
  )
  return cap?.left ?? null
}

/**
 * Sets the daily cap of a key, in won; 0 removes it. What the key has ordered today under a cap stays counted, so that
 * raising the cap gives room for the difference only (docs/contract.md#api-keys).
 */
export async function setCap(tx: Db, keyId: number, dailyCap: number): Promise<void> {
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
