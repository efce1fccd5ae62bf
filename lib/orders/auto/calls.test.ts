import { afterEach, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db } from '#lib/core/db.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import {
  adminAutoOrderCall,
  adminAutoOrdersCall,
  adminCancelAutoOrderCall,
  autoOrderHistoryCall,
  cancelAutoOrderCall,
} from './calls.ts'
import { cancelAutoOrder } from './cancel-auto-order.ts'
import { autoOrderHistory } from './queries.ts'
import { makeAutoOrder, passTime } from './testing/auto-orders.ts'

afterEach(() => expectBooksBalance())

const setStatus = (id: number, status: number) =>
  db().rows('UPDATE auto_orders SET status = $2, completed = runs, next_run_at = NULL WHERE id = $1', [id, status])

test('the history has the contract’s row: point is the whole price, amount that of one run', async () => {
  const { id: memberId, headers } = await signedIn({ points: 100 })
  const { id, serviceId } = await makeAutoOrder({ memberId, amount: 7, runs: 3, interval: 90 })
  const { status, json } = await send(autoOrderHistoryCall, { headers })
  expect(status).toBe(200)
  expect(json).toEqual([
    {
      id,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      link: 'https://www.instagram.com/some.body/',
      point: 21,
      refunded: 0,
      amount: 7,
      serviceId,
      completed: 1,
      runs: 3,
      interval: 90,
      status: 0,
      nextRunAt: new Date(Date.parse(json[0].createdAt) + 90 * 60_000).toISOString(),
      heldAt: null,
    },
  ])
})

test('the filter 1 also finds status 3; pages, counts and the limit of three months apply', async () => {
  const { id: memberId, headers } = await signedIn({ points: 1_000 })
  const ids: number[] = []
  for (let each = 0; each < 5; each++) ids.push((await makeAutoOrder({ memberId })).id)
  const [active = 0, completed = 0, partial = 0, old = 0, newest = 0] = ids
  await setStatus(completed, 1)
  await setStatus(partial, 3)
  await setStatus(old, 2)
  await db().rows("UPDATE auto_orders SET created_at = now() - interval '3 months 1 second' WHERE id = $1", [old])
  const asked = async (search: string) => {
    const { json, headers: sent } = await send(autoOrderHistoryCall, { headers, search })
    return [json.map((row: { id: number }) => row.id), sent['x-total-count']]
  }
  expect(await asked('')).toEqual([[newest, partial, completed, active], '4'])
  expect(await asked('status=1')).toEqual([[partial, completed], '2'])
  expect(await asked('status=3')).toEqual([[partial], '1'])
  expect(await asked('status=0&size=1&page=2')).toEqual([[active], '2'])
})

test('the screen lists an auto order that still runs however old it is, so that its member can stop it and see its end', async () => {
  const { id: memberId, headers } = await signedIn({ points: 100 })
  const { id } = await makeAutoOrder({ memberId, runs: 40, interval: 10_080 })
  const listed = async (status?: 0) => {
    const query = { status, page: 1, size: 10 }
    return (await autoOrderHistory(db(), memberId, query, { withOlderRunning: true })).rows.map((row) => row.id)
  }
  await db().rows("UPDATE auto_orders SET created_at = now() - interval '5 months' WHERE id = $1", [id])
  expect([await listed(), await listed(0)]).toEqual([[id], [id]])
  expect((await send(autoOrderHistoryCall, { headers })).json).toEqual([])
  await setStatus(id, 1)
  expect([await listed(), await listed(0)]).toEqual([[id], []])
  await db().rows("UPDATE orders SET created_at = now() - interval '3 months 1 day' WHERE auto_order_id = $1", [id])
  expect(await listed()).toEqual([])
  expect((await send(autoOrderHistoryCall, { headers })).json).toEqual([])
})

test('a member’s cancel answers what came back', async () => {
  const { id: memberId, headers } = await signedIn({ points: 100 })
  const { id } = await makeAutoOrder({ memberId, amount: 5, runs: 4 })
  const path = `/service/auto-order/${id}/cancel`
  const { json } = await send(cancelAutoOrderCall, { headers, path })
  expect(json).toEqual({ id, status: 2, completed: 1, refunded: 15 })
  expect(await send(cancelAutoOrderCall, { headers, path })).toMatchObject({
    status: 409,
    json: { message: '취소할 회차가 남아 있지 않아요.' },
  })
})

test('staff cancel with a reason only, which the ledger and the audit trail keep', async () => {
  const { id: memberId } = await signedIn({ points: 100 })
  const { headers } = await signedIn({ role: 'MANAGER' })
  const { id } = await makeAutoOrder({ memberId, amount: 5, runs: 4 })
  const asked = { headers, path: `/api/admin/auto-orders/${id}/cancel` }
  for (const body of [{}, { reason: '  ' }, { reason: null }])
    expect(await send(adminCancelAutoOrderCall, { ...asked, body })).toMatchObject({
      status: 400,
      json: { message: '사유를 입력해 주세요.' },
    })
  const { json } = await send(adminCancelAutoOrderCall, { ...asked, body: { reason: '회원 요청' } })
  expect(json).toEqual({ id, status: 2, completed: 1, refunded: 15 })
  const stored = await db().rows(
    `SELECT reason FROM point_entries WHERE kind = 'AUTO_ORDER_REFUND' AND ref_id = $1
     UNION ALL SELECT reason FROM audit_entries WHERE action = 'auto-order.cancel' AND subject_id = $1::text`,
    [id],
  )
  expect(stored).toEqual([{ reason: '회원 요청' }, { reason: '회원 요청' }])
})

