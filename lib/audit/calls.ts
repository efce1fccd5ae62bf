import { call } from '#lib/core/call.ts'
import { auditTrail } from './queries.ts'
import { auditQuery, auditRows } from './schema.ts'

export const auditCall = call({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'SUPPORT',
  query: auditQuery,
  answer: auditRows,
  run: ({ db, query }) => auditTrail(db, query),
})
