import { afterEach, describe, expect, test } from 'vitest'
import { backdateRole, shareBankAccount } from '#lib/approvals/decisions/testing/staff.ts'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { receiveDeposits } from '#lib/deposits/receive-deposits.ts'
import { matchByStaff } from '#lib/deposits/settle-deposit.ts'
import { buildDeposit } from '#lib/deposits/testing/deposits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'
import { adminRefundsCall, approveChargeCall, settleRefundCall } from './calls.ts'
import { requestCashRefund } from './request-cash-refund.ts'
import { makeCharge } from './testing/charges.ts'
import { makeCashRefundInput } from './testing/refunds.ts'

afterEach(() => expectBooksBalance())

const noNeeds = { other: false, bankCheck: false, reason: false, password: false }

/** Creates and signs in a staff member who has had his role for two days, long enough to be a second person. */
async function signInSettledStaff(role: 'MANAGER' | 'OWNER'): Promise<SignedIn> {
  const signed = await signedIn({ role })
  await backdateRole(signed.id)
  return signed
}

const approveByCall = (by: SignedIn, chargeId: number) =>
  send(approveChargeCall, { headers: by.headers, path: `/api/admin/charges/${chargeId}/approve` })
const payOutByCall = (by: SignedIn, refundId: number, body: object = {}, more: Record<string, string> = {}) =>
  send(settleRefundCall, {
    headers: { ...by.headers, ...more },
    path: `/api/admin/refund-requests/${refundId}`,
    body: { status: 1, ...body },
  })
const fundingOfCharge = (chargeId: number) =>
  oneRow(db(), 'SELECT funding, confirmed_by FROM charges WHERE id = $1', [chargeId])
const payOutAuditOf = async (refundId: number) =>
  (await oneRow<{ after: object; reason: string | null }>(
    db(),
    "SELECT after, reason FROM audit_entries WHERE subject_type = 'refund' AND subject_id = $1 AND action = 'refund.pay'",
    [String(refundId)],
  )) satisfies object

let nameCount = 0

/**
 * Creates a member, a charge of his that this staff member approved, and a request to refund it in cash. The account
 * holder and the depositor have the same new name, unless another depositor is given.
 */
async function makeRefundApprovedBy(by: SignedIn, depositor?: string) {
  const holder = `예금주 ${++nameCount}`
  const name = depositor ?? holder
  const { id: memberId } = await makeMember()
  const chargeId = await makeCharge({ memberId, name })
  expect((await approveByCall(by, chargeId)).status).toBe(200)
  return {
    memberId,
    chargeId,
    refundId: await requestCashRefund(db(), { memberId, input: { ...makeCashRefundInput(), name: holder } }),
  }
}

describe('an accomplice asks back a charge that nobody paid for', () => {
  test('the MANAGER who approved it doesn’t pay it out; another one does after a look at the bank, and so confirms it', async () => {
    const [dishonest, honest] = [await signInSettledStaff('MANAGER'), await signInSettledStaff('MANAGER')]
    const { memberId, chargeId, refundId } = await makeRefundApprovedBy(dishonest)
    for (const body of [{}, { bankChecked: true }, { bankChecked: true, reason: '급해요' }])
      expect(await payOutByCall(dishonest, refundId, body, await reauthHeaders(dishonest))).toMatchObject({
        status: 403,
        json: { code: 'FORBIDDEN', message: expect.stringContaining('다른 운영자') },
      })
    expect(await payOutByCall(honest, refundId)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining('은행') },
    })
    expect(await balanceOf(db(), memberId)).toBe(1_000_000n)
    expect((await payOutByCall(honest, refundId, { bankChecked: true })).status).toBe(200)
    expect(await fundingOfCharge(chargeId)).toEqual({ funding: 'CONFIRMED', confirmedBy: honest.id })
    expect(await payOutAuditOf(refundId)).toMatchObject({
      after: { bankChecked: true, charges: [chargeId] },
      reason: null,
    })
  })

  test('nor does a second account of his, nor one that became staff a moment ago', async () => {
    const [dishonest, second, fresh] = [
      await signInSettledStaff('MANAGER'),
      await signInSettledStaff('OWNER'),
      await signedIn({ role: 'OWNER' }),
    ]
    await shareBankAccount(dishonest.id, second.id)
    const { refundId } = await makeRefundApprovedBy(dishonest)
    for (const by of [second, fresh]) expect((await payOutByCall(by, refundId, { bankChecked: true })).status).toBe(403)
    await backdateRole(fresh.id)
    expect((await payOutByCall(fresh, refundId, { bankChecked: true })).status).toBe(200)
  })

  test('nor does the one who imported its deposit, or matched a stranger’s to it', async () => {
    const [importer, matcher, honest] = [
      await signInSettledStaff('MANAGER'),
      await signInSettledStaff('MANAGER'),
      await signInSettledStaff('OWNER'),
    ]
    const { id: memberId } = await makeMember()
    const chargeId = await makeCharge({ memberId })
    const [deposit] = await receiveDeposits(db(), [buildDeposit({ name: '김수상' })], {
      source: 'IMPORT',
      importedBy: importer.id,
    })
    await db().rows("UPDATE deposits SET status = 'WAITING' WHERE id = $1", [deposit?.id])
    await db().transaction((tx) => matchByStaff(tx, staffOf(matcher), { chargeId, depositId: deposit?.id ?? 0 }))
    const refundId = await requestCashRefund(db(), { memberId, input: makeCashRefundInput() })
    for (const by of [importer, matcher])
      expect((await payOutByCall(by, refundId, { bankChecked: true })).status).toBe(403)
    const unnamed = await payOutByCall(honest, refundId, { bankChecked: true })
    expect(unnamed).toMatchObject({ status: 400, json: { issues: [{ path: 'reason' }] } })
    expect((await payOutByCall(honest, refundId, { bankChecked: true, reason: '가족의 계좌' })).status).toBe(200)
    expect(await payOutAuditOf(refundId)).toMatchObject({ reason: '가족의 계좌' })
  })
})

