import { provedAgain } from '#lib/sessions/testing/reauth.ts'
import type { Row, Rows } from '#lib/web/testing/row.ts'
import { makeApproval } from '../../testing/approvals.ts'
import { settleRole } from './staff.ts'

export const asSecondPerson: NonNullable<Row['headers']> = async (staff) => {
  await settleRole(staff.id)
  return provedAgain(staff)
}

const verdict: Row = { access: 'MANAGER', id: makeApproval, body: () => ({ reason: '확인함' }) }

export const rows: Rows = {
  'GET /api/admin/approvals': {
    access: 'SUPPORT',
    query: { good: 'state=WAITING&kind=CHARGE_APPROVE&size=200&cursor=9', bad: ['state=x', 'size=201', 'cursor=0'] },
  },
  'POST /api/admin/approvals/{id}/confirm': { ...verdict, headers: asSecondPerson },
  'POST /api/admin/approvals/{id}/refuse': verdict,
}
