import { call } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { memberDetail } from './queries.ts'
import { adminMember } from './schema.ts'

export const adminMemberCall = call({
  method: 'GET',
  path: '/api/admin/members/{id}',
  access: 'SUPPORT',
  params: idParams,
  answer: adminMember,
  run: ({ db, params }) => memberDetail(db, params.id),
})
