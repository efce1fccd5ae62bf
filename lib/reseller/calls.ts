import { z } from 'zod'
import { call, Reply } from '#lib/core/call.ts'
import { replyWithSnapshot } from '#lib/core/snapshot.ts'
import { idParams } from '#lib/core/wire.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { answerForDryRun, answerForPlacedOrders } from '#lib/orders/bulk/answers.ts'
import { bulkOrderInput, bulkWeight, MAX_BULK_BODY_BYTES, nothingPlacedErrorFields } from '#lib/orders/bulk/schema.ts'
import { unknownOrder } from '#lib/orders/errors.ts'
import { orderMessages, orderStatusNames } from '#lib/orders/labels.ts'
import { activeOrderErrorFields, orderFromBody } from '#lib/orders/schema.ts'
import { ordersOfKey } from './key-orders.ts'
import { serviceChangesSnapshot, serviceListSnapshot } from './queries.ts'
import {
  resellerOrderInput,
  resellerOrderStatus,
  resellerPlacedOrder,
  resellerPlacedOrders,
  resellerPricedOrder,
  resellerPricedOrders,
  resellerServiceChanges,
  resellerServiceList,
  resellerServicesQuery,
} from './schema.ts'

export const resellerServicesCall = call({
  method: 'GET',
  path: '/services',
  access: 'api-key',
  etag: true,
  acceptsTestKeys: true,
  query: resellerServicesQuery,
  answer: z.union([resellerServiceList, resellerServiceChanges]),
  run: async ({ db, caller: { memberId }, query: { since }, ...context }) => {
    const isWhole = since === undefined
    const snapshot = isWhole ? serviceListSnapshot(db, memberId) : serviceChangesSnapshot(db, memberId, since)
    return replyWithSnapshot(await snapshot, context, {
      cacheControl: 'private, no-cache',
      vary: 'accept-encoding, api-key',
    })
  },
})

export const resellerOrderCall = call({
  method: 'POST',
  path: '/order',
  access: 'api-key',
  acceptsTestKeys: true,
  idempotent: true,
  body: resellerOrderInput,
  malformed: orderMessages.failed,
  status: 201,
  answer: resellerPlacedOrder,
  dryAnswer: resellerPricedOrder,
  conflictDetails: activeOrderErrorFields,
  run: async ({ body: { dryRun, ...sent }, idempotency, note, ...context }) => {
    const input = orderFromBody({ ...sent, runs: 0, interval: 0 })
    const orders = ordersOfKey(context)
    note({ serviceId: input.serviceId, amount: input.amount })
    if (dryRun) return new Reply(await orders.price(input), {}, 200)
    const { orderId } = await orders.place({ input, idempotency })
    note({ orderId })
    return { wId: orderId }
  },
})

export const resellerOrdersCall = call({
  method: 'POST',
  path: '/orders',
  access: 'api-key',
  acceptsTestKeys: true,
  idempotent: true,
  body: bulkOrderInput,
  checksStorable: true,
  weight: bulkWeight,
  maxBodyBytes: MAX_BULK_BODY_BYTES,
  malformed: orderMessages.failed,
  status: 201,
  answer: resellerPlacedOrders,
  dryAnswer: resellerPricedOrders,
  conflictDetails: nothingPlacedErrorFields,
  run: async ({ body, idempotency, ...context }) => {
    const atomic = body.atomic ?? false
    const rows = body.orders.map((row) => row && orderFromBody(row))
    const orders = ordersOfKey(context)
    if (!body.dryRun) {
      const outcome = await orders.placeMany({ idempotency, rows, atomic })
      return answerForPlacedOrders(outcome, atomic, ({ index, orderId }) => ({ index, wId: orderId }))
    }
    const priced = await orders.priceMany({ rows, atomic })
    const answer = answerForDryRun(priced, atomic, ({ index, amount, price }) => ({
      index,
      amount,
      point: pointsToNumber(price),
    }))
    return new Reply(answer, {}, 200)
  },
})

export const resellerStatusCall = call({
  method: 'GET',
  path: '/status/{id}',
  access: 'api-key',
  acceptsTestKeys: true,
  params: idParams,
  answer: resellerOrderStatus,
  run: async ({ params, note, ...context }) => {
    note({ orderId: params.id })
    const order = await ordersOfKey(context).progress(params.id)
    if (!order) throw unknownOrder()
    const { status, remains, startCount } = order
    return { status: orderStatusNames[status], remains, startCount }
  },
})
