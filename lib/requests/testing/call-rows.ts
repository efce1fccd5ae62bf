import { makeService } from '#lib/catalog/testing/services.ts'
import { makeCompletedOrder, makeOrder } from '#lib/orders/testing/orders.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { makeRequest, makeRunningOrder } from './requests.ts'

const newOrderId = async (owner: { id: number }) => makeOrder({ memberId: owner.id, serviceId: await makeService() })
const refillableOrderId = async (owner: { id: number }) =>
  makeCompletedOrder({ memberId: owner.id, serviceId: await makeService({ refillDays: 30 }) })
const slowOrderId = (owner: { id: number }) => makeRunningOrder(owner.id, { hoursAgo: 20 })

const listQuery = {
  good: 'status=ASKED&kind=REFILL&q=12&from=2026-11-01',
  bad: ['status=OPEN', 'kind=refill', 'q=%00'],
}

export const callTestRows: CallTestRows = {
  'POST /service/order/{id}/cancel': { access: 'member', id: newOrderId },
  'POST /service/order/{id}/refill': {
    access: 'member',
    status: 201,
    id: refillableOrderId,
    body: () => ({ currentCount: 0 }),
  },
  'POST /service/order/{id}/speed-up': { access: 'member', status: 201, id: slowOrderId },
  'GET /service/order/{id}/requests': { access: 'member', id: newOrderId },
  'GET /service/requests': {
    access: 'member',
    query: {
      good: 'kind=REFILL&state=ASKED&size=200&cursor=9',
      bad: ['kind=MORE', 'state=OPEN', 'size=201', 'cursor=0', 'state=%00'],
    },
  },
  'GET /api/admin/requests': {
    access: 'SUPPORT',
    query: { good: `${listQuery.good}&size=200&cursor=9`, bad: [...listQuery.bad, 'size=201', 'cursor=-1'] },
  },
  'GET /api/admin/requests/export': { access: 'SUPPORT', query: listQuery },
  'POST /api/admin/requests/{id}/answer': {
    access: 'MANAGER',
    id: (owner) => makeRequest(owner.id),
    body: () => ({ state: 'DONE', reason: '' }),
  },
}
