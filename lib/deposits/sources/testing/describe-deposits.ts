import { describe, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { expireCharges, failCharge } from '#lib/charges/fail-charge.ts'
import { backdateExpiry, makeCharge } from '#lib/charges/testing/charges.ts'
import { db } from '#lib/core/db.ts'
import { depositSourceOf } from '../registry.ts'
import {
  connectSource,
  deliverWebhooks,
  depositsOf,
  makeMemberWithCharge,
  pointsOf,
  runWorkerOnce,
  runWorkerRounds,
} from './connected-shop.ts'
import {
  expectCredited,
  expectNotCredited,
  newCharge,
  newDepositorName,
  payCharges,
  payMisreported,
  registerCharges,
  runUntilCredited,
  type SourceSuite,
} from './source-suite.ts'

/** Declares the tests about the deposits that a source reports. */
export function describeDeposits({ kind, standIn }: SourceSuite): void {
  const depositsNamed = async (name: string) => (await depositsOf(kind)).filter((each) => each.name.trim() === name)

  describe('deposits', () => {
    test('credit their charge once the service itself has told of them', async () => {
      await connectSource(standIn())
      const charge = await newCharge()
      await payCharges(standIn(), [charge])
      await expectCredited([charge])
      const [deposit] = await depositsNamed(charge.name)
      expect(deposit).toMatchObject({ status: 'MATCHED', chargeId: charge.id, isProved: true, amount: charge.amount })
      expect(deposit?.externalId).toMatch(new RegExp(`^${kind}:.+`))
    })

    test('are stored once, however often they are reported', async () => {
      await connectSource(standIn())
      const charge = await newCharge()
      await registerCharges(standIn(), [charge])
      standIn().transfer(charge)
      standIn().webhooks.push(...standIn().webhooks, ...standIn().webhooks)
      await runUntilCredited(standIn(), [charge])
      for (let round = 0; round < 3; round++) await runWorkerOnce()
      expect(await depositsNamed(charge.name)).toHaveLength(1)
      await expectCredited([charge])
    })

    test('are fetched again from the beginning without being credited again', async () => {
      await connectSource(standIn())
      const charge = await newCharge()
      await payCharges(standIn(), [charge])
      await db().rows('UPDATE source_polls SET cursor = NULL WHERE connection = $1', [kind])
      await db().rows("UPDATE source_reports SET state = 'WAITING', attempts = 0 WHERE connection = $1", [kind])
      await runWorkerRounds(standIn(), 4)
      expect(await depositsNamed(charge.name)).toHaveLength(1)
      await expectCredited([charge])
    })

    test('that arrive in another order than the charges were made credit each its own', async () => {
      await connectSource(standIn())
      const charges = [await newCharge(10_000), await newCharge(20_000), await newCharge(30_000)]
      await registerCharges(standIn(), charges)
      for (const charge of charges.toReversed()) standIn().transfer(charge)
      standIn().webhooks.reverse()
      await runUntilCredited(standIn(), charges)
      await expectCredited(charges)
    })

    test('of one member and name in two sums credit each its own', async () => {
      await connectSource(standIn())
      const charge = await newCharge(11_000)
      await makeCharge({ memberId: charge.memberId, name: charge.name, point: 12_000 })
      await db().rows("UPDATE charges SET created_at = now() - interval '1 minute' WHERE member_id = $1", [
        charge.memberId,
      ])
      await registerCharges(standIn(), [charge, { ...charge, amount: 12_000 }])
      standIn().transfer({ ...charge, amount: 12_000 })
      standIn().transfer(charge)
      await runUntilCredited(standIn(), [{ ...charge, amount: 23_000 }])
      expect(await pointsOf(charge.memberId)).toBe(23_000)
    })

    test('that could be those of two members wait for staff', async () => {
      await connectSource(standIn())
      const name = newDepositorName()
      const charges = [await makeMemberWithCharge(name), await makeMemberWithCharge(name)]
      await registerCharges(standIn(), charges)
      standIn().transfer({ name, amount: 10_000 })
      await runWorkerRounds(standIn(), 6)
      await expectNotCredited(charges)
      expect(await depositsNamed(name)).toMatchObject([{ status: 'WAITING' }])
    })

    test('of twenty charges at once are all credited', async () => {
      await connectSource(standIn())
      const charges = []
      for (let at = 0; at < 20; at++) charges.push(await newCharge(10_000 + at * 100))
      await payCharges(standIn(), charges)
      await expectCredited(charges)
    })

    test('are credited once by four workers at the same time', async () => {
      await connectSource(standIn())
      const charges = [await newCharge(), await newCharge(), await newCharge()]
      await registerCharges(standIn(), charges)
      for (const charge of charges) standIn().transfer(charge)
      for (let round = 0; round < 6; round++)
        await Promise.all([
          runWorkerOnce(),
          runWorkerOnce(),
          runWorkerOnce(),
          runWorkerOnce(),
          deliverWebhooks(standIn()),
        ])
      await runUntilCredited(standIn(), charges)
      await expectCredited(charges)
      for (const { name } of charges) expect(await depositsNamed(name)).toHaveLength(1)
    })

    test('from nobody the shop knows credit nobody', async () => {
      await connectSource(standIn())
      const charge = await newCharge()
      await registerCharges(standIn(), [charge])
      standIn().transfer({ name: newDepositorName(), amount: charge.amount })
      await runWorkerRounds(standIn(), 6)
      await expectNotCredited([charge])
    })

    test('of another sum than the charge credit nothing', async () => {
      await connectSource(standIn())
      const charge = await newCharge(10_000)
      await registerCharges(standIn(), [charge])
      standIn().transfer({ name: charge.name, amount: 9_999 })
      await runWorkerRounds(standIn(), 6)
      await expectNotCredited([charge])
    })

    test('of a charge that its member has withdrawn credit nothing', async () => {
      await connectSource(standIn())
      const charge = await newCharge()
      await registerCharges(standIn(), [charge])
      await failCharge(db(), { chargeId: charge.id, outcome: 'WITHDRAWN', memberId: charge.memberId })
      await runWorkerRounds(standIn(), 4)
      if (depositSourceOf(kind).withdraw) expect(standIn().registered()).toEqual([])
      standIn().transfer(charge)
      await runWorkerRounds(standIn(), 6)
      await expectNotCredited([charge])
    })

    test('that come after the three hours of their charge credit it all the same', async () => {
      await connectSource(standIn())
      const charge = await newCharge()
      await registerCharges(standIn(), [charge])
      await backdateExpiry(charge.id)
      await expireCharges(db())
      standIn().transfer(charge)
      await runUntilCredited(standIn(), [charge])
      await expectCredited([charge])
    })

    test('of a charge that staff approved before credit nothing a second time', async () => {
      await connectSource(standIn())
      const charge = await newCharge()
      await registerCharges(standIn(), [charge])
      await db().transaction((tx) =>
        approveCharge(tx, { ...someStaff, memberId: 1 }, { chargeId: charge.id, outcome: 'APPROVED' }),
      )
      standIn().transfer(charge)
      await runWorkerRounds(standIn(), 6)
      await expectCredited([charge])
    })

    test('with spaces around their name credit the charge', async () => {
      await connectSource(standIn())
      const charge = await newCharge()
      await registerCharges(standIn(), [charge])
      standIn().transfer({ ...charge, name: `  ${charge.name} ` })
      await runUntilCredited(standIn(), [charge])
      await expectCredited([charge])
    })

    /** Wrong data that a deposit source may report, each with a description for the test's name. */
    const wrongReports: readonly (readonly [string, { amount?: number; name?: string }])[] = [
      ['a sum of nothing', { amount: 0 }],
      ['a sum below nothing', { amount: -10_000 }],
      ['a part of a won', { amount: 10_000.5 }],
      ['more won than there are', { amount: 9_000_000_000_000_000 }],
      ['a larger sum than was asked for', { amount: 10_000_000 }],
      ['no name', { name: '' }],
      ['a name with NUL in it', { name: '\u0000홍\u0000길동\u0000' }],
      ['a name of 5,000 characters', { name: '가'.repeat(5_000) }],
      ['a name of half a character', { name: '\ud83d' }],
      ['a name of only invisible characters', { name: '\u200b\u2060\u00ad' }],
    ]

    test.each(wrongReports)('with %s credit nothing and stop none of the others', async (_, reported) => {
      await connectSource(standIn())
      const charge = await newCharge()
      await payMisreported(standIn(), charge, reported)
      await expectNotCredited([charge])
      const honest = await newCharge()
      await payCharges(standIn(), [honest])
      await expectCredited([honest])
      expect(await pointsOf(charge.memberId)).toBe(0)
    })
  })
}
