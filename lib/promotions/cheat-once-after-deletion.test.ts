import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeContact } from '#lib/accounts/change-contact.ts'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { sendCodeAndRead } from '#lib/accounts/testing/codes.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { expectLockWaits } from '#lib/core/testing/lock-waits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { applyRetentionPolicy } from '#lib/reports/apply-retention-policy.ts'
import { promotionsOfMember } from './queries.ts'
import { redeemCoupon } from './redeem-coupon.ts'
import { makeBonusInput, makeCouponInput, makePromotion, stopAllPromotions } from './testing/promotions.ts'

// Attacks by a person who tries to get the same bonus or coupon a second time, on another account, although each person
// may get it only once. Test titles describe his actions.
beforeEach(stopAllPromotions)
afterEach(() => expectBooksBalance())

let numbers = 0
const newPhone = (): string => `010${String(70_000_000 + ++numbers)}`

const registers = async (phone: string): Promise<number> => (await makeMember({ phone })).id
const registersBySns = async (subject: string): Promise<number> => {
  const { id } = await makeMember()
  await db().rows("INSERT INTO sns_links (member_id, provider, subject) VALUES ($1, 'KAKAO', $2)", [id, subject])
  return id
}
const redeems = (memberId: number, code: string) => redeemCoupon(db(), { memberId, code })
const leaves = (memberId: number) => deleteAccount(db(), memberId)
const rowsOf = (memberId: number) =>
  db().rows('SELECT keep_until FROM former_identities WHERE member_id = $1', [memberId])

const used = { code: 'CONFLICT', message: expect.stringContaining('이미') }

test('redeems, deletes his account, registers with the same telephone and redeems again', async () => {
  const { code } = await makePromotion(makeCouponInput())
  const phone = newPhone()
  const first = await registers(phone)
  await redeems(first, code)
  await leaves(first)
  const second = await registers(phone)
  await expect(redeems(second, code)).rejects.toMatchObject(used)
  expect(await balanceOf(db(), second)).toBe(0n)
  await redeems(await registers(newPhone()), code)
})

test('the same with his Kakao account', async () => {
  const { code } = await makePromotion(makeCouponInput())
  const first = await registersBySns('kakao-person-1')
  await redeems(first, code)
  await leaves(first)
  await expect(redeems(await registersBySns('kakao-person-1'), code)).rejects.toMatchObject(used)
  await redeems(await registersBySns('kakao-person-2'), code)
})

test('takes the bonus of his first charge twice: it isn’t offered, and doesn’t come with the charge', async () => {
  await makePromotion(makeBonusInput())
  const phone = newPhone()
  const first = await registers(phone)
  await makeCreditedCharge(first, 10_000)
  await leaves(first)
  const second = await registers(phone)
  expect((await promotionsOfMember(db(), second)).offers).toEqual([])
  await makeCreditedCharge(second, 10_000)
  expect(await balanceOf(db(), second)).toBe(1_000_000n)
})

test('goes on over several accounts: each is refused', async () => {
  const { code } = await makePromotion(makeCouponInput())
  const phone = newPhone()
  const first = await registers(phone)
  await redeems(first, code)
  await leaves(first)
  for (let round = 0; round < 2; round++) {
    const next = await registers(phone)
    await expect(redeems(next, code)).rejects.toMatchObject(used)
    await leaves(next)
  }
})

test('changes his number instead, and registers with the old one', async () => {
  const { code } = await makePromotion(makeCouponInput())
  const phone = newPhone()
  const first = await registers(phone)
  await redeems(first, code)
  const target = newPhone()
  await changeContact(db(), {
    ...{ memberId: first, channel: 'PHONE', target, address: '127.0.0.1' },
    code: await sendCodeAndRead('PHONE', target),
  })
  await expect(redeems(await registers(phone), code)).rejects.toMatchObject(used)
})

/**
 * Starts these acts of a member one after the other while his balance is locked. Releases the lock once all of them
 * wait for it, so that they commit in this order.
 */
async function atOnceInOrder(memberId: number, ...acts: (() => Promise<unknown>)[]) {
  const started: Promise<unknown>[] = []
  await db().transaction(async (tx) => {
    await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
    for (const act of acts) {
      started.push(act())
      started.at(-1)?.catch(() => {})
      await expectLockWaits(started.length)
    }
  })
  return Promise.allSettled(started)
}

test('redeems at the moment in which he deletes the account', async () => {
  for (let round = 0; round < 4; round++) {
    const { code } = await makePromotion(makeCouponInput())
    const phone = newPhone()
    const first = await registers(phone)
    const acts = [() => redeems(first, code), () => leaves(first)]
    const outcomes = await atOnceInOrder(first, ...(round % 2 ? acts : acts.toReversed()))
    const redeemed = round % 2 ? outcomes[0] : outcomes[1]
    expect(redeemed?.status).toBe(round % 2 ? 'fulfilled' : 'rejected')
    const again = redeems(await registers(phone), code)
    if (round % 2) await expect(again).rejects.toMatchObject(used)
    else await again
  }
})

test('redeems at the moment in which he changes his number: the number that he had then is spent', async () => {
  for (const isChangeFirst of [false, true]) {
    const { code } = await makePromotion(makeCouponInput())
    const [phone, target] = [newPhone(), newPhone()]
    const first = await registers(phone)
    const sent = { channel: 'PHONE', target, address: '', code: await sendCodeAndRead('PHONE', target) } as const
    const acts = [() => redeems(first, code), () => changeContact(db(), { memberId: first, ...sent })]
    const outcomes = await atOnceInOrder(first, ...(isChangeFirst ? acts.toReversed() : acts))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    // A number that he gave up before isn't his any more, so the person who has it now may redeem the coupon.
    if (isChangeFirst) await redeems(await registers(phone), code)
    await leaves(first)
    await expect(redeems(await registers(isChangeFirst ? target : phone), code)).rejects.toMatchObject(used)
  }
})

test('identities of members without a grant aren’t stored; others until 30 days after the promotion’s end', async () => {
  const { id, code } = await makePromotion(makeCouponInput())
  const none = await registers(newPhone())
  await leaves(none)
  expect(await rowsOf(none)).toEqual([])
  const phone = newPhone()
  const first = await registers(phone)
  await redeems(first, code)
  await leaves(first)
  const { endsAt } = await oneRow<{ endsAt: Date }>(db(), 'SELECT ends_at FROM promotions WHERE id = $1', [id])
  expect(await rowsOf(first)).toEqual([{ keepUntil: new Date(endsAt.getTime() + 30 * 86_400_000) }])
  await applyRetentionPolicy(db())
  expect(await rowsOf(first)).toHaveLength(1)
  await db().rows("UPDATE former_identities SET keep_until = now() - interval '1 second' WHERE member_id = $1", [first])
  await applyRetentionPolicy(db())
  expect(await rowsOf(first)).toEqual([])
})
