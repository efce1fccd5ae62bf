import { afterEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { approveCharge } from './approve-charge.ts'
import { expireCharges, failCharge } from './fail-charge.ts'
import { chargeStatus } from './labels.ts'
import { backdateExpiry, makeCharge } from './testing/charges.ts'

const { PENDING, SUCCESS, FAIL } = chargeStatus

afterEach(() => expectBooksBalance())

const approve = (chargeId: number) => approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
const withdraw = (chargeId: number, memberId: number) => failCharge(db(), { chargeId, outcome: 'WITHDRAWN', memberId })
const reject = (chargeId: number, reason = '입금 없음') => failCharge(db(), { chargeId, outcome: 'REJECTED', reason })

const chargeStateOf = (chargeId: number) =>
  oneRow<{ status: number; outcome: string | null; responded: boolean }>(
    db(),
    'SELECT status, outcome, response_at IS NOT NULL AS responded FROM charges WHERE id = $1',
    [chargeId],
  )

async function makeMemberWithCharge() {
  const { id: memberId } = await makeMember()
  return { memberId, chargeId: await makeCharge({ memberId, point: 10_000 }) }
}

test('thirty approvals at once credit once', async () => {
  const { memberId, chargeId } = await makeMemberWithCharge()
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => approve(chargeId)))
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' })
  expect(await balanceOf(db(), memberId)).toBe(1_000_000n)
})

test('many charges of one member that are approved at once are all credited', async () => {
  const { id: memberId } = await makeMember()
  const ids = await Promise.all(Array.from({ length: 10 }, (_, at) => makeCharge({ memberId, point: at + 1 })))
  await Promise.all(ids.map(approve))
  expect(await balanceOf(db(), memberId)).toBe(5_500n)
})

test('approve against expire at the same moment: the credit comes once, and an approved charge never expires', async () => {
  for (let round = 0; round < 10; round++) {
    const { memberId, chargeId } = await makeMemberWithCharge()
    await backdateExpiry(chargeId)
    await Promise.all([expireCharges(db()), approve(chargeId), expireCharges(db())])
    expect(await chargeStateOf(chargeId)).toMatchObject({ status: SUCCESS, outcome: 'APPROVED' })
    expect(await balanceOf(db(), memberId)).toBe(1_000_000n)
  }
})

test('withdraw against approve at the same moment: exactly one wins', async () => {
  for (let round = 0; round < 10; round++) {
    const { memberId, chargeId } = await makeMemberWithCharge()
    const [approved, withdrawn] = await Promise.allSettled([approve(chargeId), withdraw(chargeId, memberId)])
    expect([approved.status, withdrawn.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await balanceOf(db(), memberId)).toBe(approved.status === 'fulfilled' ? 1_000_000n : 0n)
  }
})

test('reject against withdraw against approve: exactly one wins', async () => {
  for (let round = 0; round < 10; round++) {
    const { memberId, chargeId } = await makeMemberWithCharge()
    const all = [reject(chargeId), approve(chargeId), withdraw(chargeId, memberId)]
    const results = await Promise.allSettled<unknown>(all)
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  }
})

test('a rejected or withdrawn charge is never credited; an expired one can be', async () => {
  const [rejected, withdrawn, expired] = [
    await makeMemberWithCharge(),
    await makeMemberWithCharge(),
    await makeMemberWithCharge(),
  ]
  await reject(rejected.chargeId)
  await withdraw(withdrawn.chargeId, withdrawn.memberId)
  await backdateExpiry(expired.chargeId)
  expect(await expireCharges(db())).toBe(1)
  await expect(approve(rejected.chargeId)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(approve(withdrawn.chargeId)).rejects.toMatchObject({ code: 'CONFLICT' })
  await approve(expired.chargeId)
  expect(await balanceOf(db(), expired.memberId)).toBe(1_000_000n)
  expect(await chargeStateOf(rejected.chargeId)).toEqual({ status: FAIL, outcome: 'REJECTED', responded: true })
})

test('only due charges expire, and concurrent sweeps count each charge once', async () => {
  const due = await Promise.all(Array.from({ length: 12 }, makeMemberWithCharge))
  const young = await makeMemberWithCharge()
  await Promise.all(due.map(({ chargeId }) => backdateExpiry(chargeId)))
  const counts = await Promise.all(Array.from({ length: 4 }, () => expireCharges(db())))
  expect(counts.reduce((sum, count) => sum + count)).toBe(12)
  expect(await chargeStateOf(young.chargeId)).toEqual({ status: PENDING, outcome: null, responded: false })
})

test('a rejection needs a reason; a withdrawal is the member’s own', async () => {
  const { chargeId } = await makeMemberWithCharge()
  const other = await makeMember()
  await expect(reject(chargeId, '')).rejects.toMatchObject({ code: 'BAD_INPUT' })
  await expect(withdraw(chargeId, other.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(approve(999_999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await chargeStateOf(chargeId)).status).toBe(PENDING)
})
