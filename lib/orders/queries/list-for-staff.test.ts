import { afterEach, expect, test } from 'vitest'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '../labels.ts'
import { makeOrder } from '../testing/orders.ts'
import { transitionOrder } from '../transition-order.ts'
import { orderForStaff, ordersForStaff } from './list-for-staff.ts'

afterEach(() => expectBooksBalance())

const foundOrderIds = async (q: string) => (await ordersForStaff(db(), { q, size: 50 })).rows.map(({ id }) => id)

test('staff find an order by its number, and orders by the start of the member id', async () => {
  const member = await makeMember({ loginId: 'order_finder', points: 1_000 })
  const serviceId = await makeService()
  const first = await makeOrder({ memberId: member.id, serviceId })
  const second = await makeOrder({ memberId: member.id, serviceId })
  expect(await foundOrderIds(` ${first} `)).toEqual([first])
  expect(await foundOrderIds('Order_Find')).toEqual([second, first])
  expect(await foundOrderIds('order%')).toEqual([])
})

test('staff see who of them moved an order, and what came back', async () => {
  const staff = await makeMember({ loginId: 'desk_manager', role: 'MANAGER' })
  const member = await makeMember({ points: 10_000 })
  const id = await makeOrder({ memberId: member.id, serviceId: await makeService({ price: 3.3 }), amount: 1_000 })
  const move = { orderId: id, startCount: null, reason: '' }
  await transitionOrder(db(), staffOf(staff), { ...move, status: orderStatus.INPROGRESS, remains: null })
  await transitionOrder(db(), staffOf(staff), { ...move, status: orderStatus.PARTIAL, remains: 157 })
  const order = await orderForStaff(db(), id)
  expect(order?.events.map(({ to, actor, staffId }) => [to, actor, staffId])).toEqual([
    [orderStatus.PENDING, 'member', null],
    [orderStatus.INPROGRESS, 'staff', 'desk_manager'],
    [orderStatus.PARTIAL, 'staff', 'desk_manager'],
  ])
  expect(order?.entries.map(({ kind, delta }) => [kind, delta])).toEqual([
    ['ORDER', -3_300],
    ['ORDER_REFUND', 518.1],
  ])
  expect(await orderForStaff(db(), 2_147_483_000)).toBeNull()
})
