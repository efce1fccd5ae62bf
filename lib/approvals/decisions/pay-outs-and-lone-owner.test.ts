import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { approveChargeCall, settleRefundCall } from '#lib/charges/calls.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundInput } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { withoutTriggers } from '#lib/core/testing/database.ts'
import * as deposits from '#lib/deposits/calls.ts'
import { buildDeposit, makeDeposit } from '#lib/deposits/testing/deposits.ts'
import { restrictMember } from '#lib/members/restrict-member.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { adjustPointsCall, confirmAdjustmentCall } from '#lib/points/calls.ts'
import { balanceOf, confirmsAdjustmentsAlone } from '#lib/points/queries.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import * as calls from './calls.ts'
import { makeStaff, removeAllStaffRoles, shareBankAccount } from './testing/staff.ts'

afterEach(() => expectBooksBalance())

let nameCount = 0

/**
 * Makes a charge paid by a deposit that the bank reported in a signed call, and a request for a cash refund of all of
 * it.
 */
async function makePaidRefund(point: number): Promise<{ memberId: number; id: number }> {
  const { id: memberId } = await makeMember()
  const name = `환불 ${++nameCount}호`
  await makeCharge({ memberId, name, point })
  await makeDeposit({ name, amount: point })
  return { memberId, id: await requestCashRefund(db(), { memberId, input: { ...makeCashRefundInput(), name } }) }
}

const payOutByCall = ({ headers }: SignedIn, id: number) =>
  send(settleRefundCall, { path: `/api/admin/refund-requests/${id}`, headers, body: { status: 1 } })

const confirmByCall = ({ headers }: SignedIn, id: number, reason = '') =>
  send(calls.confirmApprovalCall, { path: `/api/admin/approvals/${id}/confirm`, headers, body: { reason } })

const approveByCall = ({ headers }: SignedIn, chargeId: number) =>
  send(approveChargeCall, { path: `/api/admin/charges/${chargeId}/approve`, headers })

const adjustByCall = ({ headers }: SignedIn, memberId: number, delta: number) =>
  send(adjustPointsCall, { path: `/api/admin/members/${memberId}/points`, headers, body: { delta, reason: '보상' } })

const auditRowsAlone = (action: string, actorId: number) =>
  db().rows("SELECT FROM audit_entries WHERE action = $1 AND actor_id = $2 AND (after ->> 'alone')::boolean", [
    action,
    actorId,
  ])

test('a pay-out above the limit takes no points until a second person confirms it, once', async () => {
  const [cheat, ...others] = [await makeStaff('MANAGER'), await makeStaff('MANAGER'), await makeStaff('OWNER')]
  const { memberId, id } = await makePaidRefund(3_000_000)
  const { status, json } = await payOutByCall(cheat, id)
  expect({ status, json }).toMatchObject({ status: 200, json: { status: 0, approval: { why: 'LIMIT' } } })
  expect(await balanceOf(db(), memberId)).toBe(300_000_000n)
  expect((await confirmByCall(cheat, json.approval.id, '급함')).status).toBe(403)
  const answers = await Promise.all(others.map((each) => confirmByCall(each, json.approval.id)))
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409])
  expect(await balanceOf(db(), memberId)).toBe(0n)
})

test('pay-outs count with approvals as one sum of the day', async () => {
  const cheat = await makeStaff('MANAGER')
  const { id: memberId } = await makeMember()
  for (const _ of Array.from({ length: 5 })) await adjustByCall(cheat, memberId, 900_000)
  expect((await payOutByCall(cheat, (await makePaidRefund(600_000)).id)).json.approval).toMatchObject({ why: 'DAILY' })
  expect((await payOutByCall(cheat, (await makePaidRefund(500_000)).id)).json).toMatchObject({ status: 1 })
})

