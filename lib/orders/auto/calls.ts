import { z } from 'zod'
import { memberActor, staffActor } from '#lib/audit/actor.ts'
import { call, Reply } from '#lib/core/call.ts'
import { withDaysInOrder } from '#lib/core/list-query.ts'
import { idParams, totalCountHeader } from '#lib/core/wire.ts'
import { exportCall } from '#lib/exports/export-call.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { type CanceledAutoOrder, cancelAutoOrder, cancelAutoOrderByStaff } from './cancel-auto-order.ts'
import { unknownAutoOrder } from './errors.ts'
import { autoOrderSheet, autoOrderStatus } from './labels.ts'
import { autoOrderForStaff, autoOrdersForStaff } from './queries/list-for-staff.ts'
import { autoOrderHistory } from './queries.ts'
import {
  adminAutoOrderDetail,
  adminAutoOrderQuery,
  adminAutoOrders,
  autoOrderHistoryQuery,
  autoOrderRow,
  cancelAutoOrderInput,
  canceledAutoOrder,
} from './schema.ts'

export const autoOrderHistoryCall = call({
  method: 'GET',
  path: '/service/auto-order-history',
  access: 'member',
  query: autoOrderHistoryQuery,
  answer: z.array(autoOrderRow),
  run: async ({ db, caller, query }) => {
    const { rows, total } = await autoOrderHistory(db, caller.memberId, query)
    return new Reply(rows, totalCountHeader(total))
  },
})

const cancelAnswer = (id: number, { completed, refund }: CanceledAutoOrder) => ({
  id,
  status: autoOrderStatus.CANCLED,
  completed,
  refunded: pointsToNumber(refund),
})

export const cancelAutoOrderCall = call({
  method: 'POST',
  path: '/service/auto-order/{id}/cancel',
  access: 'member',
  exemptFromRateLimit: true,
  params: idParams,
  answer: canceledAutoOrder,
  run: async ({ db, caller: { memberId }, params }) => {
    const cancel = { autoOrderId: params.id, reason: '' }
    return cancelAnswer(params.id, await cancelAutoOrder(db, memberActor(memberId), cancel))
  },
})

export const exportAutoOrdersCall = exportCall({
  list: '/api/admin/auto-orders',
  query: adminAutoOrderQuery,
  sheet: autoOrderSheet,
  page: autoOrdersForStaff,
})

export const adminAutoOrdersCall = call({
  method: 'GET',
  path: '/api/admin/auto-orders',
  access: 'SUPPORT',
  query: withDaysInOrder(adminAutoOrderQuery),
  answer: adminAutoOrders,
  run: ({ db, query }) => autoOrdersForStaff(db, query),
})

export const adminAutoOrderCall = call({
  method: 'GET',
  path: '/api/admin/auto-orders/{id}',
  access: 'SUPPORT',
  params: idParams,
  answer: adminAutoOrderDetail,
  run: async ({ db, params }) => {
    const order = await autoOrderForStaff(db, params.id)
    if (!order) throw unknownAutoOrder()
    return order
  },
})

export const adminCancelAutoOrderCall = call({
  method: 'POST',
  path: '/api/admin/auto-orders/{id}/cancel',
  access: 'MANAGER',
  params: idParams,
  body: cancelAutoOrderInput,
  answer: canceledAutoOrder,
  run: async ({ db, params: { id }, body: { reason }, ...context }) =>
    cancelAnswer(id, await cancelAutoOrderByStaff(db, staffActor(context), { autoOrderId: id, reason })),
})
