import { belongsToStaff, countAgainstLimits, lockStaffDayTotal } from '#lib/approvals/ask-approval.ts'
import { approvalLimitsOf } from '#lib/approvals/rules.ts'
import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { settings } from '#lib/settings/queries.ts'

/** A refund that the worker makes to a member because of what a staff member recorded about the order. */
type IndirectRefund = { memberId: number; refund: Points }

/**
 * Locks the sum of the refunds that count towards the staff member's limits today; `countRefundIfWithinLimits` reads
 * and raises it. Call this before any other lock of the transaction.
 */
export const lockRefundLimits = (tx: Db, staffId: number): Promise<void> => lockStaffDayTotal(tx, staffId)

/**
 * Adds a refund that follows from what a staff member recorded to the sum that counts towards his limits today, as if
 * he had made the refund himself (docs/contract.md#second-person): otherwise staff could evade their limits by letting
 * the worker refund. Returns false, and adds nothing, if the refund needs a second person. Call `lockRefundLimits`
 * first in the transaction.
 */
export async function countRefundIfWithinLimits(
  tx: Db,
  staffId: number,
  { memberId, refund }: IndirectRefund,
): Promise<boolean> {
  if (await belongsToStaff(tx, memberId)) return false
  const limits = approvalLimitsOf(await settings(tx))
  return (await countAgainstLimits(tx, staffId, refund, limits)) === null
}
