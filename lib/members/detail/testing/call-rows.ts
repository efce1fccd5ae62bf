import type { CallTestRows } from '#lib/web/testing/row.ts'
import { makeMember } from '../../testing/members.ts'

export const callTestRows: CallTestRows = {
  'GET /api/admin/members/{id}': { access: 'SUPPORT', id: async () => (await makeMember()).id },
}
