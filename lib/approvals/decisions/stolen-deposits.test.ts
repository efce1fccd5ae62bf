import { afterEach, describe, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { settleRefundCall } from '#lib/charges/calls.ts'
import { chargeStatus } from '#lib/charges/labels.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundInput } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import * as deposits from '#lib/deposits/calls.ts'
import { buildDeposit, makeDeposit } from '#lib/deposits/testing/deposits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import { confirmApprovalCall, refuseApprovalCall } from './calls.ts'
import { makeStaff, removeAllStaffRoles } from './testing/staff.ts'

// Attacks that the abuse model (tests/abuse) found: a MANAGER tells an accomplice which deposits are waiting, and pays
// out the accomplice's cash refund himself.

afterEach(() => expectBooksBalance())

let nameCount = 0
const newDepositorName = () => `행인 ${++nameCount}호`

const payOutByCall = ({ headers }: SignedIn, id: number) =>
  send(settleRefundCall, {
    path: `/api/admin/refund-requests/${id}`,
    headers,
    body: { status: 1, reason: '가족 계좌', bankChecked: true },
  })

const decideApproval = (call: typeof confirmApprovalCall, { headers }: SignedIn, id: number) =>
  send(call, { path: call.path.replace('{id}', String(id)), headers, body: { reason: '은행을 확인함' } })

/** Requests a cash refund of all refundable points of a member, to a bank account in somebody else's name. */
const requestRefundToOtherHolder = (memberId: number) =>
  requestCashRefund(db(), { memberId, input: { ...makeCashRefundInput(), name: '박도둑' } })

describe('an accomplice who was told of a waiting deposit', () => {
  test('charges under its name within the 10 minutes: the MANAGER who told him can’t pay him out alone', async () => {
    const [cheat, owner] = [await makeStaff('MANAGER'), await makeStaff('OWNER')]
    const [{ id: memberId }, name] = [await makeMember(), newDepositorName()]
    const depositId = await makeDeposit({ name, amount: 37_700 })
    const chargeId = await makeCharge({ memberId, name, point: 37_700 })
    await send(deposits.matchDepositCall, {
      path: `/api/admin/deposits/${depositId}/match`,
      headers: owner.headers,
      body: { chargeId },
    })
    const { json } = await payOutByCall(cheat, await requestRefundToOtherHolder(memberId))
    expect(json).toMatchObject({ status: 0, approval: { why: 'CONTESTED' } })
    expect((await decideApproval(confirmApprovalCall, cheat, json.approval.id)).status).toBe(403)
    expect((await decideApproval(refuseApprovalCall, owner, json.approval.id)).status).toBe(200)
    expect(await balanceOf(db(), memberId)).toBe(3_770_000n)
  })

  test('charges under a stranger’s name before the stranger’s late transfer comes: nor then', async () => {
    const cheat = await makeStaff('MANAGER')
    const [stranger, accomplice] = [await makeMember(), await makeMember()]
    const name = newDepositorName()
    const his = await makeCharge({ memberId: stranger.id, name })
    await db().rows(
      `UPDATE charges SET status = ${chargeStatus.FAIL}, outcome = 'WITHDRAWN', response_at = now() WHERE id = $1`,
      [his],
    )
    await makeCharge({ memberId: accomplice.id, name })
    await makeDeposit({ name, amount: 10_000 })
    expect((await payOutByCall(cheat, await requestRefundToOtherHolder(accomplice.id))).json.approval).toMatchObject({
      why: 'CONTESTED',
    })
  })

  test('an honest charge made before its deposit, under a name of his own, is paid out by one person', async () => {
    const manager = await makeStaff('MANAGER')
    const [{ id: memberId }, name] = [await makeMember(), newDepositorName()]
    await makeCharge({ memberId, name })
    await makeDeposit({ name, amount: 10_000 })
    expect((await payOutByCall(manager, await requestRefundToOtherHolder(memberId))).json).toMatchObject({ status: 1 })
  })
})

describe('a deposit that somebody typed in', () => {
  const sendBack = ({ headers }: SignedIn, id: number) =>
    send(deposits.returnDepositCall, { path: `/api/admin/deposits/${id}/return`, headers, body: { reason: '착오' } })

  async function importedBy({ headers }: SignedIn): Promise<number> {
    const { json } = await send(deposits.importDepositsCall, {
      headers,
      body: [buildDeposit({ name: newDepositorName() })],
    })
    return json[0].id
  }

  test('is not returned by him, who could have invented it, but by a colleague', async () => {
    const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    const id = await importedBy(cheat)
    expect((await sendBack(cheat, id)).status).toBe(403)
    expect(await oneRow(db(), 'SELECT status FROM deposits WHERE id = $1', [id])).toEqual({ status: 'WAITING' })
    expect((await sendBack(colleague, id)).status).toBe(200)
  })

  test('is returned by him once the bank’s side has reported it too', async () => {
    const importer = await makeStaff('MANAGER')
    const line = buildDeposit({ name: newDepositorName() })
    const { json } = await send(deposits.importDepositsCall, { headers: importer.headers, body: [line] })
    await makeDeposit(line)
    expect((await sendBack(importer, json[0].id)).status).toBe(200)
  })

  test('is returned by an OWNER who works alone', async () => {
    await removeAllStaffRoles()
    const owner = await makeStaff('OWNER')
    expect((await sendBack(owner, await importedBy(owner))).status).toBe(200)
  })
})
