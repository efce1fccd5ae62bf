import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = {
  'GET /api/admin/audit/export': { access: 'SUPPORT', query: { good: 'q=charge', bad: ['q=%00'] } },
  'GET /api/admin/audit': {
    access: 'SUPPORT',
    query: {
      good: 'q=charge.&action=charge&actor=1&subject=order%2010001&from=2026-01-01&to=2026-11-20&size=200&cursor=9',
      bad: [
        'size=201',
        'cursor=0',
        'cursor=1.5',
        'q=%00',
        'actor=x',
        'from=2026-13-01',
        'from=2026-02-01&to=2026-01-31',
      ],
    },
  },
}
