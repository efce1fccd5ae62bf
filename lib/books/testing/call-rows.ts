import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = {
  'GET /api/admin/books': { access: 'SUPPORT' },
  'POST /api/admin/books/check': { access: 'MANAGER', status: 201 },
}
