import { afterEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { movePoints } from '#lib/points/move-points.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { approveCharge } from './approve-charge.ts'
import { chargeHistoryCall } from './calls.ts'
import { expireCharges, failCharge } from './fail-charge.ts'
import { pendingChargesOf } from './queries.ts'
import { reverseCharge } from './reverse-charge.ts'
import { backdateExpiry, makeCharge } from './testing/charges.ts'

afterEach(() => expectBooksBalance())

async function memberWithCharges(count: number) {
  const member = await signedIn()
  const ids: number[] = []
  for (let at = 0; at < count; at++) ids.push(await makeCharge({ memberId: member.id, point: 1_000 + at }))
  const list = async (search = '') => {
    const { json, headers } = await send(chargeHistoryCall, { headers: member.headers, search })
    return { rows: json as Record<string, unknown>[], total: headers['x-total-count'] }
  }
  return { member, ids, list }
}

test('charges are listed newest first, with how and when they ended', async () => {
  const { member, ids, list } = await memberWithCharges(4)
  const [approved = 0, rejected = 0, expired = 0, pending = 0] = ids
  await approveCharge(db(), worker, { chargeId: approved, outcome: 'APPROVED' })
  await failCharge(db(), { chargeId: rejected, outcome: 'REJECTED', reason: '입금 없음' })
  await backdateExpiry(expired)
  await expireCharges(db())
  const { rows, total } = await list()
  expect(total).toBe('4')
  expect(rows.map(({ id, status, outcome }) => [id, status, outcome])).toEqual([
    [pending, 0, null],
    [expired, 2, 'EXPIRED'],
    [rejected, 2, 'REJECTED'],
    [approved, 1, 'APPROVED'],
  ])
  expect(rows.map(({ responseAt }) => responseAt === null)).toEqual([true, false, false, false])
  expect(rows[0]).toMatchObject({ point: 1_003, payAmount: 1_003, name: '홍길동', feeType: 2 })
  expect(JSON.stringify(rows)).not.toContain(String(member.loginId))
})

test('only a member’s own pending charges are read, newest first', async () => {
  const { member, ids } = await memberWithCharges(3)
  const [approved = 0, older = 0, newer = 0] = ids
  await makeCharge({ memberId: (await signedIn()).id })
  await approveCharge(db(), worker, { chargeId: approved, outcome: 'APPROVED' })
  const pending = await pendingChargesOf(db(), member.id)
  expect(pending.map(({ id, point, status }) => [id, point, status])).toEqual([
    [newer, 1_002, 0],
    [older, 1_001, 0],
  ])
})

test('a reversed charge shows when it was reversed and the points that were debited', async () => {
  const { member, ids, list } = await memberWithCharges(2)
  const [untouched = 0, taken = 0] = ids
  for (const chargeId of ids) await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  await movePoints(db(), worker, {
    memberId: member.id,
    delta: -150_100n,
    kind: 'ADJUSTMENT',
    refType: 'test',
    refId: taken,
  })
  await reverseCharge(db(), someStaff, { chargeId: taken, reason: '다른 사람의 입금' })
  const { rows } = await list()
  expect(rows).toMatchObject([
    { id: taken, status: 1, point: 1_001, reversed: 500, reversedAt: expect.stringMatching(/^\d{4}-/) },
    { id: untouched, status: 1, reversed: null, reversedAt: null },
  ])
  expect(JSON.stringify(rows)).not.toContain('다른 사람')
})

test('pages and status filters select from the same list', async () => {
  const { ids, list } = await memberWithCharges(5)
  await failCharge(db(), { chargeId: ids[2] ?? 0, outcome: 'REJECTED', reason: 'x' })
  const newestFirst = ids.toReversed()
  expect((await list('page=2&size=2')).rows.map(({ id }) => id)).toEqual(newestFirst.slice(2, 4))
  expect(await list('status=2')).toMatchObject({ rows: [{ id: ids[2] }], total: '1' })
})

test('charges older than three months, and those of other members, aren’t listed', async () => {
  const { ids, list } = await memberWithCharges(2)
  await memberWithCharges(1)
  await db().rows("UPDATE charges SET created_at = now() - interval '3 months 1 second' WHERE id = $1", [ids[0]])
  expect((await list()).rows.map(({ id }) => id)).toEqual([ids[1]])
})

test('of more than 10,000 charges 10,000 are counted, and a thousand of them listed', async () => {
  const { ids, list } = await memberWithCharges(1)
  await backdateExpiry(ids[0] ?? 0)
  await expireCharges(db())
  const columns =
    'member_id, name, normal_name, point, pay_amount, fee_type, fee_value, status, outcome, expires_at, response_at'
  await db().rows(
    `INSERT INTO charges (${columns}) SELECT ${columns} FROM charges, generate_series(1, 10000) WHERE id = $1`,
    ids,
  )
  const { rows, total } = await list()
  expect([rows.length, total]).toEqual([1_000, '10000'])
  expect((await list('?page=1001&size=10')).rows).toHaveLength(1)
})
