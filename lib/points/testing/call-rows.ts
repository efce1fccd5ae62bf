import { secondPersonHeaders } from '#lib/approvals/decisions/testing/call-rows.ts'
import { defaultApprovalLimits } from '#lib/approvals/testing/approvals.ts'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import type { CallTestRow, CallTestRows } from '#lib/web/testing/row.ts'
import { adjustPoints } from '../adjust-points.ts'

const newMemberId = async () => (await makeMember()).id

/**
 * Creates an adjustment, requested by an OWNER who isn't the caller, that waits for a second person. Returns its id.
 */
async function makeWaitingAdjustment(): Promise<number> {
  const request = { memberId: await newMemberId(), delta: 200_000_000n, reason: '보상', limit: 100_000_000n, key: null }
  return (
    await adjustPoints(db(), staffOf(await makeMember({ role: 'OWNER' }), 'OWNER'), {
      ...request,
      limits: defaultApprovalLimits,
    })
  ).id
}

const decisionRow: CallTestRow = { access: 'OWNER', id: makeWaitingAdjustment, headers: secondPersonHeaders }

export const callTestRows: CallTestRows = {
  'POST /api/admin/members/{id}/points': {
    access: 'MANAGER',
    id: newMemberId,
    body: () => ({ delta: 10.5, reason: '보상' }),
    headers: reauthHeaders,
  },
  'GET /api/admin/adjustments': { access: 'SUPPORT' },
  'POST /api/admin/adjustments/{id}/confirm': decisionRow,
  'POST /api/admin/adjustments/{id}/refuse': decisionRow,
}
