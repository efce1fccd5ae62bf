import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = {
  'POST /api/admin/retained-records': {
    access: 'OWNER',
    body: async () => {
      const { id } = await makeMember()
      await deleteAccount(db(), id)
      return { memberNo: id, reason: '결제 분쟁 확인' }
    },
    headers: reauthHeaders,
  },
}
