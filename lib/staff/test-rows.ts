import { makeMember } from '#lib/members/test-members.ts'
import { provedAgain } from '#lib/sessions/test-reauth.ts'
import type { Rows } from '#lib/web/test-matrix.ts'

export const rows: Rows = {
  'GET /api/admin/staff': { access: 'SUPPORT' },
  'PATCH /api/admin/staff/{id}': {
    access: 'OWNER',
    id: async () => (await makeMember()).id,
    body: () => ({ role: 'SUPPORT' }),
    headers: provedAgain,
  },
}
