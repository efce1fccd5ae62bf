import { afterEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { approveCharge } from './approve-charge.ts'
import { expireCharges, failCharge } from './fail-charge.ts'
import { chargesForStaff, pastChargeCountsOf, pendingChargeTotals } from './queries.ts'
import { reverseCharge } from './reverse-charge.ts'
import { canApproveCharge, canRejectCharge } from './rules.ts'
import { backdateExpiry, makeCharge } from './testing/charges.ts'

afterEach(() => expectBooksBalance())

const foundChargeIds = async (q: string) => (await chargesForStaff(db(), { q, size: 50 })).rows.map(({ id }) => id)

test('staff find a charge by a part of the member id, in any case', async () => {
  const { id: memberId } = await makeMember({ loginId: 'cafe_log_1' })
  const id = await makeCharge({ memberId })
  expect(await foundChargeIds('afe_LOG_1')).toEqual([id])
  expect(await foundChargeIds('cafeXlog_1')).toEqual([])
})

test('staff find a depositor as names are compared: without spaces and brackets, in half width', async () => {
  const { id: memberId } = await makeMember()
  const id = await makeCharge({ memberId, name: '（주） 온미디어 A&B' })
  for (const q of ['온미디어', '(주)온미디어', '주온미', 'Ａ＆ｂ', '  온 미디어 '])
    expect(await foundChargeIds(q)).toEqual([id])
})

test('staff find an amount as people write it', async () => {
  const { id: memberId } = await makeMember()
  const id = await makeCharge({ memberId, point: 73_100 })
  for (const q of ['73100', '73,100', '73,100원']) expect(await foundChargeIds(q)).toEqual([id])
  expect(await foundChargeIds('7310')).toEqual([])
})

test('staff find a charge by the number that its member sees', async () => {
  // A search for a number also finds login ids that contain it, such as those of other tests' members. So only the rows
  // of this member, whose login id has no digits, are compared.
  const { id: memberId, loginId } = await makeMember({ loginId: 'numberless' })
  const found = async (q: string) =>
    (await chargesForStaff(db(), { q, size: 50 })).rows.filter((row) => row.memberId === loginId).map(({ id }) => id)
  const [id, other] = [await makeCharge({ memberId }), await makeCharge({ memberId })]
  expect(await found(String(id))).toEqual([id])
  expect(await found(String(other))).toEqual([other])
  expect(await found('999999999')).toEqual([])
  expect(await found('99999999999')).toEqual([])
})

test.each(['%', '_', '\\', '%%%', ',,,', "' OR 1=1 --"])('"%s" means itself in a search', async (q) => {
  await makeCharge({ memberId: (await makeMember({ loginId: `plain${Math.random().toString(36).slice(2)}` })).id })
  const rows = (await chargesForStaff(db(), { q, size: 50 })).rows
  expect(rows.filter(({ memberId }) => memberId.startsWith('plain'))).toEqual([])
})

test('pages walk through every charge once, newest first, while new ones come in', async () => {
  const { id: memberId, loginId } = await makeMember({ loginId: 'pages_of_one' })
  const ids: number[] = []
  for (let each = 0; each < 7; each++) ids.unshift(await makeCharge({ memberId }))
  const seen: number[] = []
  let cursor: number | undefined
  do {
    const page = await chargesForStaff(db(), { q: loginId, size: 3, cursor })
    seen.push(...page.rows.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
    if (seen.length === 3) await makeCharge({ memberId })
  } while (cursor)
  expect(seen).toEqual(ids)
})

test('past charges are counted by how they ended, without pending ones', async () => {
  const [one, other, fresh] = [await makeMember(), await makeMember(), await makeMember()]
  const settle = async (memberId: number, end: (chargeId: number) => Promise<unknown>) =>
    end(await makeCharge({ memberId }))
  const approve = (chargeId: number) => approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  await settle(one.id, approve)
  await settle(one.id, approve)
  await settle(one.id, (chargeId) => failCharge(db(), { chargeId, outcome: 'REJECTED', reason: '입금 없음' }))
  await settle(one.id, (chargeId) => failCharge(db(), { chargeId, outcome: 'WITHDRAWN', memberId: one.id }))
  await settle(one.id, async (chargeId) => {
    await approve(chargeId)
    await reverseCharge(db(), someStaff, { chargeId, reason: '오승인' })
  })
  await settle(other.id, backdateExpiry)
  await expireCharges(db())
  await makeCharge({ memberId: one.id })
  await makeCharge({ memberId: fresh.id })
  expect(await pastChargeCountsOf(db(), [one.id, other.id, fresh.id, one.id])).toEqual({
    [one.id]: { credited: 2, reversed: 1, rejected: 1, lapsed: 1 },
    [other.id]: { credited: 0, reversed: 0, rejected: 0, lapsed: 1 },
  })
  expect(await pastChargeCountsOf(db(), [])).toEqual({})
})

test('pending charges are counted, with their total amount to pay', async () => {
  const before = await pendingChargeTotals(db())
  const { id: memberId } = await makeMember()
  await makeCharge({ memberId, point: 30_000 })
  const after = await pendingChargeTotals(db())
  expect([after.count - before.count, after.payAmount - before.payAmount]).toEqual([1, 3_000_000n])
})

test('staff may approve pending and expired charges, and reject pending ones', () => {
  expect(canApproveCharge({ status: 0, outcome: null })).toBe(true)
  expect(canApproveCharge({ status: 2, outcome: 'EXPIRED' })).toBe(true)
  for (const outcome of ['REJECTED', 'WITHDRAWN', 'DELETED'])
    expect(canApproveCharge({ status: 2, outcome })).toBe(false)
  expect(canApproveCharge({ status: 1, outcome: 'APPROVED' })).toBe(false)
  expect([0, 1, 2].map((status) => canRejectCharge({ status }))).toEqual([true, false, false])
})
