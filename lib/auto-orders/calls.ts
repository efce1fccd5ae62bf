import { call } from '#lib/core/call.ts'
import { orderMessages } from '#lib/orders/labels.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { isAuto, placedOrder, placeOrderInput } from '#lib/orders/schema.ts'
import { settings } from '#lib/settings/queries.ts'
import { placeAutoOrder } from './place-auto-order.ts'

export const placeOrderCall = call({
  method: 'POST',
  path: '/service/order',
  access: 'member',
  idempotent: true,
  body: placeOrderInput,
  malformed: orderMessages.failed,
  status: 201,
  answer: placedOrder,
  run: async ({ db, caller, body, idempotency }) => {
    const { ENABLE_SERVICE_CHECK } = await settings(db)
    const place = isAuto(body) ? placeAutoOrder : placeOrder
    return place(db, {
      memberId: caller.memberId,
      actor: `member:${caller.memberId}`,
      source: 'WEB',
      serviceCheck: ENABLE_SERVICE_CHECK,
      idempotency,
      input: body,
    })
  },
})
