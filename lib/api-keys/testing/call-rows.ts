import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { provedAgain } from '#lib/sessions/testing/reauth.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { issueApiKey } from '../issue-api-key.ts'

export const callTestRows: CallTestRows = {
  'POST /auth/api-key': { access: 'member', headers: provedAgain },
  'DELETE /api/admin/members/{id}/api-key': {
    access: 'MANAGER',
    id: async () => {
      const { id } = await makeMember()
      await issueApiKey(db(), id)
      return id
    },
  },
}
