import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'

/** What a member has, in hundredths of a point. */
export async function balanceOf(db: Db, memberId: number): Promise<Points> {
  const [row] = await db.rows<{ point: Points }>('SELECT point FROM balances WHERE member_id = $1', [memberId])
  return row?.point ?? 0n
}
