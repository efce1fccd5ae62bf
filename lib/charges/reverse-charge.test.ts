import { afterEach, expect, test } from 'vitest'
import { defaultApprovalLimits } from '#lib/approvals/testing/approvals.ts'
import { worker } from '#lib/audit/actor.ts'
import { someStaff, staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { adjustPoints } from '#lib/points/adjust-points.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { approveCharge } from './approve-charge.ts'
import { reverseChargeCall } from './calls.ts'
import { reverseCharge } from './reverse-charge.ts'
import { makeCharge } from './testing/charges.ts'
import { makeCreditedCharge } from './testing/refunds.ts'

afterEach(() => expectBooksBalance())

/** Expected `grants` of a reversal in these tests: the charges came with no bonus or coupon. */
const noGrants = { taken: 0n, debt: 0n }

const WON = 100n
const reverse = (chargeId: number) => reverseCharge(db(), someStaff, { chargeId, reason: '잘못 승인' })

async function makeMemberWithCredit(point = 10_000) {
  const { id: memberId } = await makeMember()
  return { memberId, chargeId: await makeCreditedCharge(memberId, point) }
}

/** Debits points from this member's balance, as if he had spent them. */
async function spendPoints(memberId: number, won: number) {
  const ask = { memberId, delta: -BigInt(won) * WON, reason: '사용', limit: 1_000_000n * WON, key: null }
  await adjustPoints(db(), staffOf(await makeMember({ role: 'OWNER' }), 'OWNER'), {
    ...ask,
    limits: defaultApprovalLimits,
  })
}

const reversalEntriesOf = (chargeId: number) =>
  db().rows("SELECT delta, actor, reason FROM point_entries WHERE kind = 'CHARGE_REVERSAL' AND ref_id = $1", [chargeId])

const reversalTasksOf = (chargeId: number) =>
  db().rows("SELECT detail FROM tasks WHERE kind = 'CHARGE_REVERSAL' AND ref_id = $1", [chargeId])

const storedCharge = (chargeId: number) =>
  oneRow(db(), 'SELECT status, reversed, reason FROM charges WHERE id = $1', [chargeId])

test('a credited charge is reversed in full, with the reason in the ledger; its status stays SUCCESS', async () => {
  const { memberId, chargeId } = await makeMemberWithCredit()
  expect(await reverse(chargeId)).toEqual({ point: 10_000n * WON, reversed: 10_000n * WON, debt: 0n, grants: noGrants })
  expect(await balanceOf(db(), memberId)).toBe(0n)
  expect(await reversalEntriesOf(chargeId)).toEqual([
    { delta: -10_000n * WON, actor: 'staff:987654', reason: '잘못 승인' },
  ])
  expect(await storedCharge(chargeId)).toEqual({ status: 1, reversed: 10_000n * WON, reason: '잘못 승인' })
  expect(await reversalTasksOf(chargeId)).toEqual([])
})

test('the balance is debited, and the spent points become a debt with a task', async () => {
  const { memberId, chargeId } = await makeMemberWithCredit()
  await spendPoints(memberId, 7_500)
  expect(await reverse(chargeId)).toEqual({
    point: 10_000n * WON,
    reversed: 2_500n * WON,
    debt: 7_500n * WON,
    grants: noGrants,
  })
  expect(await balanceOf(db(), memberId)).toBe(0n)
  expect(await reversalTasksOf(chargeId)).toMatchObject([
    { detail: { memberNo: memberId, reversed: 2_500, missing: 7_500 } },
  ])
})

test('nothing is debited from an empty balance; the next charge pays the debt first', async () => {
  const { memberId, chargeId } = await makeMemberWithCredit()
  await spendPoints(memberId, 10_000)
  expect(await reverse(chargeId)).toMatchObject({ reversed: 0n, debt: 10_000n * WON })
  expect(await reversalEntriesOf(chargeId)).toEqual([])
  await makeCreditedCharge(memberId, 15_000)
  await expect(reverse(chargeId)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await balanceOf(db(), memberId)).toBe(5_000n * WON)
})

test('of many who reverse one charge at once only one succeeds; the others get an error', async () => {
  const { memberId, chargeId } = await makeMemberWithCredit()
  await makeCreditedCharge(memberId, 50_000)
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => reverse(chargeId)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ message: '이미 승인이 취소된 충전이에요.' })
  expect(await balanceOf(db(), memberId)).toBe(50_000n * WON)
})

test('approved and reversed at the same moment: credited, or credited and taken back', async () => {
  for (let round = 0; round < 8; round++) {
    const { id: memberId } = await makeMember()
    const chargeId = await makeCharge({ memberId })
    const [, taken] = await Promise.allSettled([
      approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' }),
      reverse(chargeId),
    ])
    expect(await balanceOf(db(), memberId)).toBe(taken.status === 'fulfilled' ? 0n : 10_000n * WON)
  }
})

test('points that are spent while a charge is reversed are not taken twice', async () => {
  for (let round = 0; round < 8; round++) {
    const { memberId, chargeId } = await makeMemberWithCredit()
    const [, spent] = await Promise.allSettled([reverse(chargeId), spendPoints(memberId, 6_000)])
    const { reversed } = (await storedCharge(chargeId)) as { reversed: bigint }
    expect(reversed).toBe(spent.status === 'fulfilled' ? 4_000n * WON : 10_000n * WON)
    expect(await balanceOf(db(), memberId)).toBe(0n)
  }
})

test('only a credited charge can be reversed, with a reason, and the audit trail records it', async () => {
  const { headers, id } = await signedIn({ role: 'MANAGER' })
  const ask = (chargeId: number, reason: string) =>
    send(reverseChargeCall, { headers, path: `/api/admin/charges/${chargeId}/reverse`, body: { reason } })
  const pending = await makeCharge({ memberId: (await makeMember()).id })
  expect(await ask(pending, '왜냐하면')).toMatchObject({
    status: 409,
    json: { message: '승인된 충전만 취소할 수 있어요.' },
  })
  const { chargeId } = await makeMemberWithCredit()
  expect((await ask(chargeId, ' ')).status).toBe(400)
  expect((await ask(chargeId, '왜냐하면')).json).toEqual({
    id: chargeId,
    status: 1,
    point: 10_000,
    reversed: 10_000,
    missing: 0,
  })
  const trail = await db().rows(
    "SELECT actor_id, action, reason FROM audit_entries WHERE subject_type = 'charge' AND subject_id = $1",
    [String(chargeId)],
  )
  expect(trail).toEqual([{ actorId: id, action: 'charge.reverse', reason: '왜냐하면' }])
})
