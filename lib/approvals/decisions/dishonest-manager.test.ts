import { afterEach, describe, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { approveChargeCall } from '#lib/charges/calls.ts'
import { chargeStatus } from '#lib/charges/labels.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundRequest } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { adjustPointsCall } from '#lib/points/calls.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { tasksForStaff } from '#lib/tasks/resolution/queries.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import * as calls from './calls.ts'
import { makeStaff, shareBankAccount } from './testing/staff.ts'

afterEach(() => expectBooksBalance())

const newCustomerId = async () => (await makeMember()).id

const approveByCall = ({ headers }: SignedIn, chargeId: number) =>
  send(approveChargeCall, { path: `/api/admin/charges/${chargeId}/approve`, headers })

const adjustByCall = ({ headers }: SignedIn, memberId: number, delta: number) =>
  send(adjustPointsCall, { path: `/api/admin/members/${memberId}/points`, headers, body: { delta, reason: '보상' } })

const decideApproval = (call: typeof calls.confirmApprovalCall, { headers }: SignedIn, id: number, reason = '') =>
  send(call, { path: call.path.replace('{id}', String(id)), headers, body: { reason } })

const confirmByCall = (staff: SignedIn, id: number, reason?: string) =>
  decideApproval(calls.confirmApprovalCall, staff, id, reason)
const refuseByCall = (staff: SignedIn, id: number, reason?: string) =>
  decideApproval(calls.refuseApprovalCall, staff, id, reason)

/** Makes this staff member request approval of a customer's charge that exceeds his limit. */
async function askApprovalOfCharge(staff: SignedIn, point = 2_000_000) {
  const memberId = await newCustomerId()
  const chargeId = await makeCharge({ memberId, point })
  const { json } = await approveByCall(staff, chargeId)
  return { memberId, chargeId, id: json.approval.id as number }
}

const approvalStateOf = async (id: number) =>
  (await oneRow<{ state: string }>(db(), 'SELECT state FROM approvals WHERE id = $1', [id])).state

const taskOfApproval = async (id: number) =>
  (await tasksForStaff(db(), { q: String(id), kind: 'APPROVAL', size: 1 })).rows[0]

describe('a dishonest MANAGER', () => {
  test('has an approval above the limit wait, as a task, until a second person confirms it', async () => {
    const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    const memberId = await newCustomerId()
    const chargeId = await makeCharge({ memberId, point: 100_000_000 })
    const { status, json } = await approveByCall(cheat, chargeId)
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { id: chargeId, status: 0, approval: { why: 'LIMIT', alone: false } },
    })
    expect(await balanceOf(db(), memberId)).toBe(0n)
    expect((await approveByCall(cheat, chargeId)).status).toBe(409)
    const { id } = json.approval
    expect(await taskOfApproval(id)).toMatchObject({
      resolvedAt: null,
      actions: [],
      detail: { askedBy: cheat.loginId },
    })
    expect((await confirmByCall(cheat, id, '맞아요')).status).toBe(403)
    expect(await confirmByCall(colleague, id)).toMatchObject({ status: 200, json: { state: 'DONE' } })
    expect(await balanceOf(db(), memberId)).toBe(10_000_000_000n)
    expect(await taskOfApproval(id)).toMatchObject({ resolvedAt: expect.any(String), resolvedBy: colleague.loginId })
    expect(
      await oneRow(db(), 'SELECT settled_by, confirmed_by, funding FROM charges WHERE id = $1', [chargeId]),
    ).toEqual({ settledBy: cheat.id, confirmedBy: colleague.id, funding: 'CONFIRMED' })
  })

  test('splits the sum below the limit, and is stopped by that of the day, also with all of it at once', async () => {
    const cheat = await makeStaff('MANAGER')
    const memberId = await newCustomerId()
    const chargeIds = await Promise.all(Array.from({ length: 8 }, () => makeCharge({ memberId, point: 1_000_000 })))
    const answers = await Promise.all(chargeIds.map((id) => approveByCall(cheat, id)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(answers.filter(({ json }) => json.approval === undefined)).toHaveLength(5)
    expect(answers.filter(({ json }) => json.approval?.why === 'DAILY')).toHaveLength(3)
    expect(await balanceOf(db(), memberId)).toBe(500_000_000n)
  })

  test('mixes approvals with adjustments, which count as one sum', async () => {
    const cheat = await makeStaff('MANAGER')
    const memberId = await newCustomerId()
    for (const _ of Array.from({ length: 3 }))
      expect((await adjustByCall(cheat, memberId, 1_000_000)).json.status).toBe('DONE')
    for (const _ of Array.from({ length: 2 }))
      expect(
        (await approveByCall(cheat, await makeCharge({ memberId, point: 1_000_000 }))).json.approval,
      ).toBeUndefined()
    expect((await adjustByCall(cheat, memberId, 0.01)).json).toMatchObject({
      status: 'WAITING',
      approval: { why: 'DAILY' },
    })
    expect((await adjustByCall(cheat, memberId, -0.01)).json).toMatchObject({ status: 'WAITING' })
    expect(await balanceOf(db(), memberId)).toBe(500_000_000n)
  })

  test('approves under the depositor’s name that he uses himself: a second person looks', async () => {
    const cheat = await makeStaff('MANAGER')
    await makeCharge({ memberId: cheat.id, name: '김도둑', point: 500 })
    const chargeId = await makeCharge({ memberId: await newCustomerId(), name: '김 도둑', point: 1_000 })
    expect((await approveByCall(cheat, chargeId)).json.approval).toMatchObject({ why: 'NAME' })
  })

  test('has asked for a refund under that name in full-width letters and other brackets: a second person looks too', async () => {
    const cheat = await makeStaff('MANAGER')
    const refundId = await makeCashRefundRequest(cheat.id)
    await db().rows("UPDATE refund_requests SET name = 'ＫＩＭ　도둑〈본인〉' WHERE id = $1", [refundId])
    const chargeId = await makeCharge({ memberId: await newCustomerId(), name: 'Kim도둑(본인)', point: 1_000 })
    expect((await approveByCall(cheat, chargeId)).json.approval).toMatchObject({ why: 'NAME' })
  })

  test('has a colleague approve his own charge: a third one is needed, and it is never himself', async () => {
    const [cheat, colleague, third] = [await makeStaff('MANAGER'), await makeStaff('MANAGER'), await makeStaff('OWNER')]
    const chargeId = await makeCharge({ memberId: cheat.id, name: '나도둑', point: 1_000 })
    const { json } = await approveByCall(colleague, chargeId)
    expect(json.approval).toMatchObject({ why: 'STAFF' })
    expect((await confirmByCall(cheat, json.approval.id)).json.code).toBe('OWN_ACCOUNT')
    expect(await balanceOf(db(), cheat.id)).toBe(0n)
    expect((await confirmByCall(third, json.approval.id)).status).toBe(200)
    expect(await balanceOf(db(), cheat.id)).toBe(100_000n)
  })

  test('confirms by a second account of his, which is noticed', async () => {
    const [cheat, second] = [await makeStaff('MANAGER'), await makeStaff('OWNER')]
    await shareBankAccount(cheat.id, second.id)
    const { id, memberId } = await askApprovalOfCharge(cheat)
    expect((await confirmByCall(second, id)).status).toBe(403)
    expect(await balanceOf(db(), memberId)).toBe(0n)
    expect(await db().rows('SELECT action, after FROM audit_entries WHERE actor_id = $1', [second.id])).toEqual([
      { action: 'four-eyes.own-account', after: { refused: 'approval.confirmed', askedBy: cheat.id } },
    ])
  })

  test('confirms by an account that was raised to OWNER a moment ago: it counts after 24 hours', async () => {
    const [cheat, raised] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    await db().rows("UPDATE members SET role = 'OWNER' WHERE id = $1", [raised.id])
    const { id } = await askApprovalOfCharge(cheat)
    expect((await confirmByCall(raised, id)).status).toBe(403)
    await db().rows("UPDATE members SET role_since = now() - interval '24 hours' WHERE id = $1", [raised.id])
    expect((await confirmByCall(raised, id)).status).toBe(200)
  })

  test('confirms what was withdrawn or refused', async () => {
    const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    const first = await askApprovalOfCharge(cheat)
    expect((await refuseByCall(cheat, first.id)).json.state).toBe('WITHDRAWN')
    expect((await confirmByCall(colleague, first.id)).status).toBe(409)
    const second = await askApprovalOfCharge(cheat)
    expect((await refuseByCall(colleague, second.id, '입금 없음')).json.state).toBe('REFUSED')
    expect((await confirmByCall(colleague, second.id)).status).toBe(409)
    expect(await taskOfApproval(second.id)).toMatchObject({ resolvedBy: colleague.loginId, note: '입금 없음' })
    expect(await balanceOf(db(), first.memberId)).toBe(0n)
    expect((await approveByCall(cheat, second.chargeId)).json.approval).toMatchObject({ why: 'LIMIT' })
  })

  test.each([
    ['lost his role', "role = 'MEMBER'"],
    ['was restricted', "restriction = 'BANNED'"],
  ])('%s: what he had asked for is confirmed by nobody', async (_, change) => {
    const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    const { id, memberId } = await askApprovalOfCharge(cheat)
    await db().rows(`UPDATE members SET ${change} WHERE id = $1`, [cheat.id])
    expect((await confirmByCall(colleague, id)).status).toBe(409)
    expect(await balanceOf(db(), memberId)).toBe(0n)
    expect((await refuseByCall(colleague, id)).json.state).toBe('REFUSED')
  })

  test('turns out to own the account that he had asked for: it is confirmed by nobody, and refused', async () => {
    const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    const { id, memberId } = await askApprovalOfCharge(cheat)
    await shareBankAccount(cheat.id, memberId)
    expect((await confirmByCall(colleague, id)).json).toMatchObject({
      code: 'OWN_ACCOUNT',
      message: '요청한 운영자 본인의 계정이에요. 거절해 주세요.',
    })
    expect(await balanceOf(db(), memberId)).toBe(0n)
    expect((await refuseByCall(colleague, id)).json.state).toBe('REFUSED')
  })

  test('refuses what only an OWNER may decide', async () => {
    const [owner, other, cheat] = [await makeStaff('OWNER'), await makeStaff('OWNER'), await makeStaff('MANAGER')]
    const { json } = await adjustByCall(owner, await newCustomerId(), 2_000_000)
    expect((await refuseByCall(cheat, json.approval.id)).status).toBe(403)
    expect(await approvalStateOf(json.approval.id)).toBe('WAITING')
    expect((await refuseByCall(other, json.approval.id)).json.state).toBe('REFUSED')
  })

  test('confirms without a fresh proof of the password', async () => {
    const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    const { id } = await askApprovalOfCharge(cheat)
    const { 'x-reauth': _, ...headers } = colleague.headers
    expect((await confirmByCall({ ...colleague, headers }, id)).json.code).toBe('REAUTH_REQUIRED')
  })
})

test('of many who confirm at once, one does', async () => {
  const [asker, ...colleagues] = await Promise.all(Array.from({ length: 5 }, () => makeStaff('MANAGER')))
  const { id, memberId } = await askApprovalOfCharge(asker as SignedIn)
  const answers = await Promise.all(colleagues.map((each) => confirmByCall(each, id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect(await balanceOf(db(), memberId)).toBe(200_000_000n)
})

test('two who confirm for each other are not stopped, and each of their acts names both', async () => {
  const [one, other] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const { id, chargeId } = await askApprovalOfCharge(one)
  await confirmByCall(other, id)
  expect(
    await db().rows(
      "SELECT action, actor_id, after FROM audit_entries WHERE subject_type = 'charge' AND subject_id = $1 ORDER BY id",
      [String(chargeId)],
    ),
  ).toEqual([
    { action: 'approval.asked', actorId: one.id, after: expect.objectContaining({ approval: id, amount: 2_000_000 }) },
    { action: 'approval.confirmed', actorId: other.id, after: expect.objectContaining({ askedBy: one.id }) },
    { action: 'charge.approve', actorId: one.id, after: expect.objectContaining({ confirmedBy: other.id }) },
  ])
})

test('what is settled in another way waits no longer, and its task is gone', async () => {
  const asker = await makeStaff('MANAGER')
  const { id, chargeId } = await askApprovalOfCharge(asker)
  await db().rows(
    `UPDATE charges SET status = ${chargeStatus.FAIL}, outcome = 'EXPIRED', response_at = now() WHERE id = $1`,
    [chargeId],
  )
  expect(await approvalStateOf(id)).toBe('WAITING')
  await db().rows(`UPDATE charges SET status = ${chargeStatus.FAIL}, outcome = 'REJECTED' WHERE id = $1`, [chargeId])
  expect(await approvalStateOf(id)).toBe('LAPSED')
  expect(await taskOfApproval(id)).toMatchObject({ resolvedAt: expect.any(String) })
})

test('in the demo, where the limits are off, one person approves any sum; never his own', async () => {
  env().DEMO = true
  try {
    const staff = await makeStaff('OWNER')
    await saveSettings({ APPROVAL_LIMIT: 0, DAILY_LIMIT: 0 })
    const memberId = await newCustomerId()
    expect(
      (await approveByCall(staff, await makeCharge({ memberId, point: 100_000_000 }))).json.approval,
    ).toBeUndefined()
    const own = await makeCharge({ memberId: staff.id, point: 1_000 })
    expect((await approveByCall(staff, own)).json.code).toBe('OWN_ACCOUNT')
  } finally {
    env().DEMO = false
    await saveSettings({ APPROVAL_LIMIT: 1_000_000, DAILY_LIMIT: 5_000_000 })
  }
})
