import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = {
  'GET /service/settings': { access: 'public' },
  'GET /api/admin/settings': { access: 'SUPPORT' },
}
