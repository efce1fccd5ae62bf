import { call } from '#lib/core/call.ts'
import { withDaysInOrder } from '#lib/core/list-query.ts'
import { exportCall } from '#lib/exports/export-call.ts'
import { auditSheet } from '../labels.ts'
import { listAuditEntries } from './queries.ts'
import { auditQuery, auditRows } from './schema.ts'

export const auditCall = call({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'SUPPORT',
  query: withDaysInOrder(auditQuery),
  answer: auditRows,
  run: ({ db, query }) => listAuditEntries(db, query),
})

export const exportAuditCall = exportCall({
  list: '/api/admin/audit',
  query: auditQuery,
  sheet: auditSheet,
  page: listAuditEntries,
})
