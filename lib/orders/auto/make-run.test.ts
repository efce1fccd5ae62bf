import { afterEach, expect, test, vi } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { orderStatus } from '../labels.ts'
import { makeDueRuns } from './make-run.ts'
import { autoOrdersWaitingForLink } from './queries.ts'
import { makeAutoOrder, passTime, readAutoOrder, readRunsOfAutoOrder } from './testing/auto-orders.ts'

afterEach(() => expectBooksBalance())

const makeOrder = async (wanted: { amount?: number; runs?: number; interval?: number } = {}) => {
  const { id: memberId } = await makeMember({ points: 1_000 })
  return makeAutoOrder({ memberId, ...wanted })
}

test('run i is made at start + (i-1) x interval, and none after the last', async () => {
  const { id } = await makeOrder({ runs: 4, interval: 90 })
  for (let run = 2; run <= 5; run++) {
    await passTime('90 minutes')
    await Promise.all([makeDueRuns(db()), makeDueRuns(db()), makeDueRuns(db())])
  }
  expect((await readRunsOfAutoOrder(id)).map(({ runNo, minute }) => [runNo, minute])).toEqual([
    [1, 0],
    [2, 90],
    [3, 180],
    [4, 270],
  ])
  expect(await readAutoOrder(id)).toMatchObject({ status: 0, completed: 4, minutesToNext: null })
})

test('a run is an ordinary order of its exact share, with its event and without a debit', async () => {
  const { id: memberId } = await makeMember({ points: 100 })
  const serviceId = await makeService({ price: 3.33, enableAuto: true })
  const { id } = await makeAutoOrder({ memberId, serviceId, amount: 5, runs: 4 })
  for (let run = 2; run <= 4; run++) {
    await passTime('60 minutes')
    await makeDueRuns(db())
  }
  expect((await readRunsOfAutoOrder(id)).map((run) => run.price)).toEqual([1_665n, 1_665n, 1_665n, 1_665n])
  const last = await oneRow(
    db(),
    `SELECT o.link, o.clean_link, o.amount, o.remains, o.status, o.source, o.service_id, e.to_status, e.actor
     FROM orders o JOIN order_events e ON e.order_id = o.id WHERE o.auto_order_id = $1 AND o.run_no = 4`,
    [id],
  )
  const link = 'https://www.instagram.com/some.body/'
  const order = { link, cleanLink: link, amount: 5, remains: 5, status: 0, source: 'AUTO', serviceId }
  expect(last).toEqual({ ...order, toStatus: 0, actor: 'worker' })
  expect(await balanceOf(db(), memberId)).toBe(3_340n)
})

test.each(['SUSPENDED', 'BANNED'])('a member who is %s has paid for his runs: they are made', async (restriction) => {
  const { id: memberId } = await makeMember({ points: 100 })
  const { id } = await makeAutoOrder({ memberId })
  await db().rows('UPDATE members SET restriction = $2 WHERE id = $1', [memberId, restriction])
  await passTime('60 minutes')
  await makeDueRuns(db())
  expect(await readRunsOfAutoOrder(id)).toHaveLength(2)
})

test('a run waits, and is told to wait, while the run before is open on a link that takes one order at a time', async () => {
  const { id: memberId } = await makeMember({ points: 1_000 })
  const { id } = await makeAutoOrder({
    memberId,
    serviceId: await makeService({ enableAuto: true, oneOrderPerLink: true }),
    runs: 3,
  })
  const { id: other } = await makeOrder()
  const waiting = async () => [...(await autoOrdersWaitingForLink(db(), [id, other]))]
  expect(await waiting()).toEqual([])
  await passTime('60 minutes')
  expect(await waiting()).toEqual([id])
  await makeDueRuns(db())
  expect(await readRunsOfAutoOrder(id)).toHaveLength(1)
  await db().rows(`UPDATE orders SET status = ${orderStatus.COMPLETED}, remains = 0 WHERE auto_order_id = $1`, [id])
  expect(await waiting()).toEqual([])
  await makeDueRuns(db())
  expect(await readRunsOfAutoOrder(id)).toHaveLength(2)
})

test('if the price can’t be divided evenly, single runs cost a hundredth more', async () => {
  const { id: memberId } = await makeMember({ points: 100 })
  const serviceId = await makeService({ price: 0.00333, enableAuto: true })
  const { id } = await makeAutoOrder({ memberId, serviceId, amount: 100, runs: 3 })
  for (let run = 2; run <= 3; run++) {
    await passTime('60 minutes')
    await makeDueRuns(db())
  }
  // 0.00333 x 300 is 0.999 points, rounded up to the next hundredth: 1.00, which is 100 hundredths.
  expect((await readRunsOfAutoOrder(id)).map((run) => run.price)).toEqual([33n, 33n, 34n])
})

test('not a second early', async () => {
  const { id } = await makeOrder()
  // Within one transaction now() doesn't advance, so the run is due exactly `span` after the attempt.
  const runIn = (span: string) =>
    db().transaction(async (tx) => {
      await tx.rows('UPDATE auto_orders SET next_run_at = now() + $2::interval WHERE id = $1', [id, span])
      await makeDueRuns(tx)
    })
  await runIn('1 second')
  expect(await readAutoOrder(id)).toMatchObject({ completed: 1 })
  await runIn('-1 millisecond')
  expect(await readAutoOrder(id)).toMatchObject({ completed: 2, minutesToNext: 60 })
})

test('a sweep that comes a little late does not shift the runs after it', async () => {
  const { id } = await makeOrder({ runs: 5 })
  for (const late of ['60 minutes 59 seconds', '60 minutes', '60 minutes']) {
    await passTime(late)
    await makeDueRuns(db())
  }
  expect((await readRunsOfAutoOrder(id)).map((run) => run.minute)).toEqual([0, 61, 121, 181])
  expect(await readAutoOrder(id)).toMatchObject({ minutesToNext: 59 })
})

test('after hours of downtime one run is made, and then the spacing again: no burst', async () => {
  const { id } = await makeOrder({ runs: 20 })
  await passTime('10 hours 20 minutes')
  for (let sweep = 0; sweep < 5; sweep++) await makeDueRuns(db())
  expect(await readAutoOrder(id)).toMatchObject({ completed: 2, minutesToNext: 60 })
  await passTime('59 minutes')
  await makeDueRuns(db())
  expect(await readAutoOrder(id)).toMatchObject({ completed: 2 })
  await passTime('1 minute')
  await makeDueRuns(db())
  expect(await readAutoOrder(id)).toMatchObject({ completed: 3, minutesToNext: 60 })
})

test('a clock of this process that jumps makes no run', async () => {
  const { id } = await makeOrder()
  vi.setSystemTime(Date.now() + 86_400_000)
  await makeDueRuns(db()).finally(() => vi.useRealTimers())
  expect(await readAutoOrder(id)).toMatchObject({ completed: 1 })
})

test('an auto order whose run fails doesn’t keep others from their runs', async () => {
  const [broken, sound] = [await makeOrder(), await makeOrder()]
  await db().rows(
    `INSERT INTO orders (member_id, service_id, unit_price, price, link, amount, remains, source, auto_order_id, run_no)
     SELECT member_id, service_id, unit_price, 0, link, amount, 0, 'AUTO', id, 2 FROM auto_orders WHERE id = $1`,
    [broken.id],
  )
  await passTime('60 minutes')
  await makeDueRuns(db())
  expect(await readAutoOrder(broken.id)).toMatchObject({ completed: 1 })
  expect(await readAutoOrder(sound.id)).toMatchObject({ completed: 2 })
})
