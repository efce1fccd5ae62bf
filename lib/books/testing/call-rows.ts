import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = {
  'GET /api/admin/books': { access: 'SUPPORT' },
  'GET /api/admin/books/day': {
    access: 'SUPPORT',
    query: { good: 'day=2026-11-24', bad: ['day=2026-13-01', 'day=x', 'day=%00', 'day=0000-01-01'] },
  },
  'POST /api/admin/books/check': { access: 'MANAGER', status: 201 },
}
