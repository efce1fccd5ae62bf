import { afterEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { makeStaff } from '#lib/approvals/decisions/testing/staff.ts'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { tasksForStaff } from '#lib/tasks/resolution/queries.ts'
import { resolveTask } from '#lib/tasks/resolution/resolve-task.ts'
import { send, signIn } from '#lib/web/testing/caller.ts'
import { adjustPointsCall, confirmAdjustmentCall, refuseAdjustmentCall } from './calls.ts'
import { balanceOf, waitingAdjustments } from './queries.ts'

afterEach(() => expectBooksBalance())

const [manager, owner, second] = [await makeStaff('MANAGER'), await makeStaff('OWNER'), await makeStaff('OWNER')]

type Staff = typeof owner

const adjust = (memberId: number, body: unknown, by: Staff = manager, more: Record<string, string> = {}) =>
  send(adjustPointsCall, { path: `/api/admin/members/${memberId}/points`, headers: { ...by.headers, ...more }, body })

const decideAs = (call: typeof confirmAdjustmentCall, id: number, by: Staff) =>
  send(call, { path: call.path.replace('{id}', String(id)), headers: by.headers })

const adjustmentEntries = (memberId: number) =>
  db().rows<{ delta: bigint; reason: string; actor: string }>(
    "SELECT delta, reason, actor FROM point_entries WHERE member_id = $1 AND ref_type = 'adjustment' ORDER BY id",
    [memberId],
  )

test('points are given and taken with a reason, to the hundredth, and each leaves a ledger row and an audit row', async () => {
  const { id } = await makeMember({ points: 100 })
  expect((await adjust(id, { delta: 50.25, reason: ' 사과 ' })).json).toMatchObject({ status: 'DONE', point: 150.25 })
  expect((await adjust(id, { delta: -150.25, reason: '회수' })).json).toMatchObject({ status: 'DONE', point: 0 })
  expect(await adjustmentEntries(id)).toEqual([
    { delta: 5_025n, reason: '사과', actor: `staff:${manager.id}` },
    { delta: -15_025n, reason: '회수', actor: `staff:${manager.id}` },
  ])
  const { count } = await oneRow<{ count: number }>(
    db(),
    "SELECT count(*)::int AS count FROM audit_entries WHERE action = 'points.adjust' AND subject_id = $1",
    [String(id)],
  )
  expect(count).toBe(2)
})

test.each([
  [{ delta: 1, reason: ' ' }, 400, '조정 사유를 입력해 주세요.'],
  [{ delta: 1 }, 400, '조정 사유를 입력해 주세요.'],
  [{ delta: 0, reason: '가' }, 400, '입력 양식을 맞춰주세요'],
  [{ delta: 0.001, reason: '가' }, 400, '입력 양식을 맞춰주세요'],
  [{ delta: '1', reason: '가' }, 400, '입력 양식을 맞춰주세요'],
  [{ delta: 1e12, reason: '가' }, 400, '입력 양식을 맞춰주세요'],
  [{ delta: -100.01, reason: '가' }, 409, '회원의 잔액보다 많이 뺄 수 없어요.'],
  [{ delta: 1_000_000.01, reason: '가' }, 403, '조정 한도를 넘는 금액은 대표만 요청할 수 있어요.'],
])('%o is refused and moves nothing', async (body, status, message) => {
  const { id } = await makeMember({ points: 100 })
  const answer = await adjust(id, body)
  expect({ status: answer.status, message: answer.json.message }).toEqual({ status, message })
  expect(await balanceOf(db(), id)).toBe(10_000n)
  expect(await waitingAdjustments(db())).not.toContainEqual(expect.objectContaining({ memberNo: id }))
})

test('without a fresh proof of the password nothing is adjusted', async () => {
  const { id } = await makeMember()
  const { headers } = await signIn(manager, 'MANAGER')
  for (const proof of ['', 'a.b.c', manager.headers['x-reauth'] ?? '']) {
    const path = `/api/admin/members/${id}/points`
    const { status, json } = await send(adjustPointsCall, {
      path,
      headers: { ...headers, 'x-reauth': proof },
      body: { delta: 1, reason: '가' },
    })
    expect({ status, code: json.code }).toEqual({ status: 403, code: 'REAUTH_REQUIRED' })
  }
  expect(await balanceOf(db(), id)).toBe(0n)
})

test('eight replays of one key adjust once, and the key serves no other adjustment', async () => {
  const { id } = await makeMember()
  const key = { 'idempotency-key': crypto.randomUUID() }
  const body = { delta: 10, reason: '보상' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => adjust(id, body, manager, key)))
  expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
  expect(await balanceOf(db(), id)).toBe(1_000n)
  expect((await adjust(id, { ...body, delta: 11 }, manager, key)).status).toBe(409)
})

