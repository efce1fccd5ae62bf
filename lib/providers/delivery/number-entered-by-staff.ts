import type { Db } from '#lib/core/db.ts'
import { lockRefundLimits } from '#lib/orders/refund-within-limits.ts'
import { isTerminal } from '#lib/orders/rules.ts'
import type { ProviderUpdate } from '../rules.ts'

/**
 * Finds the staff member who entered the provider's number of an order by hand, after the outcome of its sending was
 * unknown. Locks the total that he has refunded today, so call it before the transaction takes any other lock. Returns
 * his member id. Returns null, and locks nothing, if the number came from the provider itself or the update doesn't end
 * the order.
 */
export async function lockStaffWhoEnteredNumber(
  tx: Db,
  orderId: number,
  update: ProviderUpdate,
): Promise<number | null> {
  if ('error' in update || !isTerminal(update.status)) return null
  const [task] = await tx.rows<{ staffId: number }>(
    `SELECT resolved_by AS staff_id FROM tasks WHERE ref_type = 'order' AND ref_id = $1 AND kind = 'DELIVERY_UNKNOWN'
       AND action = 'sent' AND resolved_by IS NOT NULL ORDER BY id DESC LIMIT 1`,
    [orderId],
  )
  if (!task) return null
  await lockRefundLimits(tx, task.staffId)
  return task.staffId
}

/**
 * True if a DELIVERY_BY_HAND task was ever filed for the order: its refund was left to staff, because its number at the
 * provider was entered by hand. A closed task counts too, because staff may have found the number to be wrong.
 */
export const wasRefundLeftToStaff = async (tx: Db, orderId: number): Promise<boolean> =>
  (
    await tx.rows("SELECT FROM tasks WHERE ref_type = 'order' AND ref_id = $1 AND kind = 'DELIVERY_BY_HAND' LIMIT 1", [
      orderId,
    ])
  ).length > 0
