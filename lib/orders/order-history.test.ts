import { afterEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { withoutTriggers } from '#lib/core/testing/database.ts'
import { resellerStatusCall } from '#lib/reseller/calls.ts'
import { apiKeyHeaders, send, signedIn } from '#lib/web/testing/caller.ts'
import { buildRepeatedList } from './bulk/queries.ts'
import { readBulkText } from './bulk/rules.ts'
import { orderCall, orderHistoryCall } from './calls.ts'
import { orderStatus } from './labels.ts'
import { findMemberOrders, readSingleOrderList } from './queries.ts'
import { makeOrder } from './testing/orders.ts'
import { transitionOrder } from './transition-order.ts'

afterEach(() => expectBooksBalance())

async function memberWithOrders(count: number) {
  const member = await signedIn({ points: 10_000 })
  const serviceId = await makeService({ price: 3.3 })
  const ids: number[] = []
  for (let at = 0; at < count; at++) ids.push(await makeOrder({ memberId: member.id, serviceId, amount: 10 }))
  const list = async (search = '') => {
    const { status, json, headers } = await send(orderHistoryCall, { headers: member.headers, search })
    const rows = Array.isArray(json) ? json.map((row: { id: number }) => row.id) : []
    return { status, json, ids: rows, total: headers['x-total-count'] }
  }
  return { member, serviceId, ids, list }
}

const makeOlder = (orderId: number, interval: string) =>
  db().rows('UPDATE orders SET created_at = now() - $2::interval WHERE id = $1', [orderId, interval])

const makeEventsOlder = (orderId: number, interval: string) =>
  withoutTriggers('UPDATE order_events SET at = now() - $2::interval WHERE order_id = $1', [orderId, interval])

const transition = (orderId: number, status: 1 | 3 | 5, remains: number | null = null) =>
  transitionOrder(db(), worker, { orderId, status, remains, startCount: 0, reason: '' })

test('a row has every field of the contract and says what came back', async () => {
  const { serviceId, ids, list } = await memberWithOrders(1)
  await transition(ids[0] ?? 0, orderStatus.INPROGRESS)
  await transition(ids[0] ?? 0, orderStatus.PARTIAL, 4)
  const { json } = await list()
  expect(json).toEqual([
    {
      id: ids[0],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      serviceId,
      link: 'https://www.instagram.com/some.body/',
      point: 33,
      refunded: 13.2,
      recovered: 0,
      amount: 10,
      status: orderStatus.PARTIAL,
      startCount: 0,
      remains: 4,
      autoOrderId: null,
    },
  ])
})

test('orders come newest first, page by page, none twice and none left out', async () => {
  const { ids, list } = await memberWithOrders(7)
  const newestFirst = ids.toReversed()
  expect(await list()).toMatchObject({ ids: newestFirst, total: '7' })
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`page=${page}&size=3`)))
  expect(pages.map((page) => page.ids)).toEqual([
    newestFirst.slice(0, 3),
    newestFirst.slice(3, 6),
    newestFirst.slice(6),
    [],
  ])
  expect(pages.map((page) => page.total)).toEqual(['7', '7', '7', '7'])
})

test('a status shows its own orders only, and counts them only', async () => {
  const { ids, list } = await memberWithOrders(4)
  await transition(ids[1] ?? 0, orderStatus.CANCELED)
  await transition(ids[2] ?? 0, orderStatus.INPROGRESS)
  expect(await list('status=5')).toMatchObject({ ids: [ids[1]], total: '1' })
  expect(await list('status=0')).toMatchObject({ ids: [ids[3], ids[0]], total: '2' })
  expect(await list('status=2')).toMatchObject({ ids: [], total: '0' })
})

test('what has ended and is older than three months is listed no more', async () => {
  const { ids, list } = await memberWithOrders(2)
  for (const id of ids) await transition(id, orderStatus.CANCELED)
  await makeOlder(ids[0] ?? 0, '3 months 1 second')
  await makeOlder(ids[1] ?? 0, '3 months -1 hour')
  expect(await list()).toMatchObject({ ids: [ids[1]], total: '1' })
})

test('on the screen what has not ended is listed however old it is, found by its number, and repeated', async () => {
  const { member, serviceId, ids, list } = await memberWithOrders(3)
  const [running = 0, waiting = 0, newest = 0] = ids
  await transition(running, orderStatus.INPROGRESS)
  await makeOlder(running, '11 months')
  await makeOlder(waiting, '4 months')
  const shown = async (status?: number) => {
    const { rows, total } = await findMemberOrders(db(), member.id, { status, page: 1, size: 10 }, undefined)
    return [rows.map(({ id }) => id), total]
  }
  expect(await shown()).toEqual([[newest, waiting, running], 3])
  expect(await shown(1)).toEqual([[running], 1])
  expect([await list(), await list('status=1')]).toMatchObject([{ ids: [newest], total: '1' }, { ids: [] }])
  expect((await readSingleOrderList(db(), member.id, running)).map(({ id }) => id)).toEqual([running])
  expect(await buildRepeatedList(db(), member.id, [running])).toMatch(new RegExp(`^${serviceId}\\|`))
})

