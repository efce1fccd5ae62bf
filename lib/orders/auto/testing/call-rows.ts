import type { CallTestRows } from '#lib/web/testing/row.ts'
import { makeAutoOrder } from './auto-orders.ts'

const newAutoOrderId = async (owner: { id: number }) => (await makeAutoOrder({ memberId: owner.id })).id

export const callTestRows: CallTestRows = {
  'GET /api/admin/auto-orders/export': {
    access: 'SUPPORT',
    query: { good: 'status=0&q=hong', bad: ['status=x', 'q=%00'] },
  },
  'GET /service/auto-order-history': {
    access: 'member',
    query: { good: 'status=1&page=1&size=10', bad: ['status=4', 'page=0', 'page=1.5', 'size=1001', 'status=%00'] },
  },
  'POST /service/auto-order/{id}/cancel': { access: 'member', id: newAutoOrderId },
  'GET /api/admin/auto-orders': {
    access: 'SUPPORT',
    query: {
      good: 'status=3&held=true&q=member&size=200&cursor=9',
      bad: ['size=201', 'held=1', 'cursor=-1', 'status=4', 'q=%00'],
    },
  },
  'GET /api/admin/auto-orders/{id}': { access: 'SUPPORT', id: newAutoOrderId },
  'POST /api/admin/auto-orders/{id}/cancel': {
    access: 'MANAGER',
    id: newAutoOrderId,
    body: () => ({ reason: '회원 요청' }),
  },
}