describe('above the limit', () => {
  const large = { delta: 2_000_000, reason: '대량 보상' }

  test('an owner asks, another one confirms, once however many do so at once', async () => {
    const { id } = await makeMember()
    const asked = await adjust(id, large, owner)
    expect(asked.json).toMatchObject({ status: 'WAITING', point: 0 })
    expect((await decideAs(confirmAdjustmentCall, asked.json.id, owner)).status).toBe(403)
    const decisions = await Promise.all(
      Array.from({ length: 6 }, () => decideAs(confirmAdjustmentCall, asked.json.id, second)),
    )
    expect(decisions.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await balanceOf(db(), id)).toBe(200_000_000n)
  })

  test('it waits among the tasks of owners, who can’t put it aside, until one of them has decided', async () => {
    const { id } = await makeMember()
    const asked = await adjust(id, large, owner)
    const task = async () =>
      (await tasksForStaff(db(), { q: String(asked.json.approval.id), kind: 'APPROVAL', size: 1 })).rows[0]
    const { loginId } = await oneRow<{ loginId: string }>(db(), 'SELECT login_id FROM members WHERE id = $1', [id])
    expect(await task()).toMatchObject({
      memberId: loginId,
      actions: [],
      resolvedAt: null,
      detail: { kind: 'ADJUSTMENT', amount: 2_000_000, reason: large.reason },
    })
    const input = { action: 'done', providerOrderId: '', reason: '' } as const
    const put = resolveTask(db(), staffOf(second, 'OWNER'), { taskId: (await task())?.id ?? 0, input })
    await expect(put).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await decideAs(confirmAdjustmentCall, asked.json.id, second)
    expect(await task()).toMatchObject({ resolvedAt: expect.any(String), resolvedBy: second.loginId })
  })

  test('a refused adjustment can’t be confirmed', async () => {
    const { id } = await makeMember()
    const asked = await adjust(id, large, owner)
    expect((await decideAs(refuseAdjustmentCall, asked.json.id, owner)).json.status).toBe('REJECTED')
    expect((await decideAs(confirmAdjustmentCall, asked.json.id, second)).status).toBe(409)
    expect(await balanceOf(db(), id)).toBe(0n)
  })

  test('once its member has left it can only be refused, which is said, and its task ends', async () => {
    const { id } = await makeMember()
    const asked = await adjust(id, large, owner)
    await deleteAccount(db(), id)
    const confirmed = await decideAs(confirmAdjustmentCall, asked.json.id, second)
    expect({ status: confirmed.status, message: confirmed.json.message }).toEqual({
      status: 409,
      message: '회원이 탈퇴해 조정할 수 없어요. 거절해 주세요.',
    })
    expect((await decideAs(refuseAdjustmentCall, asked.json.id, second)).json.status).toBe('REJECTED')
    const search = { q: String(asked.json.approval.id), kind: 'APPROVAL', size: 1 } as const
    expect((await tasksForStaff(db(), search)).rows[0]).toMatchObject({ resolvedBy: second.loginId })
  })

  test('more than the balance isn’t even asked for, and a retry of what was asked for is still answered', async () => {
    const { id } = await makeMember({ points: 2_500_000 })
    const taking = { delta: -2_000_000, reason: '회수' }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const refused = await adjust(id, { ...taking, delta: -2_500_000.01 }, owner, key)
    expect({ status: refused.status, message: refused.json.message }).toEqual({
      status: 409,
      message: '회원의 잔액보다 많이 뺄 수 없어요.',
    })
    expect(await waitingAdjustments(db())).not.toContainEqual(expect.objectContaining({ memberNo: id }))
    const asked = await adjust(id, taking, owner, key)
    expect(asked.json).toMatchObject({ status: 'WAITING', point: 2_500_000 })
    await adjust(id, { delta: -600_000, reason: '회수' }, manager)
    expect((await adjust(id, taking, owner, key)).json).toMatchObject({ id: asked.json.id, status: 'WAITING' })
  })

  test('points that were spent by then aren’t taken', async () => {
    const { id } = await makeMember({ points: 3_000_000 })
    const asked = await adjust(id, { delta: -2_000_000, reason: '회수' }, owner)
    await adjust(id, { delta: -1_000_000, reason: '회수' }, manager)
    await adjust(id, { delta: -500_000, reason: '회수' }, manager)
    expect((await decideAs(confirmAdjustmentCall, asked.json.id, second)).status).toBe(409)
    expect(await balanceOf(db(), id)).toBe(150_000_000n)
  })
})
