import { call } from '#lib/core/call.ts'
import { outboxForStaff } from './queries.ts'
import { adminOutbox, adminOutboxQuery } from './schema.ts'

export const adminOutboxCall = call({
  method: 'GET',
  path: '/api/admin/outbox',
  access: 'SUPPORT',
  query: adminOutboxQuery,
  answer: adminOutbox,
  run: ({ db, query }) => outboxForStaff(db, query),
})
