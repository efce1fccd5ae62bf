import { servicesById } from '#lib/catalog/queries.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { unknownService } from '#lib/orders/errors.ts'
import { tooManyFavorites } from './errors.ts'
import { MAX_FAVORITES } from './labels.ts'
import { favoritesOf } from './queries.ts'
import { type Favorite, removeFavorite } from './remove-favorite.ts'

/**
 * Removes the oldest favorite that isn't sold now from a full list: the member can't see it and so can't remove it.
 * @throws CONFLICT all favorites of a full list are sold
 */
async function dropOldestUnsold(tx: Db, memberId: number, stored: readonly number[]): Promise<void> {
  if (stored.length < MAX_FAVORITES) return
  const sold = await servicesById(tx, stored, { fresh: true })
  const oldest = stored.findLast((id) => !sold.has(id))
  if (oldest === undefined) throw tooManyFavorites()
  await removeFavorite(tx, { memberId, serviceId: oldest })
}

/**
 * Adds a service to a member's favorites; repeating it changes nothing (docs/contract.md#favorites).
 * @throws NOT_FOUND the shop doesn't sell the service; CONFLICT the list is full; UNAUTHENTICATED the account was deleted
 *   concurrently
 */
export function addFavorite(db: Database, { memberId, serviceId }: Favorite): Promise<void> {
  return db.transaction(async (tx) => {
    // Serializes the changes of a member's list, so that two at once don't exceed its maximum, and makes a concurrent
    // account deletion wait, which then deletes the inserted row too.
    const live = await tx.rows('SELECT FROM members WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE', [memberId])
    if (live.length === 0) throw new AppError('UNAUTHENTICATED', messages.unauthenticated)
    const stored = await favoritesOf(tx, memberId)
    if (stored.includes(serviceId)) return
    if (!(await servicesById(tx, [serviceId], { fresh: true })).has(serviceId)) throw unknownService()
    await dropOldestUnsold(tx, memberId, stored)
    await tx.rows('INSERT INTO favorites (member_id, service_id) VALUES ($1, $2)', [memberId, serviceId])
  })
}