test('staff find auto orders by number, member and status, a page at a time', async () => {
  const member = await signedIn({ points: 100, loginId: 'repeating_member' })
  const { headers } = await signedIn({ role: 'SUPPORT' })
  const first = await makeAutoOrder({ memberId: member.id })
  const second = await makeAutoOrder({ memberId: member.id })
  await setStatus(first.id, 3)
  const asked = async (search: string) => (await send(adminAutoOrdersCall, { headers, search })).json
  const row = { id: second.id, memberNo: member.id, memberId: 'repeating_member', serviceText: '한국인 팔로워' }
  expect(await asked(`q=${second.id}`)).toMatchObject({ rows: [row], nextCursor: null, total: 1 })
  expect(await asked('q=repeating&status=3')).toMatchObject({ rows: [{ id: first.id, status: 3 }], total: 1 })
  expect(await asked('q=repeating&size=1')).toMatchObject({ rows: [row], nextCursor: second.id, total: 2 })
  expect(await asked(`q=repeating&cursor=${second.id}`)).toMatchObject({ rows: [{ id: first.id }], nextCursor: null })
})

test('staff see whose member owes points, in list and detail; the member’s row has the contract’s fields only', async () => {
  const member = await signedIn({ loginId: 'owing_member' })
  const { headers } = await signedIn({ role: 'SUPPORT' })
  const chargeId = await makeCreditedCharge(member.id, 3_000)
  const serviceId = await makeService({ price: 1, enableAuto: true })
  const { id } = await makeAutoOrder({ memberId: member.id, serviceId, amount: 1_000, runs: 3 })
  const owes = async () => [
    (await send(adminAutoOrdersCall, { headers, search: 'q=owing_member' })).json.rows[0].memberOwes,
    (await send(adminAutoOrderCall, { headers, path: `/api/admin/auto-orders/${id}` })).json.memberOwes,
  ]
  expect(await owes()).toEqual([false, false])
  await reverseCharge(db(), someStaff, { chargeId, reason: '다른 회원의 입금' })
  expect(await owes()).toEqual([true, true])
  const { json } = await send(autoOrderHistoryCall, { headers: member.headers })
  expect(json[0]).toMatchObject({ id, status: 0 })
  expect(json[0]).not.toHaveProperty('memberOwes')
})

test('staff see whose due run waits for an open order on its link, in list and detail', async () => {
  const member = await signedIn({ points: 1_000, loginId: 'waiting_member' })
  const { headers } = await signedIn({ role: 'SUPPORT' })
  const serviceId = await makeService({ enableAuto: true, oneOrderPerLink: true })
  const { id } = await makeAutoOrder({ memberId: member.id, serviceId, runs: 3 })
  const waits = async () => [
    (await send(adminAutoOrdersCall, { headers, search: 'q=waiting_member' })).json.rows[0].waitsForLink,
    (await send(adminAutoOrderCall, { headers, path: `/api/admin/auto-orders/${id}` })).json.waitsForLink,
  ]
  expect(await waits()).toEqual([false, false])
  await passTime('60 minutes')
  expect(await waits()).toEqual([true, true])
  await db().rows('UPDATE orders SET status = $2, remains = 0 WHERE auto_order_id = $1', [id, orderStatus.COMPLETED])
  expect(await waits()).toEqual([false, false])
})

test('staff can filter for held auto orders, and the filter 1 also finds partial ones', async () => {
  const member = await signedIn({ points: 100, loginId: 'held_member' })
  const { headers } = await signedIn({ role: 'SUPPORT' })
  const [running, held, ended] = [
    await makeAutoOrder({ memberId: member.id }),
    await makeAutoOrder({ memberId: member.id }),
    await makeAutoOrder({ memberId: member.id }),
  ]
  await db().rows('UPDATE auto_orders SET held_at = now() WHERE id = $1', [held.id])
  await setStatus(ended.id, 3)
  const found = async (search: string) => {
    const { json } = await send(adminAutoOrdersCall, { headers, search: `q=held_member&${search}` })
    return json.rows.map(({ id }: { id: number }) => id)
  }
  expect(await found('status=0')).toEqual([held.id, running.id])
  expect(await found('held=true')).toEqual([held.id])
  expect(await found('held=false')).toEqual([ended.id, held.id, running.id])
  expect(await found('status=1')).toEqual([ended.id])
})

test('staff see its runs, the last first, each with its order, and the money that moved', async () => {
  const member = await signedIn({ points: 100 })
  const { headers } = await signedIn({ role: 'SUPPORT' })
  const { id, orderId } = await makeAutoOrder({ memberId: member.id, amount: 5, runs: 4 })
  await cancelAutoOrder(db(), someStaff, { autoOrderId: id, reason: '회원 요청' })
  const { json } = await send(adminAutoOrderCall, { headers, path: `/api/admin/auto-orders/${id}` })
  expect(json).toMatchObject({
    id,
    memberNo: member.id,
    runList: [{ runNo: 1, orderId, status: 0, point: 5, refunded: 0 }],
    entries: [
      { kind: 'AUTO_ORDER', delta: -20 },
      { kind: 'AUTO_ORDER_REFUND', delta: 15, reason: '회원 요청' },
    ],
  })
  expect((await send(adminAutoOrderCall, { headers, path: '/api/admin/auto-orders/999999999' })).status).toBe(404)
})

test('of two staff members who cancel an auto order at once, one succeeds and the other is refused', async () => {
  const member = await signedIn({ points: 100 })
  const [one, other] = [await signedIn({ role: 'MANAGER' }), await signedIn({ role: 'OWNER' })]
  const { id } = await makeAutoOrder({ memberId: member.id, amount: 5, runs: 4 })
  const answers = await Promise.all(
    [one, other].map(({ headers }) =>
      send(adminCancelAutoOrderCall, {
        headers,
        path: `/api/admin/auto-orders/${id}/cancel`,
        body: { reason: '중지' },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})
