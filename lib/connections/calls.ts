import { call } from '#lib/core/call.ts'
import { connectionsForStaff } from './queries.ts'
import { connectionList } from './schema.ts'

export const connectionsCall = call({
  method: 'GET',
  path: '/api/admin/connections',
  access: 'MANAGER',
  answer: connectionList,
  run: async ({ db }) => ({ rows: await connectionsForStaff(db) }),
})
