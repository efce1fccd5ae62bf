import type { Rows } from '#lib/web/testing/row.ts'

export const rows: Rows = {
  'GET /service/settings': { access: 'public' },
  'GET /api/admin/settings': { access: 'SUPPORT' },
}
