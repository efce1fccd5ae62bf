import type { Rows } from '#lib/web/test-matrix.ts'

export const rows: Rows = {
  'GET /api/admin/outbox': {
    access: 'SUPPORT',
    query: {
      good: 'status=PENDING&channel=EMAIL&q=a&size=200&cursor=9',
      bad: ['size=201', 'cursor=0', 'status=LOST', 'channel=FAX', 'q=%00'],
    },
  },
}