describe('an OWNER who runs a small shop alone', () => {
  let owner: SignedIn

  beforeEach(async () => {
    await removeAllStaffRoles()
    owner = await makeStaff('OWNER')
  })

  test('approves any sum with his password and a reason, and the audit trail says that he was alone', async () => {
    const { id: memberId } = await makeMember()
    const { json } = await approveByCall(owner, await makeCharge({ memberId, point: 3_000_000 }))
    expect(json.approval).toMatchObject({ why: 'LIMIT', alone: true })
    expect((await confirmByCall(owner, json.approval.id)).status).toBe(400)
    const { 'x-reauth': _, ...headers } = owner.headers
    expect((await confirmByCall({ ...owner, headers }, json.approval.id, '통장 확인')).json.code).toBe(
      'REAUTH_REQUIRED',
    )
    expect((await confirmByCall(owner, json.approval.id, '통장 확인')).status).toBe(200)
    expect(await balanceOf(db(), memberId)).toBe(300_000_000n)
    expect(await auditRowsAlone('approval.confirmed', owner.id)).toHaveLength(1)
  })

  test('imports, pays out and adjusts any sum in the same way', async () => {
    const { id: memberId } = await makeMember()
    await makeCharge({ memberId, name: '혼자상점', point: 4_000_000 })
    const body = [buildDeposit({ name: '혼자상점', amount: 4_000_000 })]
    const imported = await send(deposits.importDepositsCall, { headers: owner.headers, body })
    expect(imported.json[0]).toMatchObject({ status: 'UNCONFIRMED' })
    const found = 'SELECT approval_id FROM deposits WHERE id = $1'
    const { approvalId } = await oneRow<{ approvalId: number }>(db(), found, [imported.json[0].id])
    expect((await confirmByCall(owner, approvalId, '통장 확인')).status).toBe(200)
    expect(await balanceOf(db(), memberId)).toBe(400_000_000n)

    const refund = await makePaidRefund(2_000_000)
    const paid = await payOutByCall(owner, refund.id)
    expect((await confirmByCall(owner, paid.json.approval.id, '송금함')).status).toBe(200)
    expect(await balanceOf(db(), refund.memberId)).toBe(0n)

    const { json } = await adjustByCall(owner, memberId, 2_000_000)
    const path = `/api/admin/adjustments/${json.id}/confirm`
    expect((await send(confirmAdjustmentCall, { path, headers: owner.headers })).json).toMatchObject({ status: 'DONE' })
    expect(await balanceOf(db(), memberId)).toBe(600_000_000n)
  })

  test('isn’t told so beside another OWNER, nor is a MANAGER', async () => {
    const manager = await makeStaff('MANAGER')
    expect(await confirmsAdjustmentsAlone(db(), { memberId: manager.id, role: 'MANAGER' })).toBe(false)
    expect(await confirmsAdjustmentsAlone(db(), { memberId: owner.id, role: 'OWNER' })).toBe(true)
    await makeStaff('OWNER')
    expect(await confirmsAdjustmentsAlone(db(), { memberId: owner.id, role: 'OWNER' })).toBe(false)
  })

  test('isn’t stuck in the demo, where an adjustment above ADJUSTMENT_LIMIT waits too', async () => {
    env().DEMO = true
    try {
      const { id: memberId } = await makeMember()
      const { json } = await adjustByCall(owner, memberId, 2_000_000)
      expect(json).toMatchObject({ status: 'WAITING', approval: { why: 'LIMIT', alone: true } })
      expect((await confirmByCall(owner, json.approval.id)).status).toBe(400)
      expect((await confirmByCall(owner, json.approval.id, '제휴 정산')).status).toBe(200)
      expect(await balanceOf(db(), memberId)).toBe(200_000_000n)
    } finally {
      env().DEMO = false
    }
  })

  test('never credits himself: only a deposit that the bank’s side signed does', async () => {
    const chargeId = await makeCharge({ memberId: owner.id, name: '대표', point: 1_000 })
    expect((await approveByCall(owner, chargeId)).json.code).toBe('OWN_ACCOUNT')
    await makeDeposit({ name: '대표', amount: 1_000 })
    expect(await balanceOf(db(), owner.id)).toBe(100_000n)
  })

  test('isn’t alone beside a MANAGER, nor for a day after he restricted him', async () => {
    const manager = await makeStaff('MANAGER')
    const { id: memberId } = await makeMember()
    const { json } = await approveByCall(owner, await makeCharge({ memberId, point: 3_000_000 }))
    expect(json.approval.alone).toBe(false)
    const banned = { memberId: manager.id, level: 'BANNED', until: null, reason: '방해됨' } as const
    await restrictMember(db(), staffOf(owner, 'OWNER'), banned)
    expect((await confirmByCall(owner, json.approval.id, '혼자예요')).status).toBe(403)
    expect(await balanceOf(db(), memberId)).toBe(0n)
  })

  test('isn’t alone by naming a MANAGER’s bank account in a refund request of his own', async () => {
    const manager = await makeStaff('MANAGER')
    await shareBankAccount(owner.id, manager.id)
    const { id: memberId } = await makeMember()
    const { json } = await approveByCall(owner, await makeCharge({ memberId, point: 3_000_000 }))
    expect(json.approval.alone).toBe(false)
    expect((await confirmByCall(owner, json.approval.id, '통장 확인')).status).toBe(403)
    expect(await balanceOf(db(), memberId)).toBe(0n)
    await approveByCall(owner, await makeCharge({ memberId, point: 500_000 }))
    const id = await requestCashRefund(db(), { memberId, input: makeCashRefundInput() })
    const paid = await send(settleRefundCall, {
      path: `/api/admin/refund-requests/${id}`,
      headers: owner.headers,
      body: { status: 1, bankChecked: true, reason: '급해요' },
    })
    expect(paid.status).toBe(403)
    expect(await balanceOf(db(), memberId)).toBe(50_000_000n)
  })

  test.each([
    ['banned', { action: 'member.restrict', after: { restriction: 'BANNED' } }, "restriction = 'BANNED'"],
    ['suspended', { action: 'member.restrict', after: { restriction: 'SUSPENDED' } }, "restriction = 'SUSPENDED'"],
    ['demoted', { action: 'staff.role', before: { role: 'MANAGER' }, after: { role: 'MEMBER' } }, "role = 'MEMBER'"],
  ])('is alone again a day after he has %s the only MANAGER', async (_, entry, change) => {
    const manager = await makeStaff('MANAGER')
    await db().rows(`UPDATE members SET ${change} WHERE id = $1`, [manager.id])
    await recordAudit(db(), staffOf(owner, 'OWNER'), { ...entry, subjectType: 'member', subjectId: manager.id })
    const { id: memberId } = await makeMember()
    const { json } = await approveByCall(owner, await makeCharge({ memberId, point: 3_000_000 }))
    const age = (interval: string) =>
      withoutTriggers('UPDATE audit_entries SET at = now() - $2::interval WHERE action = $1', [entry.action, interval])
    await age('23 hours 50 minutes')
    expect((await confirmByCall(owner, json.approval.id, '통장 확인')).status).toBe(403)
    await age('24 hours')
    expect((await confirmByCall(owner, json.approval.id, '통장 확인')).status).toBe(200)
  })
})
