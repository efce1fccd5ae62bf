import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultApprovalLimits } from '#lib/approvals/testing/approvals.ts'
import { memberActor, worker } from '#lib/audit/actor.ts'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { recoverPoints } from '#lib/orders/recover-points.ts'
import { makeCompletedOrder } from '#lib/orders/testing/orders.ts'
import { transitionByStaff } from '#lib/orders/transition-by-staff.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { makeProvider } from '#lib/providers/testing/providers.ts'
import { cancelOrRequest } from './cancel-or-request.ts'
import { createRequest } from './create-request.ts'
import { makeRunningOrder } from './testing/requests.ts'

let memberId: number
let staff: ReturnType<typeof staffOf>

beforeEach(async () => {
  memberId = (await makeMember({ points: 100_000 })).id
  staff = staffOf(await makeMember({ role: 'MANAGER' }))
})
afterEach(() => expectBooksBalance())

const orderOf = (id: number) =>
  oneRow<{ status: number; price: bigint; refunded: bigint; recovered: bigint }>(
    db(),
    'SELECT status, price, refunded, recovered FROM orders WHERE id = $1',
    [id],
  )

const completed = async () =>
  makeCompletedOrder({ memberId, serviceId: await makeService({ refillDays: 30 }), amount: 100 })

const refill = (orderId: number) =>
  createRequest(db(), memberActor(memberId), { orderId, kind: 'REFILL', source: 'WEB' })
const recover = (orderId: number, dropped = 100) =>
  recoverPoints(db(), staff, { orderId, dropped, reason: '이탈', limits: defaultApprovalLimits })
const makePartial = (orderId: number, remains = 60) =>
  transitionByStaff(db(), staff, {
    ...{ orderId, status: orderStatus.PARTIAL, remains, startCount: null },
    ...{ reason: '이탈', limits: defaultApprovalLimits },
  })

test('refill farming: what was made good in points or refunded is not refilled too', async () => {
  const recovered = await completed()
  await recover(recovered)
  await expect(refill(recovered)).rejects.toMatchObject({ message: '포인트로 돌려드린 주문은 리필할 수 없어요.' })
  const partial = await completed()
  await makePartial(partial)
  await expect(refill(partial)).rejects.toMatchObject({ message: '환불된 주문은 리필할 수 없어요.' })
})

test('refill farming: while a provider has the refill no points are given for it, and giving them ends one that staff have', async () => {
  const orderId = await completed()
  const { id } = await refill(orderId)
  await db().rows("UPDATE order_requests SET state = 'SENT', provider_id = $2 WHERE id = $1", [
    id,
    await makeProvider({ url: 'https://panel.example.com/api/v2', key: 'key' }),
  ])
  await expect(recover(orderId)).rejects.toMatchObject({ code: 'CONFLICT' })
  await db().rows("UPDATE order_requests SET state = 'ASKED', provider_id = NULL WHERE id = $1", [id])
  await recover(orderId)
  const request = await oneRow<{ state: string }>(db(), 'SELECT state FROM order_requests WHERE id = $1', [id])
  expect(request.state).toBe('REFUSED')
})

test('refill farming: refill, recovery and refund at once give back at most the price, in any order', async () => {
  for (let round = 0; round < 8; round++) {
    const orderId = await completed()
    const remains = 20 + round * 10
    await Promise.allSettled([refill(orderId), recover(orderId), makePartial(orderId, remains), recover(orderId, 30)])
    const { price, refunded, recovered } = await orderOf(orderId)
    expect(refunded + recovered).toBeLessThanOrEqual(price)
    const open = await db().rows('SELECT FROM order_requests WHERE order_id = $1 AND closed_at IS NULL', [orderId])
    if (refunded + recovered > 0n) expect(open).toEqual([])
  }
})

test('cancel race: a cancellation asked for while the order is completed gives nothing back', async () => {
  const serviceId = await makeService({ canCancel: true })
  for (let round = 0; round < 10; round++) {
    const orderId = await makeRunningOrder(memberId, { serviceId, amount: 100 })
    const move = { orderId, remains: null, startCount: null, reason: '' }
    await Promise.allSettled([
      cancelOrRequest(db(), memberActor(memberId), { orderId, source: 'API' }),
      transitionOrder(db(), worker, { ...move, status: orderStatus.COMPLETED }),
      cancelOrRequest(db(), memberActor(memberId), { orderId, source: 'WEB' }),
    ])
    expect(await orderOf(orderId)).toMatchObject({ status: orderStatus.COMPLETED, refunded: 0n })
    const left = await db().rows('SELECT FROM order_requests WHERE order_id = $1 AND closed_at IS NULL', [orderId])
    expect(left).toEqual([])
  }
})
