import { afterEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { chargeStatus } from '#lib/charges/labels.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { matchDepositCall } from './calls.ts'
import { matchWaitingDeposits } from './match-deposit.ts'
import { depositFitsOfCharges } from './queries/deposit-fits.ts'
import { depositForStaff } from './queries/one-deposit.ts'
import { receiveDeposits } from './receive-deposits.ts'
import { buildDeposit, depositById, makeDeposit } from './testing/deposits.ts'
import { minutesAgo } from './testing/payers.ts'

afterEach(() => expectBooksBalance())

const fromHook = { source: 'HOOK' } as const
let lastAmount = 20_000
/** A name and an amount that no other test uses. */
const newNameAndAmount = () => ({ name: `사유 ${++lastAmount}호`, point: lastAmount })

async function makeMemberWithCharge({ name, point }: { name: string; point: number }) {
  const { id: memberId } = await makeMember()
  return { memberId, chargeId: await makeCharge({ memberId, name, point }) }
}

const approveManually = (chargeId: number) => approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })

async function waitReasonOfNew(name: string, amount: number) {
  const [taken] = await receiveDeposits(db(), [buildDeposit({ name, amount })], fromHook)
  return taken?.reason
}

test('who imports is told why each deposit waits', async () => {
  const [alone, named, summed, twice, late] = [
    newNameAndAmount(),
    newNameAndAmount(),
    newNameAndAmount(),
    newNameAndAmount(),
    newNameAndAmount(),
  ]
  expect(await waitReasonOfNew(alone.name, alone.point)).toBe('NONE')
  await makeMemberWithCharge(named)
  expect(await waitReasonOfNew(named.name, named.point + 500_000)).toBe('OTHER_AMOUNT')
  await makeMemberWithCharge(summed)
  expect(await waitReasonOfNew('다른 사람', summed.point)).toBe('OTHER_NAME')
  await makeMemberWithCharge(twice)
  await makeMemberWithCharge(twice)
  expect(await waitReasonOfNew(twice.name, twice.point)).toBe('SEVERAL')
  const { chargeId } = await makeMemberWithCharge(late)
  await db().rows(
    `UPDATE charges SET status = ${chargeStatus.FAIL}, outcome = 'EXPIRED', created_at = now() - interval '80 hours',
       response_at = now() - interval '77 hours' WHERE id = $1`,
    [chargeId],
  )
  expect(await waitReasonOfNew(late.name, late.point)).toBe('LATE')
  expect(await waitReasonOfNew(named.name, named.point)).toBeNull()
})

test('what may be paid is offered, the likeliest first; what was paid is shown afterwards', async () => {
  const wanted = newNameAndAmount()
  const [sameName, sameSum] = [
    await makeMemberWithCharge({ ...wanted, point: 700 }),
    await makeMemberWithCharge({ ...wanted, name: '다른 사람' }),
  ]
  const id = await makeDeposit({ name: wanted.name, amount: wanted.point })
  const waiting = await depositForStaff(db(), id)
  expect(waiting?.charges.map((charge) => charge.id)).toEqual([sameSum.chargeId, sameName.chargeId])
  const { headers } = await signedIn({ role: 'MANAGER' })
  const path = `/api/admin/deposits/${id}/match`
  await send(matchDepositCall, { headers, path, body: { chargeId: sameSum.chargeId } })
  const matched = await depositForStaff(db(), id)
  expect(matched).toMatchObject({ status: 'MATCHED', reason: null, settledBy: expect.any(String) })
  expect(matched?.charges.map((charge) => charge.id)).toEqual([sameSum.chargeId])
})

test('a deposit of what staff had approved before is joined to it, once, and moves nothing', async () => {
  const wanted = newNameAndAmount()
  const { memberId, chargeId } = await makeMemberWithCharge(wanted)
  await approveManually(chargeId)
  const before = await balanceOf(db(), memberId)
  const ids = await Promise.all([1, 2, 3].map(() => makeDeposit({ name: wanted.name, amount: wanted.point })))
  expect(await depositForStaff(db(), ids[0] ?? 0)).toMatchObject({ reason: 'CREDITED', charges: [{ id: chargeId }] })
  const { headers } = await signedIn({ role: 'MANAGER' })
  const join = (id: number, credited: boolean) =>
    send(matchDepositCall, { headers, path: `/api/admin/deposits/${id}/match`, body: { chargeId, credited } })
  expect((await join(ids[0] ?? 0, false)).status).toBe(409)
  const answers = await Promise.all(ids.map((id) => join(id, true)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await Promise.all(ids.map(depositById))).filter((each) => each.chargeId === chargeId)).toHaveLength(1)
  expect(await balanceOf(db(), memberId)).toBe(before)
})

test('a deposit that was credited without staff shows nobody, also after a request about it was refused', async () => {
  const wanted = newNameAndAmount()
  const id = await makeDeposit({ name: wanted.name, amount: wanted.point })
  const act = { action: 'approval.refused', subjectType: 'deposit', subjectId: id, reason: '다른 사람이에요' }
  await recordAudit(db(), staffOf(await makeMember({ role: 'MANAGER' }), 'MANAGER'), act)
  expect(await depositForStaff(db(), id)).toMatchObject({ settledBy: null, note: '다른 사람이에요' })
  const { chargeId } = await makeMemberWithCharge(wanted)
  await matchWaitingDeposits(db())
  expect(await depositById(id)).toEqual({ status: 'MATCHED', chargeId })
  expect(await depositForStaff(db(), id)).toMatchObject({ settledBy: null, note: null })
})

test('staff see of a charge whether its deposit is about to credit it, or is theirs to check', async () => {
  const [soon, after] = [newNameAndAmount(), newNameAndAmount()]
  await makeDeposit({ name: soon.name, amount: soon.point })
  await makeDeposit({ name: after.name, amount: after.point, at: minutesAgo(60) })
  const ids = [(await makeMemberWithCharge(soon)).chargeId, (await makeMemberWithCharge(after)).chargeId]
  const fits = await depositFitsOfCharges(db(), ids)
  expect(ids.map((id) => fits[id]?.fit)).toEqual(['FITS', 'CHECK'])
})