test('staff see what a request rests on, who credited it, and what paying it out asks of them', async () => {
  const [approver, reader] = [await signInSettledStaff('MANAGER'), await signInSettledStaff('OWNER')]
  const { refundId, chargeId } = await makeRefundApprovedBy(approver, '김다른')
  const seenBy = async (by: SignedIn, status = 0) => {
    const { json } = await send(adminRefundsCall, {
      headers: by.headers,
      search: `status=${status}`,
    })
    return json.rows.find(({ id }: { id: number }) => id === refundId)
  }
  const resting = {
    id: chargeId,
    point: 10_000,
    depositors: ['김다른'],
    creditedBy: [approver.loginId],
    reversed: false,
  }
  expect(await seenBy(reader)).toMatchObject({
    charges: [{ ...resting, funding: 'UNCONFIRMED', confirmedBy: null }],
    nameDiffers: true,
    needs: { other: false, bankCheck: true, reason: true, password: false },
  })
  expect(await seenBy(approver)).toMatchObject({ needs: { other: true } })
  await payOutByCall(reader, refundId, { bankChecked: true, reason: '배우자' })
  expect(await seenBy(reader, 1)).toMatchObject({ needs: noNeeds, charges: [{ confirmedBy: reader.loginId }] })
})

test('an OWNER who is alone pays out what he approved, with his password and a reason, and the audit says so', async () => {
  const owner = await signInSettledStaff('OWNER')
  await db().rows("UPDATE members SET role = 'SUPPORT' WHERE role IN ('MANAGER', 'OWNER') AND id <> $1", [owner.id])
  const { chargeId, refundId } = await makeRefundApprovedBy(owner)
  const [checked, reason] = [{ bankChecked: true }, '혼자 운영']
  expect((await payOutByCall(owner, refundId, checked)).status).toBe(400)
  expect((await payOutByCall(owner, refundId, { reason })).status).toBe(409)
  expect(await payOutByCall(owner, refundId, { ...checked, reason })).toMatchObject({
    json: { code: 'REAUTH_REQUIRED' },
  })
  const proof = await reauthHeaders(owner)
  expect((await payOutByCall(owner, refundId, { ...checked, reason }, proof)).status).toBe(200)
  expect(await payOutAuditOf(refundId)).toMatchObject({ after: { alone: true }, reason })
  expect(await fundingOfCharge(chargeId)).toEqual({ funding: 'UNCONFIRMED', confirmedBy: null })
})

test('in the demo one person does it all', async () => {
  env().DEMO = true
  try {
    const owner = await signInSettledStaff('OWNER')
    const { refundId } = await makeRefundApprovedBy(owner)
    expect((await payOutByCall(owner, refundId)).status).toBe(200)
  } finally {
    env().DEMO = false
  }
})
