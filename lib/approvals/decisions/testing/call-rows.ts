import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import type { CallTestRow, CallTestRows } from '#lib/web/testing/row.ts'
import { makeApproval } from '../../testing/approvals.ts'
import { backdateRole } from './staff.ts'

/** Headers of this staff member, who from now on counts as a second person and has just re-authenticated. */
export const secondPersonHeaders: NonNullable<CallTestRow['headers']> = async (staff) => {
  await backdateRole(staff.id)
  return reauthHeaders(staff)
}

const verdictRow: CallTestRow = { access: 'MANAGER', id: makeApproval, body: () => ({ reason: '확인함' }) }

export const callTestRows: CallTestRows = {
  'GET /api/admin/approvals': {
    access: 'SUPPORT',
    query: { good: 'state=WAITING&kind=CHARGE_APPROVE&size=200&cursor=9', bad: ['state=x', 'size=201', 'cursor=0'] },
  },
  'POST /api/admin/approvals/{id}/confirm': { ...verdictRow, headers: secondPersonHeaders },
  'POST /api/admin/approvals/{id}/refuse': verdictRow,
}
