import { servicesById } from '#lib/catalog/queries.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { unauthenticated } from '#lib/core/unauthenticated.ts'
import { unknownService } from '#lib/orders/errors.ts'
import { tooManyFavorites } from './errors.ts'
import { MAX_FAVORITES } from './labels.ts'
import { readFavoriteIds } from './queries.ts'
import { type Favorite, removeFavorite } from './remove-favorite.ts'

/**
 * Makes room in a member's list of favorites if it is full: removes the oldest service that the catalogue doesn't list
 * now. The member doesn't see this favorite, so he can't remove it himself. `stored`: the service ids of the list,
 * newest first.
 * @throws CONFLICT the list is full and the catalogue lists all its services
 */
async function dropOldestUnsold(tx: Db, memberId: number, stored: readonly number[]): Promise<void> {
  if (stored.length < MAX_FAVORITES) return
  const listed = await servicesById(tx, stored, { fresh: true })
  const oldest = stored.findLast((id) => !listed.has(id))
  if (oldest === undefined) throw tooManyFavorites()
  await removeFavorite(tx, { memberId, serviceId: oldest })
}

/**
 * Adds a service to a member's favorites; does nothing if it is one already (docs/contract.md#favorites).
 * @throws NOT_FOUND the catalogue doesn't have the service; CONFLICT the list is full; UNAUTHENTICATED the account was
 * deleted concurrently
 */
export function addFavorite(db: Database, { memberId, serviceId }: Favorite): Promise<void> {
  return db.transaction(async (tx) => {
    // Locks the member, so that two concurrent additions can't exceed the list's maximum. A concurrent deletion of the
    // account waits for this lock, and then also deletes the new favorite.
    const members = await tx.rows('SELECT FROM members WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE', [
      memberId,
    ])
    if (members.length === 0) throw unauthenticated()
    const stored = await readFavoriteIds(tx, memberId)
    if (stored.includes(serviceId)) return
    if (!(await servicesById(tx, [serviceId], { fresh: true })).has(serviceId)) throw unknownService()
    await dropOldestUnsold(tx, memberId, stored)
    await tx.rows('INSERT INTO favorites (member_id, service_id) VALUES ($1, $2)', [memberId, serviceId])
  })
}
