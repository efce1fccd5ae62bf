import type { CallTestRows } from '#lib/web/testing/row.ts'
import { newStatementRow } from './statements.ts'

export const callTestRows: CallTestRows = {
  'POST /api/admin/bank-rows': {
    access: 'MANAGER',
    body: () => ({ account: '123-456-789', rows: [newStatementRow()] }),
  },
}
