import { call } from '#lib/core/call.ts'
import { exportCall } from '#lib/exports/export-call.ts'
import { auditSheet } from '../labels.ts'
import { auditTrail } from './queries.ts'
import { auditFilters, auditQuery, auditRows } from './schema.ts'

export const auditCall = call({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'SUPPORT',
  query: auditQuery,
  answer: auditRows,
  run: ({ db, query }) => auditTrail(db, query),
})

export const exportAuditCall = exportCall({
  list: '/api/admin/audit',
  query: auditFilters,
  sheet: auditSheet,
  page: auditTrail,
})
