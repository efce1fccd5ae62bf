import type { Db } from '#lib/core/db.ts'

/**
 * Ends the open task about a provider's list that wasn't applied (SERVICE_LIST) if the task's cause is gone. A task
 * about a new currency ends if the automatic sync, which `pollBalance` switched off, is on again. A task with another
 * cause ends if a list was applied now (`applied`). `by` is the id of the staff member who removed the cause; null if
 * the worker did.
 */
export async function endHeldListTask(
  tx: Db,
  { providerId, applied, by }: { providerId: number; applied: boolean; by: number | null },
): Promise<void> {
  await tx.rows(
    `UPDATE tasks SET resolved_at = now(), resolved_by = $3
     WHERE kind = 'SERVICE_LIST' AND ref_type = 'provider' AND ref_id = $1 AND resolved_at IS NULL
       AND CASE WHEN detail->>'former' IS NULL THEN $2::boolean
         ELSE EXISTS (SELECT FROM provider_price_lists WHERE provider_id = $1 AND auto_sync) END`,
    [providerId, applied, by],
  )
}
