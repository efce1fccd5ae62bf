import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { memberActor } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { outboxForStaff } from '#lib/messages/queries.ts'
import { holdAutoOrders } from '#lib/orders/auto/hold-auto-orders.ts'
import { makeAutoOrder } from '#lib/orders/auto/testing/auto-orders.ts'
import { chooseAlerts } from './choose-alerts.ts'
import { connectSolapi, makeMemberWithAlerts, newPhone, sendAlerts } from './testing/alerts.ts'
import { type SolapiStandIn, startSolapiStandIn } from './testing/solapi-stand-in.ts'

let solapi: SolapiStandIn

beforeAll(async () => {
  solapi = await startSolapiStandIn()
})
afterAll(async () => {
  await solapi.stop()
  await expectBooksBalance()
})
beforeEach(async () => {
  await connectSolapi(solapi)
  await ownerDatabase().rows('DELETE FROM outbox_messages')
  await ownerDatabase().rows('DELETE FROM alert_notices')
})

const listed = async () =>
  (await outboxForStaff(db(), { q: '', size: 50 })).rows.map(({ subject, template }) => ({ subject, template }))

async function holdOne(memberId: number): Promise<void> {
  const { serviceId } = await makeAutoOrder({ memberId })
  await db().rows('UPDATE services SET is_read_only = true WHERE id = $1', [serviceId])
  await holdAutoOrders(db())
}

const textMessage = { subject: '자동주문 일시 중지 안내', template: null }
const alert = { subject: '자동주문 일시 중지 알림', template: 'HOLD' }

test('who chose to be told of held auto orders by telephone gets no second message there', async () => {
  const { id } = await makeMemberWithAlerts({ points: 10_000 })
  await holdOne(id)
  expect(await listed()).toEqual([])
  await sendAlerts()
  expect(await listed()).toEqual([alert])
})

test('whose suspension is over gets no second message either', async () => {
  const { id } = await makeMemberWithAlerts({ points: 10_000 })
  await db().rows("UPDATE members SET restriction = 'SUSPENDED', restricted_until = now() WHERE id = $1", [id])
  await holdOne(id)
  expect(await listed()).toEqual([])
  await sendAlerts()
  expect(await listed()).toEqual([alert])
})

test('an e-mail comes beside it: it says which order, and what happens next', async () => {
  const { id } = await makeMemberWithAlerts({ points: 10_000 })
  await db().rows("UPDATE members SET email = 'held-and-alerted@example.com' WHERE id = $1", [id])
  await holdOne(id)
  expect(await listed()).toEqual([textMessage])
})

test.each([
  [
    'has chosen no notice of it',
    (id: number) => chooseAlerts(db(), memberActor(id), { charge: true, hold: false, order: true }),
  ],
  [
    'has another number since, which no code proved',
    (id: number) => db().rows('UPDATE members SET phone = $2 WHERE id = $1', [id, newPhone()]),
  ],
  [
    'can’t be told, for the shop isn’t connected any more',
    () => db().rows("DELETE FROM connections WHERE kind = 'solapi'"),
  ],
])('without an e-mail address, a member who %s is told of a held auto order by text message', async (_, change) => {
  const { id } = await makeMemberWithAlerts({ points: 10_000 })
  await change(id)
  await holdOne(id)
  expect(await listed()).toEqual([textMessage])
  expect(await sendAlerts()).toBe(0)
})
