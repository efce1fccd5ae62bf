import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = { 'GET /api/admin/connections': { access: 'MANAGER' } }
