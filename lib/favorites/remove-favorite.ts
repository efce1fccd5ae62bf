import type { Db } from '#lib/core/db.ts'

export type Favorite = { memberId: number; serviceId: number }

/** Removes a service from a member's favorites; does nothing if it isn't one of them. */
export async function removeFavorite(db: Db, { memberId, serviceId }: Favorite): Promise<void> {
  await db.rows('DELETE FROM favorites WHERE member_id = $1 AND service_id = $2', [memberId, serviceId])
}
