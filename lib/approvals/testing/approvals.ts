import { approveByStaff } from '#lib/charges/approve-by-staff.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import type { Caller, Role } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { makeMember, type TestMember } from '#lib/members/testing/members.ts'
import type { StaffContext } from '../ask-approval.ts'
import { limitsOf } from '../rules.ts'

/** The default limits of the settings. */
export const usualLimits = limitsOf({ APPROVAL_LIMIT: 1_000_000, DAILY_LIMIT: 5_000_000 })

export const noLimits = limitsOf({ APPROVAL_LIMIT: 0, DAILY_LIMIT: 0 })

export const callerOf = ({ id, loginId }: TestMember, role: Role): Caller => ({
  memberId: id,
  loginId,
  role,
  via: 'session',
  sessionId: null,
})

/** Context of a staff member with the usual limits. */
export const byStaff = (staff: TestMember, role: Role = 'MANAGER', limits = usualLimits): StaffContext => ({
  caller: callerOf(staff, role),
  address: '',
  limits,
})

/** Creates an approval request for a charge above the limit. Returns the request's id. */
export async function makeApproval(): Promise<number> {
  const [asker, { id: memberId }] = [await makeMember({ role: 'MANAGER' }), await makeMember()]
  const chargeId = await makeCharge({ memberId, point: 1_000_001 })
  const { approval } = await approveByStaff(db(), { chargeId, ...byStaff(asker) })
  return approval?.id ?? 0
}
