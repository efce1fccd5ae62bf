import { staffOf } from '#lib/audit/testing/actors.ts'
import { approveByStaff } from '#lib/charges/approve-by-staff.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { approvalLimitsOf } from '../rules.ts'

/** The default limits of the settings. */
export const defaultApprovalLimits = approvalLimitsOf({ APPROVAL_LIMIT: 1_000_000, DAILY_LIMIT: 5_000_000 })

/** Both limits switched off (0), so that no amount needs a second person. */
export const noApprovalLimits = approvalLimitsOf({ APPROVAL_LIMIT: 0, DAILY_LIMIT: 0 })

/** Creates an approval request for a charge above the limit. Returns the request's id. */
export async function makeApproval(): Promise<number> {
  const [asker, { id: memberId }] = [await makeMember({ role: 'MANAGER' }), await makeMember()]
  const chargeId = await makeCharge({ memberId, point: 1_000_001 })
  const { approval } = await approveByStaff(db(), staffOf(asker), { chargeId, limits: defaultApprovalLimits })
  return approval?.id ?? 0
}
