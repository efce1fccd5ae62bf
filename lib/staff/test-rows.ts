import { makeMember } from '#lib/members/test-members.ts'
import { provedAgain } from '#lib/sessions/test-reauth.ts'
import { makeStaff } from '#lib/sessions/test-totp.ts'
import type { Rows } from '#lib/web/test-matrix.ts'

const staffId = async () => (await makeStaff()).id

export const rows: Rows = {
  'GET /api/admin/staff': { access: 'SUPPORT' },
  'POST /api/admin/staff': {
    access: 'OWNER',
    status: 201,
    body: async () => ({ memberId: (await makeMember()).loginId, role: 'SUPPORT' }),
    headers: provedAgain,
  },
  'PATCH /api/admin/staff/{id}': {
    access: 'OWNER',
    id: async () => (await makeMember()).id,
    body: () => ({ role: 'SUPPORT' }),
    headers: provedAgain,
  },
  'DELETE /api/admin/staff/{id}/totp': { access: 'OWNER', id: staffId, headers: provedAgain },
  'DELETE /api/admin/staff/{id}/sessions': { access: 'OWNER', id: staffId },
}
