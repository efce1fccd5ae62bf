import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { type Db, db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { expectLockWaits } from '#lib/core/testing/lock-waits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { send, signIn } from '#lib/web/testing/caller.ts'
import { redeemCouponCall } from './calls.ts'
import { couponCodeText } from './labels.ts'
import { promotionsOfMember } from './queries.ts'
import { redeemCoupon } from './redeem-coupon.ts'
import { makeBonusInput, makeCouponInput, makePromotion, stopAllPromotions } from './testing/promotions.ts'

beforeEach(stopAllPromotions)
afterEach(() => expectBooksBalance())

const newMember = async (): Promise<number> => (await makeMember()).id
const won = async (memberId: number): Promise<number> => Number(await balanceOf(db(), memberId)) / 100
const redeem = (memberId: number, code: string) => redeemCoupon(db(), { memberId, code })
const unusable = { code: 'NOT_FOUND', message: '사용할 수 없는 쿠폰이에요. 번호와 사용 기간을 확인해 주세요.' }

describe('a coupon', () => {
  test('gives its points at once, by its code in any spelling', async () => {
    const { code } = await makePromotion(makeCouponInput())
    const member = await makeMember()
    const { headers } = await signIn(member)
    const { status, json } = await send(redeemCouponCall, {
      headers,
      body: { code: ` ${couponCodeText(code).toLowerCase()} ` },
    })
    expect({ status, json }).toMatchObject({
      status: 201,
      json: { name: '가을 쿠폰', point: 1_000, minCharge: 0, credited: true },
    })
    expect(await won(member.id)).toBe(1_000)
  })

  test('and a bonus are shown to the member who got them, what waits for a charge as held, and to no other', async () => {
    const once = await makePromotion(makeCouponInput())
    const waiting = await makePromotion(makeCouponInput({ name: '오만 원 쿠폰', point: 5_000, minCharge: 50_000 }))
    const bonus = await makePromotion(makeBonusInput({ minCharge: 60_000, once: false }))
    const [memberId, other] = [await newMember(), await newMember()]
    await redeem(memberId, once.code)
    await redeem(memberId, waiting.code)
    const { offers, grants } = await promotionsOfMember(db(), memberId)
    expect(offers).toMatchObject([{ id: bonus.id, percent: 1_000, minCharge: 60_000 }])
    expect(grants).toMatchObject([
      { kind: 'COUPON', name: '오만 원 쿠폰', point: 5_000, minCharge: 50_000, held: true },
      { kind: 'COUPON', name: '가을 쿠폰', point: 1_000, takenBack: 0, held: false },
    ])
    expect(await promotionsOfMember(db(), other)).toMatchObject({ offers: [{ id: bonus.id }], grants: [] })
  })

  test('that waits for a charge is shown as long as it can be used, however long ago and before how many others', async () => {
    const memberId = await newMember()
    const waiting = await makePromotion(makeCouponInput({ name: '오만 원 쿠폰', point: 5_000, minCharge: 50_000 }))
    const over = await makePromotion(makeCouponInput({ name: '지난 쿠폰', minCharge: 50_000 }))
    await redeem(memberId, waiting.code)
    await redeem(memberId, over.code)
    await ownerDatabase().rows(
      "UPDATE promotion_grants SET created_at = now() - interval '4 months' WHERE member_id = $1",
      [memberId],
    )
    await ownerDatabase().rows(
      "UPDATE promotions SET starts_at = now() - interval '1 hour', ends_at = now() - interval '1 second' WHERE id = $1",
      [over.id],
    )
    await makePromotion(makeBonusInput({ once: false }))
    for (let at = 0; at < 21; at++) {
      await makeCreditedCharge(memberId, 100)
      // Makes the charges older, because only ten charges may be requested in an hour.
      await ownerDatabase().rows("UPDATE charges SET created_at = now() - interval '2 hours' WHERE member_id = $1", [
        memberId,
      ])
    }
    const { grants } = await promotionsOfMember(db(), memberId)
    expect(grants.filter(({ kind }) => kind === 'COUPON')).toMatchObject([{ name: '오만 원 쿠폰', held: true }])
    expect(grants).toHaveLength(21)
    await makeCreditedCharge(memberId, 50_000)
    const { grants: now } = await promotionsOfMember(db(), memberId)
    expect(now.filter(({ kind }) => kind === 'COUPON')).toMatchObject([{ name: '오만 원 쿠폰', held: false }])
  })

  test('that waits for a charge isn’t called used when its member types its code again', async () => {
    const { code } = await makePromotion(makeCouponInput({ point: 5_000, minCharge: 50_000 }))
    const memberId = await newMember()
    await redeem(memberId, code)
    await expect(redeem(memberId, code)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: '이미 등록한 쿠폰이에요. 50,000원 이상 충전하면 받아요.',
    })
    await makeCreditedCharge(memberId, 50_000)
    await expect(redeem(memberId, code)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: '이미 사용한 쿠폰이에요. 한 사람이 한 번만 쓸 수 있어요.',
    })
  })

  test('is used once by a member, also by ten requests at the same moment', async () => {
    const { code } = await makePromotion(makeCouponInput())
    const memberId = await newMember()
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => redeem(memberId, code)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(redeem(memberId, code)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await won(memberId)).toBe(1_000)
  })

  test.each([
    ['an unknown code', {}, 'NOSUCHCODE22'],
    ['no code', {}, ''],
    ['one that hasn’t begun', { startsAt: new Date(Date.now() + 3_600_000).toISOString() }, null],
    ['one that has ended', { endsAt: new Date(Date.now() - 1_000).toISOString() }, null],
  ])('%s is refused in the same words as any other', async (_, change, code) => {
    const made = await makePromotion(makeCouponInput(change))
    await expect(redeem(await newMember(), code ?? made.code)).rejects.toMatchObject(unusable)
  })

  test('isn’t registered by an account that was deleted while the request waited', async () => {
    const memberId = await newMember()
    const once = await makePromotion(makeCouponInput())
    const waiting = await makePromotion(makeCouponInput({ minCharge: 50_000 }))
    await deleteAccount(db(), memberId)
    for (const { code } of [once, waiting])
      await expect(redeem(memberId, code)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await db().rows('SELECT FROM promotion_grants WHERE member_id = $1', [memberId])).toEqual([])
  })

  test('that was stopped is refused in the same words, and gives nothing with a charge any more', async () => {
    const { code } = await makePromotion(makeCouponInput({ minCharge: 5_000 }))
    const memberId = await newMember()
    await redeem(memberId, code)
    await stopAllPromotions()
    await expect(redeem(await newMember(), code)).rejects.toMatchObject(unusable)
    await makeCreditedCharge(memberId, 10_000)
    expect(await won(memberId)).toBe(10_000)
  })

  test('that is stopped while it is being registered is refused in the same words, and isn’t called used up', async () => {
    const { code, id } = await makePromotion(makeCouponInput())
    const memberId = await newMember()
    let answer: Promise<unknown> = Promise.resolve()
    await db().transaction(async (tx) => {
      await tx.rows("UPDATE promotions SET state = 'STOPPED', stopped_at = now() WHERE id = $1", [id])
      answer = redeem(memberId, code).catch((error: unknown) => error)
      await expectLockWaits()
    })
    expect(await answer).toMatchObject(unusable)
    expect(await won(memberId)).toBe(0)
  })

  test('of which one is left is had by one of fifty who ask at the same moment', async () => {
    const { code, id } = await makePromotion(makeCouponInput({ maxGrants: 1 }))
    const members = await Promise.all(Array.from({ length: 50 }, newMember))
    const answers = await Promise.allSettled(members.map((memberId) => redeem(memberId, code)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await db().rows('SELECT given, grant_count FROM promotions WHERE id = $1', [id])).toEqual([
      { given: 100_000n, grantCount: 1 },
    ])
    const balances = await Promise.all(members.map(won))
    expect(balances.reduce((sum, each) => sum + each, 0)).toBe(1_000)
  })

  test('gives no more than its budget', async () => {
    const { code } = await makePromotion(makeCouponInput({ budget: 2_500 }))
    const answers = await Promise.allSettled(
      (await Promise.all(Array.from({ length: 8 }, newMember))).map((memberId) => redeem(memberId, code)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const [refused] = answers.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({ reason: { code: 'CONFLICT', message: '준비한 쿠폰이 모두 사용됐어요.' } })
  })

  test('is guessed at most ten times, then 429', async () => {
    const { headers } = await signIn(await makeMember())
    const tries: number[] = []
    for (let count = 0; count < 12; count++)
      tries.push((await send(redeemCouponCall, { headers, body: { code: `GUESS${count}` } })).status)
    expect(new Set(tries.slice(0, 10))).toEqual(new Set([404]))
    expect(tries.slice(10)).toEqual([429, 429])
  })
})

describe('a coupon that comes with a charge', () => {
  test('waits for one that is large enough, beside its bonus, one coupon a charge, the largest first', async () => {
    await makePromotion(makeBonusInput())
    const memberId = await newMember()
    for (const point of [300, 500])
      await redeem(memberId, (await makePromotion(makeCouponInput({ point, minCharge: 5_000 }))).code)
    expect(await won(memberId)).toBe(0)
    await makeCreditedCharge(memberId, 4_000)
    expect(await won(memberId)).toBe(4_400)
    await makeCreditedCharge(memberId, 10_000)
    expect(await won(memberId)).toBe(14_900)
    await makeCreditedCharge(memberId, 5_000)
    expect(await won(memberId)).toBe(20_200)
  })

  test('comes with a charge made before its end, however late the money is, and not with a later one', async () => {
    const memberId = await newMember()
    await redeem(memberId, (await makePromotion(makeCouponInput({ minCharge: 1_000 }))).code)
    const charges = [await makeCharge({ memberId }), await makeCharge({ memberId })]
    await db().rows("UPDATE charges SET created_at = now() + interval '25 hours' WHERE id = $1", [charges[0]])
    for (const chargeId of charges) {
      expect(await won(memberId)).toBe(chargeId === charges[0] ? 0 : 10_000)
      await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
    }
    expect(await won(memberId)).toBe(21_000)
  })

  test('comes not to who has become staff since he registered it, while he is', async () => {
    const memberId = await newMember()
    await redeem(memberId, (await makePromotion(makeCouponInput({ minCharge: 5_000 }))).code)
    await db().rows("UPDATE members SET role = 'SUPPORT' WHERE id = $1", [memberId])
    await makeCreditedCharge(memberId, 10_000)
    expect(await won(memberId)).toBe(10_000)
    await db().rows("UPDATE members SET role = 'MEMBER' WHERE id = $1", [memberId])
    await makeCreditedCharge(memberId, 10_000)
    expect(await won(memberId)).toBe(21_000)
  })
})

/**
 * A database whose transactions fail after `last` statements, as if the process were killed there: nothing is
 * committed.
 */
const killedAt = (last: number) => ({
  ...db(),
  transaction: <T>(run: (tx: Db) => Promise<T>) =>
    db().transaction((tx) => {
      let count = 0
      return run({
        rows: (statement, values) => {
          if (++count > last) throw new Error('killed')
          return tx.rows(statement, values)
        },
      })
    }),
})

test('cut off after any of its statements, it is used whole or not at all', async () => {
  const { code, id } = await makePromotion(makeCouponInput())
  const memberId = await newMember()
  let cuts = 0
  for (let last = 0; (await won(memberId)) === 0; last++) {
    const done = await redeemCoupon(killedAt(last), { memberId, code }).then(
      () => true,
      () => false,
    )
    const [{ given } = { given: -1n }] = await db().rows<{ given: bigint }>(
      'SELECT given FROM promotions WHERE id = $1',
      [id],
    )
    expect(given).toBe(done ? 100_000n : 0n)
    await expectBooksBalance()
    cuts++
  }
  expect(cuts).toBeGreaterThan(5)
})
