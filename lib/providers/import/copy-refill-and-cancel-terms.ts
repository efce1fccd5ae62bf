import type { Db } from '#lib/core/db.ts'
import { refillDaysOf } from './refill-days.ts'

type ListedTerms = { id: number; name: string; refill: boolean; cancel: boolean }

/**
 * Copies two terms from the providers' lists to new services: for how many days a refill can be requested, and whether
 * a sent order can be cancelled. Later imports don't overwrite these terms, because staff may have changed them.
 */
export async function copyRefillAndCancelTerms(tx: Db, ids: readonly number[]): Promise<void> {
  const listed = await tx.rows<ListedTerms>(
    `SELECT s.id, p.name, p.refill, p.cancel FROM services s
     JOIN provider_services p ON p.provider_id = s.provider_id AND p.remote_id = s.provider_service_id
     WHERE s.id = ANY ($1::int[]) AND (p.refill OR p.cancel) ORDER BY s.id`,
    [ids],
  )
  if (listed.length === 0) return
  await tx.rows(
    `UPDATE services s SET refill_days = t.days, can_cancel = t.cancel
     FROM unnest($1::int[], $2::int[], $3::boolean[]) AS t (id, days, cancel) WHERE s.id = t.id`,
    [listed.map(({ id }) => id), listed.map(refillDaysOf), listed.map(({ cancel }) => cancel)],
  )
}
