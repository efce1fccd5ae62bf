import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { runAutoOrdersJob } from '#lib/jobs/run-auto-orders-job.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { lastMessageBodyTo } from '#lib/messages/testing/outbox.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { makeRun } from './make-run.ts'
import { makeAutoOrder, passTime, readAutoOrder } from './testing/auto-orders.ts'

afterEach(() => expectBooksBalance())

const runSweep = () => runAutoOrdersJob.run(db())
let count = 0

async function makeOrder({ email = `held${++count}@example.com`, platformId = 1 } = {}) {
  const { id: memberId } = await makeMember({ points: 100, email })
  const serviceId = await makeService({ enableAuto: true, platformId })
  return { ...(await makeAutoOrder({ memberId, serviceId, amount: 10, runs: 3 })), memberId, email }
}

const messagesTo = (email: string) => db().rows('SELECT FROM outbox_messages WHERE "to" = $1', [email])

const updateService = (change: string) => (serviceId: number) =>
  db().rows(`UPDATE services SET ${change} WHERE id = $1`, [serviceId])

/** Each way to make a service unorderable: its name, how to do it, and how to undo it. */
const waysToClose: [string, (serviceId: number) => Promise<unknown>, (serviceId: number) => Promise<unknown>][] = [
  ['a withdrawn service', updateService('withdrawn_at = now()'), updateService('withdrawn_at = NULL')],
  ['a service that became a package', updateService("type = 'Package'"), updateService("type = 'Default'")],
  ['a service that now asks for more', updateService("type = 'Poll'"), updateService("type = 'Default'")],
  ['a read-only service', updateService('is_read_only = true'), updateService('is_read_only = false')],
  [
    'a service check',
    () => saveSettings({ ENABLE_SERVICE_CHECK: true }),
    () => saveSettings({ ENABLE_SERVICE_CHECK: false }),
  ],
  [
    'a hidden platform',
    () => db().rows('UPDATE platforms SET visible = false WHERE id = 9'),
    () => db().rows('UPDATE platforms SET visible = true WHERE id = 9'),
  ],
]

test.each(waysToClose)(
  '%s holds it, tells its member at once and once, and it goes on with one run',
  async (_, shut, open) => {
    const { id, serviceId, email } = await makeOrder({ platformId: 9 })
    await shut(serviceId)
    await runSweep()
    expect(await readAutoOrder(id)).toMatchObject({ held: true, completed: 1 })
    expect(await lastMessageBodyTo(email)).toContain(
      `자동주문 ${id}번의 상품을 지금 주문할 수 없어 남은 2회를 잠시 멈췄어요.`,
    )
    await passTime('5 hours')
    await runSweep()
    expect(await readAutoOrder(id)).toMatchObject({ held: true, completed: 1 })
    expect(await messagesTo(email)).toHaveLength(1)
    await open(serviceId)
    await runSweep()
    await runSweep()
    expect(await readAutoOrder(id)).toMatchObject({ held: false, completed: 2, minutesToNext: 60 })
  },
)

test.each(['is_read_only = true', "type = 'Package'"])(
  'what is shut between the sweep and the run makes no run: %s',
  async (change) => {
    const { id, serviceId } = await makeOrder()
    await passTime('60 minutes')
    await updateService(change)(serviceId)
    expect(await makeRun(db(), { id, price: 3_000n, runs: 3, completed: 1 })).toBe(null)
    expect(await readAutoOrder(id)).toMatchObject({ completed: 1 })
  },
)

test.each(['withdrawn_at = now()', "type = 'Package'"])(
  'held for 72 hours, it is cancelled, the runs not made come back, and its member is told: %s',
  async (change) => {
    const { id, serviceId, memberId, email } = await makeOrder()
    await updateService(change)(serviceId)
    await runSweep()
    await passTime('71 hours 59 minutes')
    await runSweep()
    expect(await readAutoOrder(id)).toMatchObject({ status: 0, held: true })
    await passTime('1 minute')
    await Promise.all([runSweep(), runSweep(), runSweep()])
    expect(await readAutoOrder(id)).toMatchObject({ status: 2, held: false, completed: 1, refunded: 2_000n })
    expect(await balanceOf(db(), memberId)).toBe(9_000n)
    expect(await messagesTo(email)).toHaveLength(2)
    expect(await lastMessageBodyTo(email)).toBe(`자동주문 ${id}번을 취소하고, 진행하지 않은 2회의 20P를 돌려드렸어요.`)
  },
)

test('a member without an e-mail address is told by text message, once each, that it is held and cancelled', async () => {
  const phone = '01044440001'
  const { id: memberId } = await makeMember({ points: 100, phone })
  const { id, serviceId } = await makeAutoOrder({ memberId, amount: 10, runs: 3 })
  await updateService('withdrawn_at = now()')(serviceId)
  await Promise.all([runSweep(), runSweep()])
  await runSweep()
  expect(await messagesTo(phone)).toHaveLength(1)
  expect(await lastMessageBodyTo(phone)).toContain(`자동주문 ${id}번의 상품을 지금 주문할 수 없어 남은 2회를`)
  await passTime('72 hours')
  await Promise.all([runSweep(), runSweep()])
  expect(await messagesTo(phone)).toHaveLength(2)
  expect(await lastMessageBodyTo(phone)).toBe(`자동주문 ${id}번을 취소하고, 진행하지 않은 2회의 20P를 돌려드렸어요.`)
})

test('a member with neither is held and paid back all the same', async () => {
  const { id: memberId } = await makeMember({ points: 100 })
  const { id, serviceId } = await makeAutoOrder({ memberId, amount: 10, runs: 3 })
  await updateService('withdrawn_at = now()')(serviceId)
  await runSweep()
  await passTime('72 hours')
  await runSweep()
  expect(await readAutoOrder(id)).toMatchObject({ status: 2, refunded: 2_000n })
})

test('what can be ordered again is let go of, however long nobody was working', async () => {
  const { id, serviceId } = await makeOrder()
  await db().rows('UPDATE services SET is_read_only = true WHERE id = $1', [serviceId])
  await runSweep()
  await db().rows('UPDATE services SET is_read_only = false WHERE id = $1', [serviceId])
  await passTime('100 hours')
  await runSweep()
  expect(await readAutoOrder(id)).toMatchObject({ status: 0, held: false, completed: 2, minutesToNext: 60 })
})

test('an auto order that has made all its runs isn’t held', async () => {
  const { id, serviceId } = await makeOrder()
  for (let run = 2; run <= 3; run++) {
    await passTime('60 minutes')
    await runSweep()
  }
  await db().rows('UPDATE services SET withdrawn_at = now() WHERE id = $1', [serviceId])
  await runSweep()
  expect(await readAutoOrder(id)).toMatchObject({ completed: 3, held: false, status: 0 })
})

test('many sweeps at once hold 500 once, and tell each member once', async () => {
  const email = 'crowd@example.com'
  const { id: memberId } = await makeMember({ points: 10_000, email })
  const serviceId = await makeService({ enableAuto: true })
  for (let each = 0; each < 500; each += 50)
    await Promise.all(Array.from({ length: 50 }, () => makeAutoOrder({ memberId, serviceId, runs: 2 })))
  await db().rows('UPDATE services SET is_read_only = true WHERE id = $1', [serviceId])
  await Promise.all([runSweep(), runSweep(), runSweep(), runSweep()])
  expect(await messagesTo(email)).toHaveLength(500)
})
