import { belongsToStaff, exceededLimit, lockDayTotal } from '#lib/approvals/ask-approval.ts'
import { approvalLimitsOf } from '#lib/approvals/rules.ts'
import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { settings } from '#lib/settings/queries.ts'

/** Refund of an order of this member that the worker makes because of what a staff member recorded. */
type IndirectRefund = { memberId: number; refund: Points }

/**
 * Locks the total of the day that `isRefundWithinLimits` reads and raises; call it before any other lock of the
 * transaction.
 */
export const lockRefundLimits = (tx: Db, staffId: number): Promise<void> => lockDayTotal(tx, staffId)

/**
 * True if a refund that follows from what this staff member recorded needs no second person. It then counts towards his
 * total of today, as if he had made the refund himself (docs/contract.md#second-person). Otherwise staff could get
 * around their limits by recording what makes the worker refund. Call `lockRefundLimits` first in the transaction.
 */
export async function isRefundWithinLimits(
  tx: Db,
  staffId: number,
  { memberId, refund }: IndirectRefund,
): Promise<boolean> {
  if (await belongsToStaff(tx, memberId)) return false
  const limits = approvalLimitsOf(await settings(tx))
  return (await exceededLimit(tx, staffId, refund, limits)) === null
}
