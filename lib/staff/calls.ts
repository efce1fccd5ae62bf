import { call } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { changeRole } from './change-role.ts'
import { staffMembers } from './queries.ts'
import { changedRole, roleInput, staffRows } from './schema.ts'

export const staffCall = call({
  method: 'GET',
  path: '/api/admin/staff',
  access: 'SUPPORT',
  answer: staffRows,
  run: async ({ db }) => {
    const rows = await staffMembers(db)
    return { rows, nextCursor: null, total: rows.length }
  },
})

export const changeRoleCall = call({
  method: 'PATCH',
  path: '/api/admin/staff/{id}',
  access: 'OWNER',
  reauth: true,
  params: idParams,
  body: roleInput,
  answer: changedRole,
  run: ({ db, caller, params, body, address }) =>
    changeRole(db, { memberId: params.id, role: body.role, actorId: caller.memberId, address }),
})
