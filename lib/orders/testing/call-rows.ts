import { makeService } from '#lib/catalog/testing/services.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { makeCompletedOrder, makeOrder } from './orders.ts'

const newOrderId = async (owner: { id: number }) => makeOrder({ memberId: owner.id, serviceId: await makeService() })

const newCompletedOrderId = async (owner: { id: number }) =>
  makeCompletedOrder({ memberId: owner.id, serviceId: await makeService() })

export const callTestRows: CallTestRows = {
  'GET /api/admin/orders/export': { access: 'SUPPORT', query: { good: 'status=0&q=hong', bad: ['status=x', 'q=%00'] } },
  'POST /service/order': {
    access: 'member',
    status: 201,
    body: async () => ({ serviceId: await makeService(), link: '@some.body', amount: 1 }),
    malformed: '주문에 실패했습니다.',
  },
  'GET /service/order-history': {
    access: 'member',
    query: { good: 'status=0&page=1&size=10', bad: ['status=6', 'page=0', 'page=1.5', 'size=1001', 'status=%00'] },
  },
  'GET /service/order/{id}': { access: 'member', id: newOrderId },
  'GET /api/admin/orders': {
    access: 'SUPPORT',
    query: { good: 'status=0&q=member&size=200&cursor=9', bad: ['size=201', 'cursor=-1', 'status=6', 'q=%00'] },
  },
  'GET /api/admin/orders/{id}': { access: 'SUPPORT', id: newOrderId },
  'POST /api/admin/orders/{id}/recover': {
    access: 'MANAGER',
    id: newCompletedOrderId,
    body: () => ({ dropped: 1, reason: '이탈' }),
  },
  'POST /api/admin/orders/transitions/preview': {
    access: 'MANAGER',
    body: async (owner) => ({ ids: [await newOrderId(owner)], status: 1 }),
  },
  'POST /api/admin/orders/transitions': {
    access: 'MANAGER',
    body: async (owner) => ({ orders: [{ id: await newOrderId(owner), from: 0 }], status: 1 }),
  },
  'POST /api/admin/orders/{id}/transition': { access: 'MANAGER', id: newOrderId, body: () => ({ status: 1 }) },
}
