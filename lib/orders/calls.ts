import { z } from 'zod'
import { approvalLimitsOf } from '#lib/approvals/rules.ts'
import { staffActor } from '#lib/audit/actor.ts'
import { call, Reply } from '#lib/core/call.ts'
import { withDaysInOrder } from '#lib/core/list-query.ts'
import { idParams, totalCountHeader } from '#lib/core/wire.ts'
import { exportCall } from '#lib/exports/export-call.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { settings } from '#lib/settings/queries.ts'
import { placeAutoOrder } from './auto/place-auto-order.ts'
import { isAutoOrder, unknownOrder } from './errors.ts'
import { type OrderStatus, orderMessages } from './labels.ts'
import { placeOrder } from './place-order.ts'
import { orderForStaff, ordersForFile, ordersForStaff } from './queries/list-for-staff.ts'
import { previewTransitions } from './queries/preview-transitions.ts'
import { orderHistory, orderWithTimeline } from './queries.ts'
import { recoverPoints } from './recover-points.ts'
import {
  activeOrderErrorFields,
  orderDetail,
  orderFromBody,
  orderHistoryQuery,
  orderRow,
  placedOrder,
  placeOrderInput,
} from './schema.ts'
import { readShownPrice } from './shown-price.ts'
import { orderSheet } from './staff-labels.ts'
import {
  adminOrderDetail,
  adminOrderQuery,
  adminOrders,
  batchPreview,
  batchPreviewInput,
  batchTransitionInput,
  batchTransitionResults,
  recoveredOrder,
  recoveryInput,
  transitionedOrder,
  transitionInput,
} from './staff-schema.ts'
import { transitionByStaff } from './transition-by-staff.ts'
import { transitionMany } from './transition-many.ts'

export const placeOrderCall = call({
  method: 'POST',
  path: '/service/order',
  access: 'member',
  exemptFromRateLimit: true,
  idempotent: true,
  body: placeOrderInput,
  malformed: orderMessages.failed,
  status: 201,
  answer: placedOrder,
  conflictDetails: activeOrderErrorFields,
  run: async ({ db, caller, body, idempotency, header }) => {
    const { ENABLE_SERVICE_CHECK } = await settings(db)
    const place = isAutoOrder(body) ? placeAutoOrder : placeOrder
    return place(db, {
      memberId: caller.memberId,
      source: 'WEB',
      isOrderingPaused: ENABLE_SERVICE_CHECK,
      idempotency,
      shownPrice: readShownPrice(header),
      input: orderFromBody(body),
    })
  },
})

export const orderHistoryCall = call({
  method: 'GET',
  path: '/service/order-history',
  access: 'member',
  query: orderHistoryQuery,
  answer: z.array(orderRow),
  run: async ({ db, caller, query }) => {
    const { rows, total } = await orderHistory(db, caller.memberId, query)
    return new Reply(rows, totalCountHeader(total))
  },
})

export const orderCall = call({
  method: 'GET',
  path: '/service/order/{id}',
  access: 'member',
  params: idParams,
  answer: orderDetail,
  run: async ({ db, caller, params }) => {
    const order = await orderWithTimeline(db, params.id, caller.memberId)
    if (!order) throw unknownOrder()
    return order
  },
})

export const exportOrdersCall = exportCall({
  list: '/api/admin/orders',
  query: adminOrderQuery,
  sheet: orderSheet,
  page: ordersForFile,
})

export const adminOrdersCall = call({
  method: 'GET',
  path: '/api/admin/orders',
  access: 'SUPPORT',
  query: withDaysInOrder(adminOrderQuery),
  answer: adminOrders,
  run: ({ db, query }) => ordersForStaff(db, query),
})

export const adminOrderCall = call({
  method: 'GET',
  path: '/api/admin/orders/{id}',
  access: 'SUPPORT',
  params: idParams,
  answer: adminOrderDetail,
  run: async ({ db, params }) => {
    const order = await orderForStaff(db, params.id)
    if (!order) throw unknownOrder()
    return order
  },
})

export const transitionOrderCall = call({
  method: 'POST',
  path: '/api/admin/orders/{id}/transition',
  access: 'MANAGER',
  params: idParams,
  body: transitionInput,
  answer: transitionedOrder,
  run: async ({ db, params, body, ...context }) => {
    const transition = {
      orderId: params.id,
      status: body.status as OrderStatus,
      remains: body.remains ?? null,
      startCount: body.startCount ?? null,
      reason: body.reason,
      notify: body.notify,
      from: (body.from ?? undefined) as OrderStatus | undefined,
      limits: approvalLimitsOf(await settings(db)),
    }
    const { refunded, ...moved } = await transitionByStaff(db, staffActor(context), transition)
    return { ...moved, refunded: pointsToNumber(refunded) }
  },
})

export const previewTransitionsCall = call({
  method: 'POST',
  path: '/api/admin/orders/transitions/preview',
  access: 'MANAGER',
  body: batchPreviewInput,
  answer: batchPreview,
  run: async ({ db, body, ...context }) => {
    const limits = approvalLimitsOf(await settings(db))
    return { rows: await previewTransitions(db, staffActor(context), { ...body, limits }) }
  },
})

export const transitionManyCall = call({
  method: 'POST',
  path: '/api/admin/orders/transitions',
  access: 'MANAGER',
  idempotent: true,
  body: batchTransitionInput,
  answer: batchTransitionResults,
  run: async ({ db, body, idempotency, ...context }) => {
    const limits = approvalLimitsOf(await settings(db))
    return { rows: await transitionMany(db, staffActor(context), { ...body, limits, idempotency }) }
  },
})

export const recoverOrderCall = call({
  method: 'POST',
  path: '/api/admin/orders/{id}/recover',
  access: 'MANAGER',
  params: idParams,
  body: recoveryInput,
  answer: recoveredOrder,
  run: async ({ db, params, body, ...context }) => {
    const recovery = { orderId: params.id, ...body, limits: approvalLimitsOf(await settings(db)) }
    const { recovered, ...rest } = await recoverPoints(db, staffActor(context), recovery)
    return { recovered: pointsToNumber(recovered), ...rest }
  },
})
