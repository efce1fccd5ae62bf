import type { Db } from '#lib/core/db.ts'

export type Favorite = { memberId: number; serviceId: number }

/** Removes a service from a member's favorites; one that isn't among them changes nothing. */
export async function removeFavorite(db: Db, { memberId, serviceId }: Favorite): Promise<void> {
  await db.rows('DELETE FROM favorites WHERE member_id = $1 AND service_id = $2', [memberId, serviceId])
}
