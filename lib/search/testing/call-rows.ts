import type { Rows } from '#lib/web/testing/row.ts'

export const rows: Rows = {
  'GET /api/admin/search': {
    access: 'SUPPORT',
    query: { good: 'q=hong', bad: ['q=%00', `q=${'x'.repeat(201)}`] },
  },
}
