import { afterAll, beforeEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { creditCardCharge } from '#lib/charges/credit-card-charge.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { takeBackCardCharge } from '#lib/charges/take-back-card-charge.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase, withoutTriggers } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { wholePoints } from '#lib/money/points.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { makeBonusInput, makePromotion } from '#lib/promotions/testing/promotions.ts'
import { rollUpDays } from '#lib/reports/roll-up-days.ts'
import { issuedPoints } from './queries/issued.ts'
import { rollUpIssues } from './roll-up-issues.ts'

afterAll(() => expectBooksBalance())
beforeEach(() => ownerDatabase().rows('DELETE FROM issue_days'))

const charge = async (memberId: number, point: number): Promise<number> => {
  const chargeId = await makeCharge({ memberId, point })
  await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  return chargeId
}

const outstanding = async () =>
  (await oneRow<{ point: bigint }>(db(), 'SELECT coalesce(sum(point), 0)::bigint AS point FROM balances')).point

/** Stores the figures of the day that was this many days ago in Seoul. */
const storeDay = (daysAgo: number, balance: bigint, paid = 0n) =>
  ownerDatabase().rows(
    `INSERT INTO issue_days (day, paid, free, balance)
     VALUES ((now() AT TIME ZONE 'Asia/Seoul')::date - $1::int, $3, 0, $2)`,
    [daysAgo, balance, paid],
  )

test('charges and gifts are issued; spending, refunds and reversals reduce what is outstanding and never what was issued', async () => {
  const before = await issuedPoints(db())
  // `makeMember` gives these points as an adjustment.
  const { id: memberId } = await makeMember({ points: 500 })
  const chargeId = await charge(memberId, 10_000)
  await placeOrder(db(), orderRequest({ memberId, serviceId: await makeService(), amount: 300 }))
  await reverseCharge(db(), someStaff, {
    chargeId,
    reason: '입금되지 않음',
  })
  const after = await issuedPoints(db())
  expect(after.thisYear.paid - before.thisYear.paid).toBe(wholePoints(10_000))
  expect(after.thisYear.free - before.thisYear.free).toBe(wholePoints(500))
  expect(after.balance).toBe(await outstanding())
})

test('a bonus that comes back with a cancellation that PortOne refused isn’t issued a second time', async () => {
  await makePromotion(makeBonusInput({ maxGrants: 1 }))
  const { id: memberId } = await makeMember()
  const before = await issuedPoints(db())
  await db().transaction(async (tx) => {
    const paid = { memberId, point: wholePoints(10_000), createdAt: new Date() }
    const chargeId = await creditCardCharge(tx, worker, paid)
    for (const totalPoints of [wholePoints(4_000), 0n, wholePoints(10_000), wholePoints(2_000)])
      await takeBackCardCharge(tx, worker, { chargeId, totalPoints, reason: '결제 취소' })
  })
  const after = await issuedPoints(db())
  expect(after.thisYear.paid - before.thisYear.paid).toBe(wholePoints(10_000))
  expect(after.thisYear.free - before.thisYear.free).toBe(wholePoints(1_000))
  expect(after.balance).toBe(await outstanding())
})

test('a day that is over is stored once, by whoever comes first, with what was outstanding at its end', async () => {
  const { id: memberId } = await makeMember()
  await db().rows("UPDATE members SET created_at = now() - interval '3 days' WHERE id = $1", [memberId])
  await charge(memberId, 7_000)
  const [stored, again] = await Promise.all([rollUpIssues(db()), rollUpIssues(db())])
  expect(stored + again).toBeGreaterThanOrEqual(2)
  expect(await rollUpIssues(db())).toBe(0)
  const { day, balance, paid } = await oneRow<{ day: string; balance: bigint; paid: bigint }>(
    db(),
    'SELECT day::text, balance, paid FROM issue_days ORDER BY day DESC LIMIT 1',
  )
  // Everything was booked today, so nothing was outstanding at the end of yesterday.
  expect({ balance, paid }).toEqual({ balance: 0n, paid: 0n })
  expect(day < new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)).toBe(true)
  expect((await issuedPoints(db())).balance).toBe(await outstanding())
})

