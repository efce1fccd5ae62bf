import type { CallTestRows } from '#lib/web/testing/row.ts'
import { newStatementRow } from './statements.ts'

export const callTestRows: CallTestRows = {
  'GET /api/admin/bank-rows': {
    access: 'SUPPORT',
    query: { good: 'day=2026-11-02', bad: ['day=2026-13-01', 'day=x'] },
  },
  'POST /api/admin/bank-rows': {
    access: 'MANAGER',
    body: () => ({ account: '123-456-789', rows: [newStatementRow()] }),
  },
}
