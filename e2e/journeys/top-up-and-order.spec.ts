import pg from 'pg'
import { inject } from 'vitest'
import {
  approveCharge,
  hasBalance,
  hasOrder,
  logIn,
  moveOrder,
  newPerson,
  owner,
  placeOrder,
  register,
  requestCharge,
} from '../support/app.ts'
import { test } from '../support/fixtures.ts'

/** Id of a seeded service with this unit price, in 1/100,000 of a point. */
async function serviceAt(unitPrice: number): Promise<number> {
  const client = new pg.Client({ connectionString: inject('shop').databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    'SELECT id FROM services WHERE unit_price = $1 AND max >= 1000 AND NOT is_read_only LIMIT 1',
    [unitPrice],
  )
  await client.end()
  return rows[0].id
}

test('a member signs up, tops up, orders; staff approve, complete one order and half-finish another', async ({
  openPage,
}) => {
  const [page, desk] = [await openPage(), await openPage()]
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  await hasBalance(page, '0원')
  await requestCharge(page, '+1만원', `홍길동${person.id}`)

  await logIn(desk, owner)
  await approveCharge(desk, `홍길동${person.id}`)

  const serviceId = await serviceAt(330_000)
  const whole = await placeOrder(page, { serviceId, link: 'https://www.instagram.com/seoul.cafe.log/', amount: 1_000 })
  const part = await placeOrder(page, { serviceId, link: '@seoul.cafe.log', amount: 1_000 })
  await hasBalance(page, '3,400원')
  await hasOrder(page, whole, '주문접수')
  await hasOrder(page, part, '주문접수')

  await moveOrder(desk, whole, { to: '완료' })
  await moveOrder(desk, part, { to: '진행중' })
  await moveOrder(desk, part, { to: '부분완료', remains: 157, gives: '518.1P' })

  await hasOrder(page, whole, '완료')
  await hasOrder(page, part, '부분완료')
  await hasBalance(page, '3,918.1원')
})
