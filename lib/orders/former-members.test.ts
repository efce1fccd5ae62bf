import { afterEach, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import { resolveTaskCall } from '#lib/tasks/resolution/calls.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { previewTransitionsCall, transitionManyCall, transitionOrderCall } from './calls.ts'
import { orderStatus } from './labels.ts'
import { makeOrder } from './testing/orders.ts'
import { transitionOrder } from './transition-order.ts'

afterEach(() => expectBooksBalance())

const message = '탈퇴한 회원의 주문이라 포인트를 돌려줄 수 없어요.'

/** Completes an order of a member who then deletes his account. */
async function makeFormerMembersOrder() {
  const { id: memberId } = await makeMember({ points: 100 })
  const orderId = await makeOrder({ memberId, serviceId: await makeService({ price: 1 }), amount: 100 })
  const completed = { orderId, status: orderStatus.COMPLETED, remains: null, startCount: null, reason: '' }
  await transitionOrder(db(), worker, completed)
  await deleteAccount(db(), memberId)
  return { memberId, orderId }
}

test('points don’t come back to an account that was deleted, whichever way staff refund its order', async () => {
  const { memberId, orderId } = await makeFormerMembersOrder()
  const { headers } = await signedIn({ role: 'MANAGER' })
  for (const body of [{ status: orderStatus.PARTIAL, remains: 40 }, { status: orderStatus.CANCELED }]) {
    const path = `/api/admin/orders/${orderId}/transition`
    const answer = await send(transitionOrderCall, { headers, path, body: { ...body, reason: '덜 왔어요' } })
    expect(answer).toMatchObject({ status: 409, json: { message } })
  }
  const batch = { status: orderStatus.CANCELED, reason: '덜 왔어요' }
  const preview = await send(previewTransitionsCall, { headers, body: { ids: [orderId], status: batch.status } })
  expect(preview.json.rows).toMatchObject([{ id: orderId, refund: 0, refusal: message }])
  const body = { ...batch, orders: [{ id: orderId, from: orderStatus.COMPLETED }] }
  expect((await send(transitionManyCall, { headers, body })).json.rows).toMatchObject([{ result: 'REFUSED', message }])
  const detail = { status: orderStatus.PARTIAL, remains: 40, applicable: true }
  await fileTask(db(), { kind: 'DELIVERY_LATE', refType: 'order', refId: orderId, detail })
  const { id } = await oneRow<{ id: number }>(db(), "SELECT id FROM tasks WHERE ref_type = 'order' AND ref_id = $1", [
    orderId,
  ])
  const path = resolveTaskCall.path.replace('{id}', String(id))
  expect(await send(resolveTaskCall, { headers, path, body: { action: 'apply' } })).toMatchObject({
    status: 409,
    json: { message },
  })
  expect(await send(resolveTaskCall, { headers, path, body: { action: 'done' } })).toMatchObject({ status: 200 })
  expect(await balanceOf(db(), memberId)).toBe(0n)
})
