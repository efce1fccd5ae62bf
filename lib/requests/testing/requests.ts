import { memberActor, worker } from '#lib/audit/actor.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { type Db, db, oneRow } from '#lib/core/db.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeCompletedOrder, makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { createRequest } from '../create-request.ts'

type RunningOptions = { serviceId?: number; amount?: number; hoursAgo?: number }

/** Places an order, as if `hoursAgo` hours before now, and starts it as the worker. Returns its id. */
export async function makeRunningOrder(memberId: number, options: RunningOptions = {}): Promise<number> {
  const serviceId = options.serviceId ?? (await makeService({ canCancel: true }))
  const orderId = await makeOrder({ memberId, serviceId, amount: options.amount ?? 1 })
  const transition = { status: orderStatus.INPROGRESS, remains: null, startCount: null, reason: '' }
  await transitionOrder(db(), worker, { orderId, ...transition })
  await db().rows("UPDATE orders SET created_at = created_at - $2::int * interval '1 hour' WHERE id = $1", [
    orderId,
    options.hoursAgo ?? 0,
  ])
  return orderId
}

/** Makes a refill request about a completed order of the member; staff handle it. Returns the request's id. */
export async function makeRequest(memberId: number): Promise<number> {
  const orderId = await makeCompletedOrder({ memberId, serviceId: await makeService({ refillDays: 30 }) })
  return (await createRequest(db(), memberActor(memberId), { orderId, kind: 'REFILL', source: 'WEB' })).id
}

export type RequestOutcome = {
  state: string
  reason: string | null
  providerId: number | null
  remoteId: string | null
  outcomes: (string | null)[]
  tasks: string[]
}

/** Facts about a request for tests: its state, the outcomes of its attempts, and its open tasks. */
export const readRequestOutcome = (requestId: number, handle: Db = db()): Promise<RequestOutcome> =>
  oneRow(
    handle,
    `SELECT state, reason, provider_id, remote_id,
       ARRAY(SELECT outcome FROM request_attempts WHERE request_id = q.id ORDER BY id) AS outcomes,
       ARRAY(SELECT kind FROM tasks WHERE ref_type = 'request' AND ref_id = q.id AND resolved_at IS NULL ORDER BY id) AS tasks
     FROM order_requests q WHERE q.id = $1`,
    [requestId],
  )
