import { call } from '#lib/core/call.ts'
import { apiRequestsOf } from './queries.ts'
import { apiRequestQuery, apiRequests } from './schema.ts'

export const apiRequestsCall = call({
  method: 'GET',
  path: '/service/api-requests',
  access: 'member',
  query: apiRequestQuery,
  answer: apiRequests,
  run: ({ db, caller, query }) => apiRequestsOf(db, caller.memberId, query),
})
