import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'

/** A member's balance in hundredths of a point; 0 if there is no such member. */
export async function balanceToSpend(db: Db, memberId: number): Promise<Points> {
  const [row] = await db.rows<{ point: Points }>('SELECT point FROM balances WHERE member_id = $1', [memberId])
  return row?.point ?? 0n
}
