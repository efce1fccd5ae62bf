import { belongsToStaff, exceededLimit } from '#lib/approvals/ask-approval.ts'
import { approvalLimitsOf } from '#lib/approvals/rules.ts'
import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { settings } from '#lib/settings/queries.ts'

/** Refund of an order of this member that the worker makes because of what a staff member recorded. */
type IndirectRefund = { memberId: number; refund: Points }

/**
 * True if a refund that follows from what this staff member recorded needs no second person. It then counts towards his
 * total of today, as if he had made the refund himself (docs/contract.md#second-person). Otherwise staff could get
 * around their limits by recording what the worker then refunds by. Call `lockDayTotal` first in the transaction.
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
