import { expect, test } from 'vitest'
import { makeStaff } from '#lib/approvals/decisions/testing/staff.ts'
import { worker } from '#lib/audit/actor.ts'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundRequest, payOutCashRefundByStaff } from '#lib/charges/testing/refunds.ts'
import { db } from '#lib/core/db.ts'
import { matchDeposits } from '#lib/deposits/match-by-staff.ts'
import { makeDeposit } from '#lib/deposits/testing/deposits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { compareDay } from './queries/compare-day.ts'
import { expectBooksBalance } from './testing/expect-books-balance.ts'

let name = 0
const newCharge = async (point: number) =>
  makeCharge({ memberId: (await makeMember()).id, point, name: `대사${++name}` })

/** Functions that change the time of a deposit, of a charge's credit, and of a cash refund's debit. */
const moveDeposit = (id: number, at: string) => db().rows('UPDATE deposits SET at = $2 WHERE id = $1', [id, at])
const moveCharge = (id: number, at: string) => db().rows('UPDATE charges SET response_at = $2 WHERE id = $1', [id, at])
const moveRefund = (id: number, at: string) =>
  db().rows('UPDATE refund_requests SET response_at = $2 WHERE id = $1', [id, at])

const approve = (chargeId: number) => approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })

/** Matches, splits or merges deposits with charges, for a MANAGER. */
async function settle(way: 'MATCH' | 'SPLIT' | 'MERGE', depositIds: number[], chargeIds: number[]): Promise<void> {
  const { id, loginId } = await makeStaff('MANAGER')
  await matchDeposits(db(), staffOf({ id, loginId }), { way, depositIds, chargeIds })
}

test('a day on which every deposit was credited leaves nothing, whether matched, split or merged', async () => {
  const at = '2026-03-10T12:00:00+09:00'
  const [one, two, three, four] = [
    await newCharge(10_000),
    await newCharge(4_000),
    await newCharge(6_000),
    await newCharge(20_000),
  ]
  const deposits: number[] = []
  for (let left = 4; left > 0; left--) deposits.push(await makeDeposit())
  const [a, b, c, d] = deposits as [number, number, number, number]
  await settle('MATCH', [a], [one])
  await settle('SPLIT', [b], [two, three])
  await settle('MERGE', [c, d], [four])
  for (const id of deposits) await moveDeposit(id, at)
  for (const id of [one, two, three, four]) await moveCharge(id, at)
  expect(await compareDay(db(), '2026-03-10')).toEqual({
    day: '2026-03-10',
    deposits: { count: 4, won: 40_000 },
    credited: { count: 4, won: 40_000 },
    cards: { count: 0, won: 0 },
    refunds: { count: 0, won: 0 },
    unexplained: 0,
    differences: 0,
    rows: [],
  })
  await expectBooksBalance()
})

test('each difference is named by its row, and together they explain the day to the won', async () => {
  const day = '2026-04-01'
  const [at, before] = ['2026-04-01T00:00:00+09:00', '2026-03-31T23:59:59.999+09:00']
  const [late, early, bare] = [await newCharge(10_000), await newCharge(10_000), await newCharge(7_000)]
  const [waiting, arrivedBefore, creditedAfter, returned, twice] = [
    await makeDeposit({ amount: 3_000 }),
    await makeDeposit(),
    await makeDeposit(),
    await makeDeposit({ amount: 900 }),
    await makeDeposit({ amount: 50 }),
  ]
  await settle('MATCH', [arrivedBefore], [late])
  await settle('MATCH', [creditedAfter], [early])
  await approve(bare)
  await db().rows("UPDATE deposits SET status = 'RETURNED', matched_at = now() WHERE id = $1", [returned])
  await db().rows("UPDATE deposits SET status = 'DUPLICATE', matched_at = now() WHERE id = $1", [twice])
  for (const id of [waiting, creditedAfter, returned, twice]) await moveDeposit(id, at)
  await moveDeposit(arrivedBefore, before)
  for (const id of [late, bare]) await moveCharge(id, at)
  await moveCharge(early, '2026-04-02T00:00:00+09:00')
  const refund = await makeCashRefundRequest((await makeMember()).id)
  await payOutCashRefundByStaff(refund, { byFile: true })
  await moveRefund(refund, '2026-04-01T23:59:59.999+09:00')

  const compared = await compareDay(db(), day)
  expect(compared).toMatchObject({
    deposits: { count: 3, won: 13_900 },
    credited: { count: 2, won: 17_000 },
    refunds: { count: 1, won: 10_000 },
    unexplained: 0,
    differences: 6,
  })
  expect(compared.rows.map(({ kind, id, won }) => [kind, id, won])).toEqual([
    ['CREDITED_OTHER_DAY', creditedAfter, 10_000],
    ['DEPOSIT_RETURNED', returned, 900],
    ['DEPOSIT_WAITING', waiting, 3_000],
    ['NO_DEPOSIT', bare, 7_000],
    ['PAID_OTHER_DAY', late, 10_000],
    ['REFUND_UNSENT', refund, 10_000],
  ])
  expect(compared.rows.find(({ kind }) => kind === 'NO_DEPOSIT')?.memberId).toEqual(expect.any(String))
})

test('a deposit that paid for a charge but has another status leaves an unexplained difference', async () => {
  const [day, at] = ['2026-05-05', '2026-05-05T12:00:00+09:00']
  const [charge, deposit] = [await newCharge(10_000), await makeDeposit()]
  await settle('MATCH', [deposit], [charge])
  await moveDeposit(deposit, at)
  await moveCharge(charge, at)
  expect((await compareDay(db(), day)).unexplained).toBe(0)
  await db().rows("UPDATE deposits SET status = 'RETURNED' WHERE id = $1", [deposit])
  expect(await compareDay(db(), day)).toMatchObject({ unexplained: 10_000, differences: 1 })
  await db().rows("UPDATE deposits SET status = 'MATCHED' WHERE id = $1", [deposit])
})
