import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { type Database, db } from '#lib/core/db.ts'
import { expectLockWaits } from '#lib/core/testing/lock-waits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { placeOrders } from '#lib/orders/bulk/place-orders.ts'
import { bulkRequest } from '#lib/orders/bulk/testing/bulk-orders.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { sendTestEvent } from './send-test-event.ts'
import { setWebhook } from './set-webhook.ts'
import { sweepWebhookDeliveries } from './sweep-webhook-deliveries.ts'
import { transitionAsStaff } from './testing/webhooks.ts'

let leaverId: number
let serviceId: number

beforeEach(async () => {
  serviceId = await makeService({ price: 1 })
  leaverId = await makeMemberWithWebhook()
})

afterEach(() => expectBooksBalance())

async function makeMemberWithWebhook(): Promise<number> {
  const { id: memberId } = await makeMember({ points: 1_000 })
  await setWebhook(db(), { memberId, url: 'https://example.com/hook', enabled: true, serviceChanges: true }, true)
  return memberId
}

/** Places a bulk order of one row for a member and completes it, so that the next sweep queues an event about it. */
async function completeBulkOrder(memberId: number): Promise<void> {
  const { results } = await placeOrders(db(), bulkRequest({ memberId, rows: [{ serviceId, amount: 1 }] }))
  const [row] = results
  if (!row || !('orderId' in row)) throw new Error('the row was refused')
  await transitionAsStaff(row.orderId, orderStatus.COMPLETED)
}

/** Deletes the account of the member who leaves. Just before the commit calls `act` and waits until it waits. */
async function deleteWhile<T>(act: () => Promise<T>): Promise<T> {
  let acting: Promise<T> | undefined
  const deleting: Database = {
    ...db(),
    transaction: (run) =>
      db().transaction(async (tx) => {
        const result = await run(tx)
        acting = act()
        acting.catch(() => {})
        await expectLockWaits()
        return result
      }),
  }
  await deleteAccount(deleting, leaverId)
  if (!acting) throw new Error('nothing happened during the deletion')
  return acting
}

const eventsOf = (memberId: number) =>
  db().rows<{ event: string }>('SELECT event FROM webhook_deliveries WHERE member_id = $1 AND summary IS NOT NULL', [
    memberId,
  ])

test('a test event that a member asks for while his account is being deleted is refused', async () => {
  await expect(deleteWhile(() => sendTestEvent(db(), leaverId))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the end of a bulk order is reported to others while the account of a member with one is being deleted', async () => {
  const otherId = await makeMemberWithWebhook()
  for (const memberId of [leaverId, otherId]) await completeBulkOrder(memberId)
  await deleteWhile(() => sweepWebhookDeliveries(db()))
  expect(await eventsOf(otherId)).toEqual([{ event: 'bulk.completed' }])
})

test('changed services are reported to others while the account of a member who ordered them is being deleted', async () => {
  const otherId = await makeMemberWithWebhook()
  for (const memberId of [leaverId, otherId]) await completeBulkOrder(memberId)
  await sweepWebhookDeliveries(db())
  await db().rows('UPDATE services SET unit_price = unit_price * 2 WHERE id = $1', [serviceId])
  await db().rows("UPDATE changed_services SET changed_at = now() - interval '10 minutes'")
  await deleteWhile(() => sweepWebhookDeliveries(db()))
  expect(await eventsOf(otherId)).toEqual([{ event: 'bulk.completed' }, { event: 'services.changed' }])
})
