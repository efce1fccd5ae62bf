import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { someStaff, staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db } from '#lib/core/db.ts'
import { depositHookCall } from '#lib/deposits/calls.ts'
import { buildDeposit, signatureHeaders } from '#lib/deposits/testing/deposits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { balanceOf, readOpenDebt } from '#lib/points/queries.ts'
import { send } from '#lib/web/testing/caller.ts'
import { promotionsOfMember } from './queries.ts'
import { stopPromotion } from './stop-promotion.ts'
import { makeBonusInput, makePromotion, stopAllPromotions } from './testing/promotions.ts'

beforeEach(stopAllPromotions)
afterEach(() => expectBooksBalance())

const newMember = async (): Promise<number> => (await makeMember()).id
const won = async (memberId: number): Promise<number> => Number(await balanceOf(db(), memberId)) / 100
const approve = (chargeId: number) =>
  db().transaction((tx) => approveCharge(tx, worker, { chargeId, outcome: 'APPROVED' }))
const spend = async (memberId: number, points: number) =>
  makeOrder({ memberId, serviceId: await makeService({ price: 1 }), amount: points })
const entriesOf = (memberId: number) =>
  db().rows('SELECT kind, delta FROM point_entries WHERE member_id = $1 ORDER BY id', [memberId])

describe('a bonus comes with a charge', () => {
  test('as an entry of its own', async () => {
    await makePromotion(makeBonusInput())
    const memberId = await newMember()
    await makeCreditedCharge(memberId, 10_000)
    expect(await entriesOf(memberId)).toEqual([
      { kind: 'CHARGE', delta: 1_000_000n },
      { kind: 'CHARGE_BONUS', delta: 100_000n },
    ])
  })

  test('also when a deposit credits it', async () => {
    await makePromotion(makeBonusInput())
    const memberId = await newMember()
    const name = `보너스${memberId}`
    await makeCharge({ memberId, name, point: 5_000 })
    const raw = Buffer.from(JSON.stringify([buildDeposit({ name, amount: 5_000 })]))
    await send(depositHookCall, { raw, headers: signatureHeaders(raw) })
    expect(await won(memberId)).toBe(5_500)
  })

  test('the best of several, once a member where it says so, else each time', async () => {
    await makePromotion(makeBonusInput({ percent: 5, once: false }))
    await makePromotion(makeBonusInput({ percent: 20 }))
    const memberId = await newMember()
    await makeCreditedCharge(memberId, 10_000)
    expect(await won(memberId)).toBe(12_000)
    await makeCreditedCharge(memberId, 10_000)
    await makeCreditedCharge(memberId, 10_000)
    expect(await won(memberId)).toBe(33_000)
  })

  test.each([
    ['before it begins', { startsAt: new Date(Date.now() + 3_600_000).toISOString() }],
    ['after its end', { endsAt: new Date(Date.now() - 1_000).toISOString() }],
    ['below its least charge', { minCharge: 10_001 }],
    ['whose budget doesn’t reach for it', { budget: 999 }],
  ])('not %s', async (_, change) => {
    await makePromotion(makeBonusInput(change))
    const memberId = await newMember()
    await makeCreditedCharge(memberId, 10_000)
    expect(await won(memberId)).toBe(10_000)
  })

  test('that was made in its period, however late the money comes; not one made before it was there', async () => {
    const memberId = await newMember()
    const [early, late] = [await makeCharge({ memberId }), await makeCharge({ memberId })]
    await db().rows("UPDATE charges SET created_at = now() - interval '90 minutes' WHERE id = $1", [early])
    await makePromotion(makeBonusInput({ startsAt: new Date(Date.now() - 7_200_000).toISOString() }))
    await approve(early)
    expect(await won(memberId)).toBe(10_000)
    await db().rows("UPDATE charges SET created_at = now() - interval '30 minutes' WHERE id = $1", [late])
    // The bonus ends after the charge was requested, but before the charge is credited.
    await stopAllPromotions()
    await makePromotion(makeBonusInput({ endsAt: new Date(Date.now() - 600_000).toISOString() }))
    await approve(late)
    expect(await won(memberId)).toBe(21_000)
  })

  test('not once it is stopped, also with a charge made before, and it isn’t shown any more', async () => {
    const { id } = await makePromotion(makeBonusInput())
    const memberId = await newMember()
    const chargeId = await makeCharge({ memberId })
    await stopPromotion(db(), staffOf(await makeMember({ role: 'MANAGER' })), { id })
    expect(await promotionsOfMember(db(), memberId)).toEqual({ offers: [], grants: [] })
    await approve(chargeId)
    expect(await won(memberId)).toBe(10_000)
  })

  test('of 20 charges at once, as many as the budget reaches for and no more', async () => {
    const { id } = await makePromotion(makeBonusInput({ budget: 5_500 }))
    const members = await Promise.all(Array.from({ length: 20 }, newMember))
    const charges = await Promise.all(members.map((memberId) => makeCharge({ memberId })))
    await Promise.all(charges.map(approve))
    const balances = await Promise.all(members.map(won))
    expect(balances.filter((each) => each === 11_000)).toHaveLength(5)
    expect(balances.filter((each) => each === 10_000)).toHaveLength(15)
    expect(await db().rows('SELECT given, grant_count FROM promotions WHERE id = $1', [id])).toEqual([
      { given: 500_000n, grantCount: 5 },
    ])
  })

  test('of which several are credited at once, only one gets what a member gets once', async () => {
    await makePromotion(makeBonusInput())
    const memberId = await newMember()
    const charges = [await makeCharge({ memberId }), await makeCharge({ memberId }), await makeCharge({ memberId })]
    await Promise.all(charges.map(approve))
    expect(await won(memberId)).toBe(31_000)
  })
})

