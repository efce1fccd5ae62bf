import type { CallTestRows } from '#lib/web/testing/row.ts'
import { makeReceipt } from './receipts.ts'

const validFilter = 'status=REQUESTED&kind=1&document=FAILED&q=hong'

export const callTestRows: CallTestRows = {
  'GET /api/admin/receipts': {
    access: 'SUPPORT',
    query: {
      good: `${validFilter}&size=200&cursor=9`,
      bad: ['size=201', 'cursor=0', 'status=0', 'kind=2', 'document=DROPPED', 'q=%00'],
    },
  },
  'GET /api/admin/receipts/export': {
    access: 'SUPPORT',
    query: { good: validFilter, bad: ['status=0', 'kind=2', 'document=DROPPED', 'q=%00'] },
  },
  'GET /api/admin/receipts/month': {
    access: 'MANAGER',
    query: {
      good: 'month=2026-11&form=csv',
      bad: ['', 'month=2026-13', 'month=x&form=csv', 'month=2026-11&form=pdf', 'month=%00'],
    },
  },
  'PATCH /api/admin/receipts/{id}': {
    access: 'MANAGER',
    id: () => makeReceipt(),
    body: () => ({ status: 'ISSUED', note: '', from: 'REQUESTED', sum: 10_000 }),
  },
}
