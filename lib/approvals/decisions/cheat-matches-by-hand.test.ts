import { afterEach, describe, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { approveChargeCall, settleRefundCall } from '#lib/charges/calls.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundInput } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import * as deposits from '#lib/deposits/calls.ts'
import { buildDeposit, signatureHeaders } from '#lib/deposits/testing/deposits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import { confirmApprovalCall } from './calls.ts'
import { makeStaff, removeAllStaffRoles } from './testing/staff.ts'

// Attacks by a MANAGER who matches other people's deposits to charges of an accomplice. Test titles describe the
// attacker's actions.
afterEach(() => expectBooksBalance())

let nameCount = 0
const newDepositorName = () => `손맞춤 ${++nameCount}호`

async function reportDeposit(line: object): Promise<number> {
  const raw = Buffer.from(JSON.stringify([buildDeposit(line)]))
  return (await send(deposits.depositHookCall, { raw, headers: signatureHeaders(raw) })).json[0].id
}

async function importDeposit({ headers }: SignedIn, line: object): Promise<number> {
  return (await send(deposits.importDepositsCall, { headers, body: [buildDeposit(line)] })).json[0].id
}

const approveByCall = ({ headers }: SignedIn, chargeId: number) =>
  send(approveChargeCall, { path: `/api/admin/charges/${chargeId}/approve`, headers })

const matchByCall = ({ headers }: SignedIn, depositId: number, body: { chargeId: number; credited?: boolean }) =>
  send(deposits.matchDepositCall, { path: `/api/admin/deposits/${depositId}/match`, headers, body })

const confirmByCall = ({ headers }: SignedIn, id: number) =>
  send(confirmApprovalCall, { path: `/api/admin/approvals/${id}/confirm`, headers, body: { reason: '' } })

const payOutByCall = ({ headers }: SignedIn, refundId: number, body: object = {}) =>
  send(settleRefundCall, { headers, path: `/api/admin/refund-requests/${refundId}`, body: { status: 1, ...body } })

const matchWays = ['MATCH', 'JOIN', 'SPLIT', 'MERGE'] as const

/** Matches the deposit `id` of 2,000 won to new charges of an accomplice, in one of the four ways. */
async function matchToAccomplice(way: (typeof matchWays)[number], { headers, ...staff }: SignedIn, id: number) {
  const { id: memberId } = await makeMember()
  const charge = (point: number) => makeCharge({ memberId, name: newDepositorName(), point })
  const by = { headers, ...staff }
  if (way === 'MATCH') return { memberId, answer: await matchByCall(by, id, { chargeId: await charge(2_000) }) }
  if (way === 'JOIN') {
    const chargeId = await charge(2_000)
    await approveByCall(await makeStaff('MANAGER'), chargeId)
    return { memberId, answer: await matchByCall(by, id, { chargeId, credited: true }) }
  }
  const [verb, body] =
    way === 'SPLIT'
      ? ['split', { chargeIds: [await charge(500), await charge(1_500)] }]
      : [
          'merge',
          {
            chargeId: await charge(3_000),
            depositIds: [await reportDeposit({ name: newDepositorName(), amount: 1_000 })],
          },
        ]
  const call = way === 'SPLIT' ? deposits.splitDepositCall : deposits.mergeDepositsCall
  return { memberId, answer: await send(call, { path: `/api/admin/deposits/${id}/${verb}`, headers, body }) }
}

describe.each(matchWays)('by %s', (way) => {
  const before = way === 'JOIN' ? 200_000n : 0n

  test('he has one line of the bank pay twice, as its second report: somebody who didn’t import it looks first', async () => {
    const [cheat, importer, third] = [
      await makeStaff('MANAGER'),
      await makeStaff('MANAGER'),
      await makeStaff('MANAGER'),
    ]
    const name = newDepositorName()
    const { id: payer } = await makeMember()
    await makeCharge({ memberId: payer, name, point: 2_000 })
    const at = new Date().toISOString()
    await reportDeposit({ name, amount: 2_000, at })
    expect(await balanceOf(db(), payer)).toBe(200_000n)
    const second = await importDeposit(importer, { name, amount: 2_000, at })
    const { memberId, answer } = await matchToAccomplice(way, cheat, second)
    expect(answer).toMatchObject({ status: 200, json: { status: 'WAITING', approval: { why: 'DUPLICATE' } } })
    expect(await balanceOf(db(), memberId)).toBe(before)
    for (const by of [cheat, importer]) expect((await confirmByCall(by, answer.json.approval.id)).status).toBe(403)
    expect((await confirmByCall(third, answer.json.approval.id)).status).toBe(200)
    const funding = await db().rows('SELECT DISTINCT funding FROM charges WHERE member_id = $1', [memberId])
    expect(funding).toEqual([{ funding: 'CONFIRMED' }])
  })

  test('he uses a deposit that the bank contradicts: it pays for nothing', async () => {
    const cheat = await makeStaff('MANAGER')
    const depositId = await importDeposit(cheat, { name: newDepositorName(), amount: 2_000 })
    await db().rows('UPDATE deposits SET disputed_at = now() WHERE id = $1', [depositId])
    const { memberId, answer } = await matchToAccomplice(way, cheat, depositId)
    expect(answer).toMatchObject({ status: 409, json: { message: expect.stringContaining('은행이 다르게') } })
    expect(await balanceOf(db(), memberId)).toBe(before)
  })
})

test('a deposit that the bank contradicts only after its match was asked for isn’t credited by a confirmation', async () => {
  const [cheat, third] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const chargeId = await makeCharge({ memberId: third.id, name: newDepositorName(), point: 2_000 })
  const depositId = await importDeposit(cheat, { name: newDepositorName(), amount: 2_000 })
  const { json } = await matchByCall(cheat, depositId, { chargeId })
  await db().rows('UPDATE deposits SET disputed_at = now() WHERE id = $1', [depositId])
  expect((await confirmByCall(await makeStaff('MANAGER'), json.approval.id)).status).toBe(409)
  expect(await balanceOf(db(), third.id)).toBe(0n)
})

describe('he has an accomplice ask back in cash', () => {
  test('a stranger’s deposit, signed by the bank’s side, that he matched: it is paid after a look at the bank, with a reason', async () => {
    const [cheat, honest] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    const { id: memberId } = await makeMember()
    const chargeId = await makeCharge({ memberId, name: '홍길동', point: 2_000 })
    expect(
      (await matchByCall(cheat, await reportDeposit({ name: newDepositorName(), amount: 2_000 }), { chargeId })).status,
    ).toBe(200)
    expect(await oneRow(db(), 'SELECT funding FROM charges WHERE id = $1', [chargeId])).toEqual({
      funding: 'AUTHENTICATED',
    })
    const refundId = await requestCashRefund(db(), { memberId, input: makeCashRefundInput() })
    expect((await payOutByCall(cheat, refundId, { bankChecked: true, reason: '가족' })).status).toBe(403)
    expect((await payOutByCall(honest, refundId, { reason: '가족' })).status).toBe(409)
    expect((await payOutByCall(honest, refundId, { bankChecked: true })).status).toBe(400)
    expect((await payOutByCall(honest, refundId, { bankChecked: true, reason: '가족' })).status).toBe(200)
  })

  test('a charge that a colleague had approved, once he joined a stranger’s deposit to it: he doesn’t pay it', async () => {
    const [cheat, colleague, honest] = [
      await makeStaff('MANAGER'),
      await makeStaff('MANAGER'),
      await makeStaff('MANAGER'),
    ]
    const { id: memberId } = await makeMember()
    const chargeId = await makeCharge({ memberId, name: '홍길동', point: 2_300 })
    await approveByCall(colleague, chargeId)
    const depositId = await reportDeposit({ name: '홍길동', amount: 2_300 })
    expect((await matchByCall(cheat, depositId, { chargeId, credited: true })).status).toBe(200)
    const refundId = await requestCashRefund(db(), { memberId, input: makeCashRefundInput() })
    for (const by of [cheat, colleague])
      expect((await payOutByCall(by, refundId, { bankChecked: true })).status).toBe(403)
    expect((await payOutByCall(honest, refundId)).status).toBe(409)
    expect((await payOutByCall(honest, refundId, { bankChecked: true })).status).toBe(200)
  })

  test('two charges, one of them credited by the only MANAGER: an OWNER isn’t alone by that', async () => {
    await removeAllStaffRoles()
    const [owner, manager] = [await makeStaff('OWNER'), await makeStaff('MANAGER')]
    const { id: memberId } = await makeMember()
    await approveByCall(owner, await makeCharge({ memberId, name: '홍길동', point: 2_000 }))
    await approveByCall(manager, await makeCharge({ memberId, name: '홍길동', point: 500 }))
    const refundId = await requestCashRefund(db(), { memberId, input: makeCashRefundInput() })
    expect(await payOutByCall(owner, refundId, { bankChecked: true, reason: '혼자' })).toMatchObject({
      status: 403,
      json: { message: expect.stringContaining('다른 운영자') },
    })
    expect(await balanceOf(db(), memberId)).toBe(250_000n)
  })
})
