import { randomUUID } from 'node:crypto'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { runAutoOrdersJob } from '#lib/jobs/run-auto-orders-job.ts'
import { cancelAutoOrderCall } from '#lib/orders/auto/calls.ts'
import { placeOrdersCall } from '#lib/orders/bulk/calls.ts'
import { placeOrderCall, transitionOrderCall } from '#lib/orders/calls.ts'
import { answerRequestCall, cancelOrderCall, refillOrderCall, speedUpOrderCall } from '#lib/requests/calls.ts'
import { headersOfMember, type PerformAll, sendCall, sendCallAbout } from './shop-calls.ts'

const link = () => `https://instagram.com/p/${randomUUID().slice(0, 8)}`

/**
 * For each of these steps, the function that performs it in the shop: by a call, by the worker's job, or by changing
 * times in the database.
 */
export const orderPerformers: PerformAll<
  | 'order'
  | 'orderMany'
  | 'orderOfType'
  | 'autoOrder'
  | 'cancel'
  | 'cancelAuto'
  | 'timeOfNextRun'
  | 'makeRuns'
  | 'transition'
  | 'refill'
  | 'speedUp'
  | 'dayAfterOrder'
  | 'answer'
> = {
  order: async (shop, { key, who, amount }) => {
    const body = { serviceId: shop.main, link: link(), amount, runs: 0, interval: 0 }
    const asked = { call: placeOrderCall, headers: headersOfMember(shop, who), body }
    const { outcome, json } = await sendCall<{ orderId: number }>(asked)
    if (!outcome.code) shop.orders.set(key, json.orderId)
    return outcome
  },
  orderMany: async (shop, { key, who, amounts }) => {
    const orders = amounts.map((amount) => ({ serviceId: shop.main, link: link(), amount }))
    const asked = { call: placeOrdersCall, headers: headersOfMember(shop, who), body: { orders, atomic: true } }
    const { outcome, json } = await sendCall<{ results: { index: number; orderId: number }[] }>(asked)
    if (!outcome.code) for (const { index, orderId } of json.results) shop.orders.set(`${key}.${index}`, orderId)
    return outcome
  },
  orderOfType: async (shop, { key, who, type, amount, runs, details }) => {
    const serviceId = shop.byType.get(type)
    const body = { serviceId, link: link(), amount, runs, interval: runs > 0 ? 60 : 0, ...details }
    const asked = { call: placeOrderCall, headers: headersOfMember(shop, who), body }
    const { outcome, json } = await sendCall<{ orderId: number }>(asked)
    if (!outcome.code) shop.orders.set(key, json.orderId)
    return outcome
  },
  autoOrder: async (shop, { key, who, amount, runs }) => {
    const body = { serviceId: shop.main, link: link(), amount, runs, interval: 60 }
    const asked = { call: placeOrderCall, headers: headersOfMember(shop, who), body }
    const { outcome, json } = await sendCall<{ orderId: number; autoOrderId: number }>(asked)
    if (!outcome.code) {
      shop.orders.set(key, json.orderId)
      shop.autos.set(key, json.autoOrderId)
    }
    return outcome
  },
  cancel: async (shop, { key, who, of }) => {
    const asked = { call: cancelOrderCall, id: shop.orders.get(of) ?? 0, headers: headersOfMember(shop, who), body: {} }
    const { outcome, json } = await sendCall<{ request?: { id: number } }>(asked)
    if (json.request) shop.requests.set(key, json.request.id)
    return outcome
  },
  cancelAuto: (shop, { who, of }) =>
    sendCallAbout(cancelAutoOrderCall, shop.autos.get(of), headersOfMember(shop, who), {}),
  timeOfNextRun: async (shop, { of }) => {
    // Leaves alone a run that is due already: a row locked here would be skipped by a job that runs at the same time.
    const sql = 'UPDATE auto_orders SET next_run_at = now() WHERE id = $1 AND next_run_at > now()'
    await db().rows(sql, [shop.autos.get(of) ?? 0])
    return { status: 200 }
  },
  makeRuns: async () => {
    await runAutoOrdersJob.run(db())
    return { status: 200 }
  },
  transition: (shop, { of, status, remains, startCount }) =>
    sendCallAbout(transitionOrderCall, shop.orders.get(of), shop.owner, {
      status,
      remains,
      startCount,
      reason: '확인함',
    }),
  refill: async (shop, { key, who, of, currentCount }) => {
    const asked = { call: refillOrderCall, id: shop.orders.get(of) ?? 0, headers: headersOfMember(shop, who) }
    const { outcome, json } = await sendCall<{ id: number }>({ ...asked, body: { currentCount } })
    if (!outcome.code) shop.requests.set(key, json.id)
    return outcome
  },
  speedUp: async (shop, { key, who, of }) => {
    const asked = { call: speedUpOrderCall, id: shop.orders.get(of) ?? 0, headers: headersOfMember(shop, who) }
    const { outcome, json } = await sendCall<{ id: number }>(asked)
    if (!outcome.code) shop.requests.set(key, json.id)
    return outcome
  },
  dayAfterOrder: async (shop, { of }) => {
    const day = "created_at = created_at - interval '25 hours'"
    // Runs as the tables' owner, because the shop's role may not change when a request was made. Locks the order's row
    // first, as a request made at the same time does.
    await ownerDatabase().transaction(async (tx) => {
      await tx.rows(`UPDATE orders SET ${day} WHERE id = $1`, [shop.orders.get(of) ?? 0])
      await tx.rows(`UPDATE order_requests SET ${day} WHERE order_id = $1`, [shop.orders.get(of) ?? 0])
    })
    return { status: 200 }
  },
  answer: (shop, { of, state }) =>
    sendCallAbout(answerRequestCall, shop.requests.get(of), shop.owner, { state, reason: '확인함' }),
}
