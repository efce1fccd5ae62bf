import { makeMember } from '#lib/members/testing/members.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { makePendingChange, makeStaffTwoDaysOld } from './changes.ts'

export const callTestRows: CallTestRows = {
  'GET /api/admin/changes': {
    access: 'SUPPORT',
    query: { good: 'status=WAITING&size=5', bad: ['status=X', 'size=0'] },
  },
  'POST /api/admin/changes/{id}/confirm': {
    access: 'OWNER',
    id: async () => {
      const asker = await makeMember({ role: 'OWNER' })
      await makeStaffTwoDaysOld()
      return makePendingChange(asker.id)
    },
    headers: reauthHeaders,
  },
  'POST /api/admin/changes/{id}/withdraw': {
    access: 'OWNER',
    id: async () => makePendingChange((await makeMember({ role: 'OWNER' })).id),
  },
}
