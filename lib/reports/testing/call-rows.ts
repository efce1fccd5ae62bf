import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = {
  'GET /metrics': {
    access: 'public',
    headers: async () => ({ authorization: `Bearer ${process.env.METRICS_TOKEN}` }),
  },
  'GET /api/admin/reports/daily': {
    access: 'SUPPORT',
    query: {
      good: 'from=2026-01-01&to=2026-11-20',
      bad: ['from=2026-13-01', 'to=x', 'from=%00', 'from=2026-02-01&to=2026-01-31'],
    },
  },
  'GET /api/admin/retention': { access: 'SUPPORT' },
}