test('an order that can be refilled is found by its number until its refill days are over', async () => {
  const { member, serviceId, ids } = await memberWithOrders(2)
  await db().rows('UPDATE services SET refill_days = 365 WHERE id = $1', [serviceId])
  const [old = 0, canceled = 0] = ids
  await transitionOrder(db(), worker, { orderId: old, status: 2, remains: null, startCount: 0, reason: '' })
  await transition(canceled, orderStatus.CANCELED)
  for (const id of ids) {
    await makeOlder(id, '200 days')
    await makeEventsOlder(id, '199 days')
  }
  const found = async (id: number) => (await readSingleOrderList(db(), member.id, id)).map((order) => order.id)
  expect(await found(old)).toEqual([old])
  expect(await found(canceled)).toEqual([])
  await db().rows('UPDATE services SET refill_days = 0 WHERE id = $1', [serviceId])
  expect(await found(old)).toEqual([])
})

test('nobody sees another one’s orders', async () => {
  const [mine, his] = [await memberWithOrders(1), await memberWithOrders(1)]
  expect((await mine.list()).ids).toEqual(mine.ids)
  const path = `/service/order/${his.ids[0]}`
  expect((await send(orderCall, { headers: mine.member.headers, path })).status).toBe(404)
})

test('the order that an address names is opened for its member, for 3 months after the order and its last change', async () => {
  const [mine, his] = [await memberWithOrders(2), await memberWithOrders(1)]
  const [id = 0, old = 0] = mine.ids
  const opened = async (orderId: number | null) =>
    (await readSingleOrderList(db(), mine.member.id, orderId)).map((order) => order.id)
  expect(await opened(id)).toEqual([id])
  expect(await opened(null)).toEqual([])
  expect(await opened(his.ids[0] ?? 0)).toEqual([])
  await transition(old, orderStatus.CANCELED)
  await makeOlder(old, '4 months')
  expect(await opened(old)).toEqual([old])
  await makeEventsOlder(old, '3 months 1 day')
  expect(await opened(old)).toEqual([])
})

test('orders are repeated as a list that the bulk order screen reads back, only the member’s own of three months', async () => {
  const [mine, his] = [await memberWithOrders(3), await memberWithOrders(1)]
  const [first = 0, second = 0, old = 0] = mine.ids
  const link = 'https://www.instagram.com/p/abc/?a=1,2|b'
  await db().rows('UPDATE orders SET link = $2 WHERE id = $1', [second, link])
  await transition(old, orderStatus.CANCELED)
  await makeOlder(old, '3 months 1 second')
  const text = await buildRepeatedList(db(), mine.member.id, [second, old, his.ids[0] ?? 0, first, 999_999_999])
  const { serviceId } = mine
  expect(readBulkText(text).map((line) => 'row' in line && line.row)).toEqual([
    { serviceId, link: 'https://www.instagram.com/some.body/', amount: 10 },
    { serviceId, link, amount: 10 },
  ])
  expect(await buildRepeatedList(db(), his.member.id, [first])).toBe('')
})

test('one order tells its events and its money, and no member of staff by number', async () => {
  const { member, ids } = await memberWithOrders(1)
  const orderId = ids[0] ?? 0
  await transitionOrder(db(), someStaff, { orderId, status: 5, remains: null, startCount: null, reason: '요청' })
  const { json } = await send(orderCall, { headers: member.headers, path: `/service/order/${orderId}` })
  expect(json.events).toMatchObject([
    { from: null, to: 0, actor: 'member', remains: 10 },
    { from: 0, to: 5, actor: 'staff', reason: '요청', remains: 10 },
  ])
  expect(json.entries).toMatchObject([
    { kind: 'ORDER', delta: -33, balanceAfter: 9_967 },
    { kind: 'ORDER_REFUND', delta: 33, balanceAfter: 10_000 },
  ])
  expect(JSON.stringify(json)).not.toContain('987654')
})

test('a reseller asks for a state by name, for a year after the order and its last change', async () => {
  const { member, ids } = await memberWithOrders(1)
  const orderId = ids[0] ?? 0
  const headers = await apiKeyHeaders(member)
  const ask = () => send(resellerStatusCall, { headers, path: `/status/${orderId}` })
  expect((await ask()).json).toEqual({ status: 'PENDING', remains: 10, startCount: null })
  await transition(orderId, orderStatus.INPROGRESS)
  expect((await ask()).json).toEqual({ status: 'IN PROGRESS', remains: 10, startCount: 0 })
  await makeOlder(orderId, '1 year 1 day')
  expect((await ask()).status).toBe(200)
  await makeEventsOlder(orderId, '1 year 1 day')
  expect((await ask()).status).toBe(404)
  await makeOlder(orderId, '364 days')
  expect((await ask()).status).toBe(200)
})

test('empty query parameters count as absent', async () => {
  const { list, ids } = await memberWithOrders(1)
  expect(await list('status=&page=&size=')).toMatchObject({ status: 200, ids })
})

test('a search finds a member’s own order by its number, whatever its status, for 3 months after its last change', async () => {
  const { member, ids } = await memberWithOrders(3)
  const [first = 0, second = 0] = ids
  await transition(first, orderStatus.CANCELED)
  const find = async (searched: number | null | undefined, by = member.id) => {
    const query = { status: orderStatus.PENDING, page: 1, size: 10 }
    const { rows, total } = await findMemberOrders(db(), by, query, searched)
    return { ids: rows.map(({ id }) => id), total }
  }
  expect(await find(first)).toEqual({ ids: [first], total: 1 })
  expect(await find(undefined)).toEqual({ ids: [ids[2], second], total: 2 })
  const nothing = { ids: [], total: 0 }
  expect(await find(null)).toEqual(nothing)
  expect(await find(first, (await signedIn()).id)).toEqual(nothing)
  await makeOlder(first, '3 months 1 day')
  expect(await find(first)).toEqual({ ids: [first], total: 1 })
  await makeEventsOlder(first, '3 months 1 day')
  expect(await find(first)).toEqual(nothing)
})
