import { afterEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { type OrderStatus, orderStatus } from '../labels.ts'
import { transitionOrder } from '../transition-order.ts'
import { endAutoOrders } from './end-auto-orders.ts'
import { makeDueRuns } from './make-run.ts'
import { makeAutoOrder, passTime, readAutoOrder } from './testing/auto-orders.ts'

afterEach(() => expectBooksBalance())

const { PENDING, PROCESSING, INPROGRESS, COMPLETED, PARTIAL, CANCELED } = orderStatus

async function transitionTo(orderId: number, status: OrderStatus): Promise<void> {
  const transition = { orderId, remains: null, startCount: null, reason: '' }
  if (status === PENDING) return
  if (status === PARTIAL) await transitionOrder(db(), worker, { ...transition, status: INPROGRESS })
  await transitionOrder(db(), worker, { ...transition, status, remains: status === PARTIAL ? 1 : null })
}

/**
 * Creates an auto order of two runs, and transitions their orders to these statuses. If `second` is null, run 2 isn't
 * made.
 */
async function makeOrder(first: OrderStatus, second: OrderStatus | null): Promise<number> {
  const { id: memberId } = await makeMember({ points: 100 })
  const { id, orderId } = await makeAutoOrder({ memberId, amount: 3, runs: 2 })
  await transitionTo(orderId, first)
  if (second === null) return id
  await passTime('60 minutes')
  await makeDueRuns(db())
  const [run] = await db().rows<{ id: number }>('SELECT id FROM orders WHERE auto_order_id = $1 AND run_no = 2', [id])
  await transitionTo(run?.id ?? 0, second)
  return id
}

const outcomeTable: [OrderStatus, OrderStatus | null, number][] = [
  [COMPLETED, COMPLETED, 1],
  [COMPLETED, PARTIAL, 3],
  [CANCELED, COMPLETED, 3],
  [CANCELED, CANCELED, 3],
  [COMPLETED, PENDING, 0],
  [CANCELED, INPROGRESS, 0],
  [PROCESSING, COMPLETED, 0],
  [COMPLETED, null, 0],
  [CANCELED, null, 0],
]

test.each(outcomeTable)('runs that are %i and %o make it %i', async (first, second, status) => {
  const id = await makeOrder(first, second)
  await Promise.all([endAutoOrders(db()), endAutoOrders(db())])
  expect(await readAutoOrder(id)).toMatchObject({ status })
})
