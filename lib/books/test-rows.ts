import type { Rows } from '#lib/web/test-matrix.ts'

export const rows: Rows = {
  'GET /api/admin/books': { access: 'SUPPORT' },
}