describe('the reversal of a charge', () => {
  const reverse = (chargeId: number) => reverseCharge(db(), someStaff, { chargeId, reason: '다른 사람의 입금' })
  const openTasks = (chargeId: number) =>
    db().rows(
      "SELECT detail FROM tasks WHERE kind = 'CHARGE_REVERSAL' AND ref_type = 'charge' AND ref_id = $1 AND resolved_at IS NULL",
      [chargeId],
    )

  test('takes its bonus with it, and leaves no task where nothing is missing', async () => {
    await makePromotion(makeBonusInput())
    const memberId = await newMember()
    const chargeId = await makeCreditedCharge(memberId)
    expect(await reverse(chargeId)).toMatchObject({ grants: { taken: 100_000n, debt: 0n } })
    expect([await won(memberId), await openTasks(chargeId)]).toEqual([0, []])
  })

  test('leaves a debt for what was spent of both, which a later credit pays', async () => {
    await makePromotion(makeBonusInput())
    const memberId = await newMember()
    const chargeId = await makeCreditedCharge(memberId)
    await spend(memberId, 10_500)
    expect(await reverse(chargeId)).toMatchObject({
      reversed: 50_000n,
      debt: 950_000n,
      grants: { taken: 0n, debt: 100_000n },
    })
    expect(await readOpenDebt(db(), memberId)).toBe(1_050_000n)
    await makeCreditedCharge(memberId, 20_000)
    expect([await won(memberId), await readOpenDebt(db(), memberId)]).toEqual([9_500, 0n])
  })

  test('that leaves a debt of the bonus alone is a task, which ends when it is paid', async () => {
    await makePromotion(makeBonusInput())
    const memberId = await newMember()
    const chargeId = await makeCreditedCharge(memberId)
    await spend(memberId, 1_000)
    expect(await reverse(chargeId)).toMatchObject({ debt: 0n, grants: { taken: 0n, debt: 100_000n } })
    expect(await openTasks(chargeId)).toMatchObject([
      { detail: { memberNo: memberId, point: 10_000, reversed: 10_000, missing: 1_000, reason: '다른 사람의 입금' } },
    ])
    await makeCreditedCharge(memberId, 5_000)
    expect([await readOpenDebt(db(), memberId), await openTasks(chargeId)]).toEqual([0n, []])
  })

  test('that leaves debts of the charge and of its bonus is one task with their sum, until both are paid', async () => {
    await makePromotion(makeBonusInput())
    const memberId = await newMember()
    const chargeId = await makeCreditedCharge(memberId)
    await spend(memberId, 10_500)
    await reverse(chargeId)
    expect(await openTasks(chargeId)).toMatchObject([{ detail: { reversed: 500, missing: 10_500 } }])
    await makeCreditedCharge(memberId, 9_900)
    expect([await readOpenDebt(db(), memberId), (await openTasks(chargeId)).length]).toEqual([60_000n, 1])
    await makeCreditedCharge(memberId, 1_000)
    expect([await readOpenDebt(db(), memberId), await openTasks(chargeId)]).toEqual([0n, []])
  })
})
