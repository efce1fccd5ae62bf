import type { Db } from '#lib/core/db.ts'
import { pointsFromNumber } from '#lib/money/points.ts'

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
    `INSERT INTO api_key_caps (key_id, daily_cap, day) VALUES ($1, $2, (now() AT TIME ZONE 'Asia/Seoul')::date)
     ON CONFLICT (key_id) DO UPDATE SET daily_cap = excluded.daily_cap`,
    [keyId, pointsFromNumber(dailyCap)],
  )
}
