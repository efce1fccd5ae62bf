import { makeMember } from '#lib/members/testing/members.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { columnMapBody, makeColumnMap, newColumnMap } from './maps.ts'

/** Creates a column map made by another staff member, so that every caller may confirm it. */
const makeOtherMap = async () => makeColumnMap((await makeMember({ role: 'MANAGER' })).id)

export const callTestRows: CallTestRows = {
  'GET /api/admin/bank-file-maps': { access: 'MANAGER' },
  'POST /api/admin/bank-file-maps': { access: 'MANAGER', body: () => columnMapBody(newColumnMap()) },
  'POST /api/admin/bank-file-maps/{id}/confirm': { access: 'MANAGER', id: makeOtherMap },
  'DELETE /api/admin/bank-file-maps/{id}': { access: 'MANAGER', id: makeOtherMap },
}
