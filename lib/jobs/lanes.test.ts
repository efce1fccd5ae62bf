import { expect, test, vi } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { setWebhook } from '#lib/webhooks/set-webhook.ts'
import { startReceiver } from '#lib/webhooks/testing/receiver.ts'
import { makeWebhookDeliveries } from '#lib/webhooks/testing/webhooks.ts'
import { deliverySlots } from './deliver-webhooks-job.ts'
import { lanes } from './lanes.ts'
import { moneyLane } from './money-lane.ts'
import { startWorker } from './worker.ts'

const taskNamesOf = ({ jobs, rowJobs: rowJobList }: (typeof lanes)[number]) =>
  [...jobs, ...rowJobList].map(({ name }) => name)

test('a task is in one lane; those that wait for other servers are not in the lane of money', () => {
  const all = lanes.flatMap(taskNamesOf)
  expect(new Set(all).size).toBe(all.length)
  expect(taskNamesOf(moneyLane)).toEqual([
    'end-subscriptions',
    'expire-charges',
    'match-deposits',
    'pay-rewards',
    'run-auto-orders',
    'pay-reward',
  ])
  expect(moneyLane.loops).toEqual([])
})

test('no loop has the name of a job or of another loop, by which runs are measured', () => {
  const names = lanes.flatMap((lane) => [...taskNamesOf(lane), ...lane.loops.map(({ name }) => name)])
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
})

test('a deposit is credited while every slot of deliveries is taken by an address that is silent', async () => {
  const receiver = await startReceiver()
  receiver.answer('silence')
  for (let at = 0; at < deliverySlots.other + 8; at++) {
    const { id: memberId } = await makeMember()
    await setWebhook(db(), { memberId, url: receiver.url, enabled: true })
    await makeWebhookDeliveries(memberId)
  }
  const worker = await startWorker()
  await vi.waitFor(() => expect(receiver.received.length).toBe(deliverySlots.other), { timeout: 8_000, interval: 20 })
  const chargeId = await makeCharge({ memberId: (await makeMember()).id, name: '기다림' })
  await db().rows(
    `INSERT INTO deposits (external_id, name, normal_name, amount, at)
     SELECT 'silent', name, normal_name, pay_amount, now() FROM charges WHERE id = $1`,
    [chargeId],
  )
  await db().rows("SELECT graphile_worker.add_job('match-deposits')")
  const state = () =>
    oneRow(
      db(),
      `SELECT (SELECT status FROM charges WHERE id = $1) AS status,
         (SELECT count(*)::int FROM webhook_deliveries WHERE state = 'SENDING') AS sending`,
      [chargeId],
    )
  const credited = { status: 1, sending: deliverySlots.other }
  await vi.waitFor(async () => expect(await state()).toEqual(credited), { timeout: 8_000, interval: 20 })
  receiver.stop()
  await worker.stop()
  await expectBooksBalance()
})
