import { makeService } from '#lib/catalog/testing/services.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = {
  'GET /services': {
    access: 'api-key',
    query: {
      good: 'since=2026-11-22T09:00:00%2B09:00',
      bad: ['since=yesterday', 'since=2026-11-22', 'since=2026-13-01T00:00:00Z'],
    },
  },
  'POST /order': {
    access: 'api-key',
    status: 201,
    body: async () => ({ serviceId: await makeService(), link: '@some.body', amount: 1 }),
    malformed: '주문에 실패했습니다.',
  },
  'POST /orders': {
    access: 'api-key',
    status: 201,
    body: async () => ({ orders: [{ serviceId: await makeService(), link: '@some.body', amount: 1 }] }),
    malformed: '주문에 실패했습니다.',
  },
  'GET /status/{id}': {
    access: 'api-key',
    id: async (owner) => makeOrder({ memberId: owner.id, serviceId: await makeService() }),
  },
}
