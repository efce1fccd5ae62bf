import type { Rows } from '#lib/web/testing/row.ts'
import { makeMember } from '../../testing/members.ts'

export const rows: Rows = {
  'GET /api/admin/members/{id}': { access: 'SUPPORT', id: async () => (await makeMember()).id },
}
