import type { Rows } from '#lib/web/testing/row.ts'

export const rows: Rows = {
  'GET /api/admin/books': { access: 'SUPPORT' },
  'POST /api/admin/books/check': { access: 'MANAGER', status: 201 },
}
