import { afterEach, describe, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { readDetails } from '#lib/catalog/order-details.ts'
import { serviceTypeNames } from '#lib/catalog/service-types.ts'
import { ordersByType, quantityByType } from '#lib/catalog/testing/order-details.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { placeAutoOrder } from './auto/place-auto-order.ts'
import { placeOrder } from './place-order.ts'
import { orderRequest } from './testing/orders.ts'

afterEach(() => expectBooksBalance())

describe.each(serviceTypeNames)('%s', (type) => {
  test('is ordered with its details, at the price of its quantity to the hundredth', async () => {
    const member = await makeMember({ points: 100 })
    const serviceId = await makeService({ type, price: 3.33333 })
    const { sent } = ordersByType[type]
    const placed = await placeOrder(db(), orderRequest({ memberId: member.id, serviceId, amount: 3, details: sent }))
    const quantity = quantityByType[type]
    const price = { 1: 3.34, 2: 6.67, 3: 10 }[quantity]
    expect(placed).toMatchObject({ amount: quantity, point: price })
    expect(await oneRow(db(), 'SELECT amount, remains, details FROM orders WHERE id = $1', [placed.orderId])).toEqual({
      amount: quantity,
      remains: quantity,
      details: readDetails(type, sent).details,
    })
    expect(await balanceOf(db(), member.id)).toBe(10_000n - BigInt(Math.round((price ?? 0) * 100)))
  })

  test('is refused without its details, and nothing is taken', async () => {
    const [field] = readDetails(type).rules
    if (!field) return
    const member = await makeMember({ points: 100 })
    const serviceId = await makeService({ type })
    const order = placeOrder(db(), orderRequest({ memberId: member.id, serviceId, amount: 3 }))
    await expect(order).rejects.toMatchObject({ code: 'BAD_INPUT', message: field[2] })
    expect(await balanceOf(db(), member.id)).toBe(10_000n)
  })
})

test('lines that make the quantity are held to the service’s minimum and maximum', async () => {
  const member = await makeMember({ points: 100 })
  const serviceId = await makeService({ type: 'Custom Comments', min: 2, max: 3 })
  const place = (comments: string) =>
    placeOrder(db(), orderRequest({ memberId: member.id, serviceId, amount: 3, details: { comments } }))
  await expect(place('a')).rejects.toMatchObject({ message: '주문 수량이 최소수량보다 적습니다.' })
  await expect(place('a\nb\nc\nd')).rejects.toMatchObject({ message: '주문 수량이 최대수량보다 많습니다.' })
  expect(await place('a\nb')).toMatchObject({ amount: 2, point: 2 })
})

test('the quantity sent with a package or with a list is not what is charged', async () => {
  const member = await makeMember({ points: 100 })
  const [packageId, listId] = [await makeService({ type: 'Package' }), await makeService({ type: 'Custom Comments' })]
  const place = (serviceId: number) =>
    placeOrder(db(), orderRequest({ memberId: member.id, serviceId, amount: -50, details: { comments: 'a\nb' } }))
  expect(await place(packageId)).toMatchObject({ amount: 1, point: 1 })
  expect(await place(listId)).toMatchObject({ amount: 2, point: 2 })
})

test('a subscription is held to the service’s limits by each post, and to what a balance can hold by all of them', async () => {
  const member = await makeMember({ points: 100 })
  const serviceId = await makeService({ type: 'Subscriptions', min: 5, max: 10, price: 1 })
  const dear = await makeService({ type: 'Subscriptions', max: 2_000_000_000, price: 9_999_999 })
  const place = (id: number, details: object) => {
    const right = { username: 'some.body', min: 5, max: 10, posts: 4 }
    const request = orderRequest({ memberId: member.id, serviceId: id, link: '', details: { ...right, ...details } })
    return placeOrder(db(), { ...request, input: { ...request.input, amount: 1 } })
  }
  await expect(place(serviceId, { min: 4 })).rejects.toMatchObject({ message: '주문 수량이 최소수량보다 적습니다.' })
  await expect(place(serviceId, { max: 11 })).rejects.toMatchObject({ message: '주문 수량이 최대수량보다 많습니다.' })
  const most = { max: 2_000_000_000, posts: 1 }
  await expect(place(dear, most)).rejects.toMatchObject({ message: '포인트가 부족합니다.' })
  await expect(place(serviceId, { posts: 11 })).rejects.toMatchObject({ message: '포인트가 부족합니다.' })
  expect(await balanceOf(db(), member.id)).toBe(10_000n)
  expect(await place(serviceId, {})).toMatchObject({ amount: 40, point: 40, link: 'some.body' })
})

test('only services of the default type have auto orders, whatever their switch says', async () => {
  const member = await makeMember({ points: 100 })
  const serviceId = await makeService({ type: 'Poll', enableAuto: true })
  const details = { answerNumber: 1 }
  const order = placeAutoOrder(db(), orderRequest({ memberId: member.id, serviceId, runs: 2, interval: 60, details }))
  await expect(order).rejects.toMatchObject({ message: '자동주문을 지원하지 않는 상품입니다.' })
})

test('an order that waited while its service changed its type is read by the new type', async () => {
  const member = await makeMember({ points: 100 })
  const serviceId = await makeService({ type: 'Default' })
  await placeOrder(db(), orderRequest({ memberId: member.id, serviceId }))
  await db().rows("UPDATE services SET type = 'Poll' WHERE id = $1", [serviceId])
  const order = placeOrder(db(), orderRequest({ memberId: member.id, serviceId }))
  await expect(order).rejects.toMatchObject({ message: '투표할 답 번호를 입력해 주세요.' })
})
