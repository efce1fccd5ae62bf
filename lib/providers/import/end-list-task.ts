import type { Db } from '#lib/core/db.ts'

/**
 * Ends the task about a provider's list that wasn't applied (SERVICE_LIST): one about a new currency once the list is
 * read without staff again, which `pollBalance` has switched off; any other once a list was applied. `by` is the member
 * of staff who removed the cause; null if nobody did.
 */
export async function endListTask(
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