test('the last stored day and what was booked since make the present balance', async () => {
  await storeDay(1, 900n, 100n)
  const { balance } = await issuedPoints(db())
  expect(balance).toBe(900n + (await outstanding()))
})

test('the average is that of the quarters that ended since the first one of last year', async () => {
  expect((await issuedPoints(db())).average).toBe(null)
  await ownerDatabase().rows(
    `INSERT INTO issue_days (day, paid, free, balance)
     SELECT d::date, 0, 0, CASE WHEN d::date = date_trunc('quarter', at)::date - 1 THEN 30 ELSE 7777 END
     FROM (SELECT now() AT TIME ZONE 'Asia/Seoul' AS at) AS n, generate_series(date_trunc('quarter', at) - interval '2 days', date_trunc('quarter', at), interval '1 day') AS d`,
  )
  expect((await issuedPoints(db())).average).toBe(30n)
  await ownerDatabase().rows(
    `INSERT INTO issue_days (day, paid, free, balance)
     SELECT (date_trunc('year', at) - interval '1 year' + interval '3 months' - interval '1 day')::date, 0, 0, 10 FROM (SELECT now() AT TIME ZONE 'Asia/Seoul' AS at) AS n
     UNION SELECT (date_trunc('year', at) - interval '1 year' - interval '1 day')::date, 0, 0, 5000 FROM (SELECT now() AT TIME ZONE 'Asia/Seoul' AS at) AS n`,
  )
  const { average, quarters } = await issuedPoints(db())
  expect(average).toBe(20n)
  expect(quarters.map(({ balance }) => balance)).toEqual([30n, 10n])
})

test('the years are those of Seoul, and each counts its own issue', async () => {
  await ownerDatabase().rows(
    `INSERT INTO issue_days (day, paid, free, balance)
     SELECT (date_trunc('year', at) + n * interval '1 day')::date, 10 ^ (n + 2), 1, 0 FROM (SELECT now() AT TIME ZONE 'Asia/Seoul' AS at) AS t, generate_series(-1, 0) AS n
     UNION ALL SELECT (date_trunc('year', at) - interval '1 year' - interval '1 day')::date, 99999, 1, 0 FROM (SELECT now() AT TIME ZONE 'Asia/Seoul' AS at) AS t`,
  )
  const { lastYear } = await issuedPoints(db())
  expect(lastYear).toEqual({ paid: 10n, free: 1n })
})

test('what a roll-up of the reports stored today counts like what was booked after it', async () => {
  const before = await issuedPoints(db())
  const { id: memberId } = await makeMember({ points: 300 })
  await charge(memberId, 2_000)
  await rollUpDays(db(), new Date())
  await charge(memberId, 1_000)
  const chargeId = await charge(memberId, 4_000)
  await reverseCharge(db(), someStaff, { chargeId, reason: '입금되지 않음' })
  const after = await issuedPoints(db())
  expect(after.thisYear.paid - before.thisYear.paid).toBe(wholePoints(7_000))
  expect(after.thisYear.free - before.thisYear.free).toBe(wholePoints(300))
  expect(after.balance).toBe(await outstanding())
})

test('a stored day has what was issued on it and what was outstanding at its end', async () => {
  const { id: memberId } = await makeMember()
  await db().rows("UPDATE members SET created_at = now() - interval '3 days' WHERE id = $1", [memberId])
  await charge(memberId, 3_000)
  await withoutTriggers("UPDATE point_entries SET created_at = created_at - interval '1 day' WHERE member_id = $1", [
    memberId,
  ])
  await rollUpIssues(db())
  expect(await db().rows('SELECT paid, balance FROM issue_days ORDER BY day DESC LIMIT 2')).toEqual([
    { paid: wholePoints(3_000), balance: wholePoints(3_000) },
    { paid: 0n, balance: 0n },
  ])
})
