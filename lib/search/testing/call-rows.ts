import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = {
  'GET /api/admin/search': {
    access: 'SUPPORT',
    query: { good: 'q=hong', bad: ['q=%00', `q=${'x'.repeat(201)}`] },
  },
}
