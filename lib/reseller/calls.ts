import { z } from 'zod'
import { call } from '#lib/core/call.ts'
import { replyWithSnapshot } from '#lib/core/snapshot.ts'
import { idParams } from '#lib/core/wire.ts'
import { unknownOrder } from '#lib/orders/errors.ts'
import { type OrderStatus, orderMessages, orderStatusNames } from '#lib/orders/labels.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderProgress } from '#lib/orders/queries.ts'
import { orderOfBody, resellerOrderInput } from '#lib/orders/schema.ts'
import { settings } from '#lib/settings/queries.ts'
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
  idempotent: true,
  body: resellerOrderInput,
  malformed: orderMessages.failed,
  status: 201,
  answer: resellerPlacedOrder,
  run: async ({ db, caller, body, idempotency }) => {
    const { ENABLE_SERVICE_CHECK } = await settings(db)
    const placed = await placeOrder(db, {
      memberId: caller.memberId,
      source: 'API',
      serviceCheck: ENABLE_SERVICE_CHECK,
      idempotency,
      apiKeyId: caller.apiKey?.id,
      input: orderOfBody({ ...body, runs: 0, interval: 0 }),
    })
    return { wId: placed.orderId }
  },
})

export const resellerStatusCall = call({
  method: 'GET',
  path: '/status/{id}',
  access: 'api-key',
  params: idParams,
  answer: resellerOrderStatus,
  run: async ({ db, caller, params }) => {
    const order = await orderProgress(db, params.id, caller.memberId)
    if (!order) throw unknownOrder()
    return { ...order, status: orderStatusNames[order.status as OrderStatus] }
  },
})
