import { afterEach, describe, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import * as deposits from '#lib/deposits/calls.ts'
import { makeDeposit } from '#lib/deposits/testing/deposits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import { confirmApprovalCall } from './calls.ts'
import { waitingApprovalsOf } from './queries.ts'
import { makeStaff, removeAllStaffRoles, shareBankAccount } from './testing/staff.ts'

// Attacks by a second person: he is asked to confirm a match that credits several charges, one of them his own.
afterEach(() => expectBooksBalance())

let nameCount = 0
const newName = () => `나눔 ${++nameCount}호`

const splitByCall = ({ headers }: SignedIn, depositId: number, chargeIds: readonly number[]) =>
  send(deposits.splitDepositCall, { path: `/api/admin/deposits/${depositId}/split`, headers, body: { chargeIds } })

const mergeByCall = ({ headers }: SignedIn, [depositId, ...depositIds]: readonly number[], chargeId: number) =>
  send(deposits.mergeDepositsCall, {
    path: `/api/admin/deposits/${depositId}/merge`,
    headers,
    body: { chargeId, depositIds },
  })

const confirmByCall = ({ headers }: SignedIn, id: number, reason = '') =>
  send(confirmApprovalCall, { path: `/api/admin/approvals/${id}/confirm`, headers, body: { reason } })

const approvalRightsOf = async (depositId: number, { id: memberId }: SignedIn) =>
  (await waitingApprovalsOf(db(), 'deposit', [depositId], { memberId, role: 'MANAGER' }))[depositId]?.mine

const makeManagers = async () =>
  [
    await makeStaff('MANAGER'),
    await makeStaff('MANAGER'),
    await makeStaff('MANAGER'),
    await makeStaff('MANAGER'),
  ] as const

/** Requests a split of a deposit of 3,000 won over one charge of each of these members. */
async function askSplit(asker: SignedIn, first: number, second: number) {
  const chargeIds = [
    await makeCharge({ memberId: first, name: newName(), point: 1_000 }),
    await makeCharge({ memberId: second, name: newName(), point: 2_000 }),
  ]
  const depositId = await makeDeposit({ name: newName(), amount: 3_000 })
  const { status, json } = await splitByCall(asker, depositId, chargeIds)
  expect(status).toBe(200)
  return { depositId, approvalId: json.approval.id as number }
}

describe('a split to charges of two staff', () => {
  test('is confirmed by neither of them, but by a colleague', async () => {
    const [asker, first, second, honest] = await makeManagers()
    const { depositId, approvalId } = await askSplit(asker, first.id, second.id)
    for (const by of [first, second]) {
      expect(await approvalRightsOf(depositId, by)).toBe('REFUSE')
      expect(await confirmByCall(by, approvalId)).toMatchObject({ status: 403, json: { code: 'OWN_ACCOUNT' } })
    }
    expect([await balanceOf(db(), first.id), await balanceOf(db(), second.id)]).toEqual([0n, 0n])
    expect(await approvalRightsOf(depositId, honest)).toBe('CONFIRM')
    expect((await confirmByCall(honest, approvalId)).status).toBe(200)
    expect([await balanceOf(db(), first.id), await balanceOf(db(), second.id)]).toEqual([100_000n, 200_000n])
  })

  test('that waits since before owners of all charges were stored with it isn’t confirmed by them either', async () => {
    const [asker, first, second] = await makeManagers()
    const { approvalId } = await askSplit(asker, first.id, second.id)
    await ownerDatabase().rows("UPDATE approvals SET excluded = '{}' WHERE id = $1", [approvalId])
    expect(await confirmByCall(second, approvalId)).toMatchObject({ status: 403, json: { code: 'OWN_ACCOUNT' } })
    expect(
      await oneRow(
        db(),
        `SELECT count(*)::int FROM audit_entries WHERE actor_id = $1 AND action = 'four-eyes.own-account'`,
        [second.id],
      ),
    ).toEqual({ count: 1 })
    expect(await balanceOf(db(), second.id)).toBe(0n)
  })

  test('isn’t confirmed by who shares a refund account with one of their members, nor if it turns out so afterwards', async () => {
    const [asker, first, second, honest] = await makeManagers()
    const [{ id: before }, { id: after }] = [await makeMember(), await makeMember()]
    await shareBankAccount(second.id, before)
    const { approvalId } = await askSplit(asker, first.id, before)
    expect((await confirmByCall(second, approvalId)).status).toBe(403)
    const later = await askSplit(asker, first.id, after)
    await shareBankAccount(honest.id, after)
    expect((await confirmByCall(honest, later.approvalId)).status).toBe(403)
    expect([await balanceOf(db(), before), await balanceOf(db(), after)]).toEqual([0n, 0n])
  })

  test('isn’t confirmed by anybody once the asker turns out to own one of the charges', async () => {
    const [asker, first, , honest] = await makeManagers()
    const { id: memberId } = await makeMember()
    const { approvalId } = await askSplit(asker, first.id, memberId)
    await shareBankAccount(asker.id, memberId)
    expect((await confirmByCall(honest, approvalId)).status).toBe(403)
    expect(await balanceOf(db(), memberId)).toBe(0n)
  })

  test('is confirmed by a single OWNER himself where all others own a charge', async () => {
    await removeAllStaffRoles()
    const [owner, first, second] = [await makeStaff('OWNER'), await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    const { approvalId } = await askSplit(owner, first.id, second.id)
    expect((await confirmByCall(second, approvalId)).status).toBe(403)
    expect((await confirmByCall(owner, approvalId, '은행에서 확인')).status).toBe(200)
    expect(await balanceOf(db(), second.id)).toBe(200_000n)
  })
})

test('a merge for a charge of staff isn’t confirmed by its owner', async () => {
  const [asker, owner, honest] = await makeManagers()
  const chargeId = await makeCharge({ memberId: owner.id, name: newName(), point: 3_000 })
  const ids = [
    await makeDeposit({ name: newName(), amount: 1_000 }),
    await makeDeposit({ name: newName(), amount: 2_000 }),
  ]
  const { json } = await mergeByCall(asker, ids, chargeId)
  expect(await confirmByCall(owner, json.approval.id)).toMatchObject({ status: 403, json: { code: 'OWN_ACCOUNT' } })
  expect((await confirmByCall(honest, json.approval.id)).status).toBe(200)
})

test('a match of an import isn’t confirmed once its importer turns out to own the charge', async () => {
  const [asker, importer, honest] = await makeManagers()
  const { id: memberId } = await makeMember({ role: 'SUPPORT' })
  const depositId = await makeDeposit({ name: newName(), amount: 2_000 }, { source: 'IMPORT', importedBy: importer.id })
  const chargeId = await makeCharge({ memberId, name: newName(), point: 2_000 })
  const { json } = await send(deposits.matchDepositCall, {
    path: `/api/admin/deposits/${depositId}/match`,
    headers: asker.headers,
    body: { chargeId },
  })
  await shareBankAccount(importer.id, memberId)
  expect((await confirmByCall(honest, json.approval.id)).status).toBe(403)
  expect(await balanceOf(db(), memberId)).toBe(0n)
})
