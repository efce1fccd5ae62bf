import { type Db, oneRow } from '#lib/core/db.ts'
import type { TakeOverProgress } from '../take-over/schema.ts'

/**
 * Progress of a take-over, in numbers of services: to be processed in all (`total`), added, and not yet processed
 * (`left`).
 */
export const takeOverProgressOf = (db: Db, takeOverId: number): Promise<TakeOverProgress> =>
  oneRow(
    db,
    `SELECT count(*)::int AS total, (count(*) FILTER (WHERE outcome = 'ADDED'))::int AS added,
       (count(*) FILTER (WHERE outcome IS NULL))::int AS left FROM take_over_items WHERE take_over_id = $1`,
    [takeOverId],
  )

/** Progress of a provider's take-over that is under way; null if there is none. */
export async function openTakeOverProgress(db: Db, providerId: number): Promise<TakeOverProgress | null> {
  const [open] = await db.rows<{ id: number }>(
    'SELECT id FROM take_overs WHERE provider_id = $1 AND finished_at IS NULL',
    [providerId],
  )
  return open ? takeOverProgressOf(db, open.id) : null
}
