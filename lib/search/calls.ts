import { call } from '#lib/core/call.ts'
import { foundItems, searchQuery } from './schema.ts'
import { searchAll } from './search-all.ts'

export const adminSearchCall = call({
  method: 'GET',
  path: '/api/admin/search',
  access: 'SUPPORT',
  query: searchQuery,
  answer: foundItems,
  run: ({ db, caller, query }) => searchAll(db, caller.role, query.q),
})
