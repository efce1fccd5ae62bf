import type { Rows } from '#lib/web/test-matrix.ts'

export const rows: Rows = {
  'GET /api/admin/audit/export': { access: 'SUPPORT', query: { good: 'q=charge', bad: ['q=%00'] } },
  'GET /api/admin/audit': {
    access: 'SUPPORT',
    query: { good: 'q=charge.&size=200&cursor=9', bad: ['size=201', 'cursor=0', 'cursor=1.5', 'q=%00'] },
  },
}
