import { z } from 'zod'
import { call } from '#lib/core/call.ts'
import { replyWithSnapshot } from '#lib/core/snapshot.ts'
import { idParams } from '#lib/core/wire.ts'
import { unknownOrder } from '#lib/orders/errors.ts'
import { orderMessages, orderStatusNames } from '#lib/orders/labels.ts'
import { orderOfBody, resellerOrderInput } from '#lib/orders/schema.ts'
import { ordersOfKey } from './key-orders.ts'
import { resellerChangesSnapshot, resellerSnapshot } from './queries.ts'
import {
  resellerOrderStatus,
  resellerPlacedOrder,
  resellerServiceChanges,
  resellerServiceList,
  resellerServicesQuery,
} from './schema.ts'

export const resellerServicesCall = call({
  method: 'GET',
  path: '/services',
  access: 'api-key',
  etag: true,
  testKeys: true,
  query: resellerServicesQuery,
  answer: z.union([resellerServiceList, resellerServiceChanges]),
  run: async ({ db, query: { since }, ...context }) => {
    const snapshot = since === undefined ? resellerSnapshot(db) : resellerChangesSnapshot(db, since)
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
  testKeys: true,
  idempotent: true,
  body: resellerOrderInput,
  malformed: orderMessages.failed,
  status: 201,
  answer: resellerPlacedOrder,
  run: async ({ body, idempotency, ...context }) => {
    const input = orderOfBody({ ...body, runs: 0, interval: 0 })
    const placed = await ordersOfKey(context).place({ input, idempotency })
    return { wId: placed.orderId }
  },
})

export const resellerStatusCall = call({
  method: 'GET',
  path: '/status/{id}',
  access: 'api-key',
  testKeys: true,
  params: idParams,
  answer: resellerOrderStatus,
  run: async ({ params, ...context }) => {
    const order = await ordersOfKey(context).progress(params.id)
    if (!order) throw unknownOrder()
    const { status, remains, startCount } = order
    return { status: orderStatusNames[status], remains, startCount }
  },
})
