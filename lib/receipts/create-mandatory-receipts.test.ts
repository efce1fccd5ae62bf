import { afterEach, beforeEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { creditCardCharge } from '#lib/charges/credit-card-charge.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db } from '#lib/core/db.ts'
import { startPopbillStandIn } from '#lib/deposits/sources/testing/popbill-stand-in.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { createMandatoryReceipts } from './create-mandatory-receipts.ts'
import { connectIssuer, endIssuingWork, runWorker } from './issuing/testing/world.ts'
import { receiptById } from './queries.ts'
import { makeChargeWithReceipt } from './testing/receipts.ts'

const turn = async (on: boolean) => {
  await saveSettings({ ISSUE_MANDATORY_RECEIPTS: on })
  await db().rows("UPDATE settings SET updated_at = now() - interval '2 hours' WHERE key = 'ISSUE_MANDATORY_RECEIPTS'")
}

beforeEach(() => turn(true))
afterEach(async () => {
  await turn(false)
  await endIssuingWork()
  await expectBooksBalance()
})

const newMember = async () => (await makeMember()).id

const receiptsOf = (memberId: number) =>
  db().rows<{ id: number; feeType: number; isMandatory: boolean }>(
    'SELECT id, fee_type, is_mandatory FROM receipts WHERE member_id = $1 ORDER BY id',
    [memberId],
  )

const mandatory = { feeType: 0, isMandatory: true }

test('a charge of 100,000 won without a receipt gets one of its own, once', async () => {
  const [large, small] = [await newMember(), await newMember()]
  await makeCreditedCharge(large, 100_000)
  await makeCreditedCharge(small, 99_999)
  await Promise.all([createMandatoryReceipts(db()), createMandatoryReceipts(db())])
  await createMandatoryReceipts(db())
  expect(await receiptsOf(large)).toMatchObject([mandatory])
  expect(await receiptsOf(small)).toEqual([])
})

test('a card charge gets its receipt from the payment company, and isn’t added up', async () => {
  const member = await newMember()
  const paid = { memberId: member, point: 30_000_000n, createdAt: new Date() }
  await db().transaction((tx) => creditCardCharge(tx, worker, paid))
  await makeCreditedCharge(member, 50_000)
  await createMandatoryReceipts(db())
  expect(await receiptsOf(member)).toEqual([])
})

test('charges of one day count together, and each gets its receipt; those of another day don’t', async () => {
  const [together, apart] = [await newMember(), await newMember()]
  for (const member of [together, apart]) for (let at = 0; at < 2; at++) await makeCreditedCharge(member, 50_000)
  await db().rows(
    `UPDATE charges SET response_at = response_at - interval '1 day'
     WHERE id = (SELECT min(id) FROM charges WHERE member_id = $1)`,
    [apart],
  )
  await db().rows("UPDATE settings SET updated_at = now() - interval '3 days' WHERE key = 'ISSUE_MANDATORY_RECEIPTS'")
  await createMandatoryReceipts(db())
  expect(await receiptsOf(together)).toMatchObject([mandatory, mandatory])
  expect(await receiptsOf(apart)).toEqual([])
})

test('a day is one in Seoul: from its midnight to the next, and not a day in UTC', async () => {
  const [together, apart] = [await newMember(), await newMember()]
  const creditAt = async (memberId: number, hoursInSeoul: number) => {
    const chargeId = await makeCreditedCharge(memberId, 50_000)
    await db().rows(
      `UPDATE charges SET response_at = (date_trunc('day', now() AT TIME ZONE 'Asia/Seoul') - interval '4 days'
         + $2::float8 * interval '1 hour') AT TIME ZONE 'Asia/Seoul' WHERE id = $1`,
      [chargeId, hoursInSeoul],
    )
  }
  for (const hours of [8.5, 9.5]) await creditAt(together, hours)
  for (const hours of [23.5, 24.5]) await creditAt(apart, hours)
  await db().rows("UPDATE settings SET updated_at = now() - interval '6 days' WHERE key = 'ISSUE_MANDATORY_RECEIPTS'")
  await createMandatoryReceipts(db())
  expect(await receiptsOf(together)).toMatchObject([mandatory, mandatory])
  expect(await receiptsOf(apart)).toEqual([])
})

test('nothing is filed while it is off, nor for what was credited before it was switched on or is long past', async () => {
  const [off, before, past] = [await newMember(), await newMember(), await newMember()]
  await turn(false)
  await makeCreditedCharge(off, 200_000)
  await createMandatoryReceipts(db())
  expect(await receiptsOf(off)).toEqual([])
  await turn(true)
  await db().rows("UPDATE charges SET response_at = now() - interval '3 hours' WHERE member_id = $1", [off])
  await makeCreditedCharge(before, 200_000)
  await db().rows("UPDATE charges SET response_at = now() - interval '3 hours' WHERE member_id = $1", [before])
  await makeCreditedCharge(past, 200_000)
  await db().rows("UPDATE charges SET response_at = now() - interval '5 days 1 minute' WHERE member_id = $1", [past])
  await createMandatoryReceipts(db())
  expect([await receiptsOf(off), await receiptsOf(before), await receiptsOf(past)]).toEqual([[], [], []])
  await db().rows("UPDATE settings SET updated_at = now() - interval '9 days' WHERE key = 'ISSUE_MANDATORY_RECEIPTS'")
  await createMandatoryReceipts(db())
  expect([await receiptsOf(before), await receiptsOf(past)]).toMatchObject([[mandatory], []])
})

test('a charge with a receipt, and a reversed one, aren’t added up', async () => {
  const member = await newMember()
  const reversed = await makeCreditedCharge(member, 100_000)
  await reverseCharge(db(), someStaff, { chargeId: reversed, reason: '오승인' })
  await makeCreditedCharge(member, 50_000)
  await makeChargeWithReceipt(0, 100_000)
  await createMandatoryReceipts(db())
  expect(await receiptsOf(member)).toEqual([])
})

test('it is issued to the tax office’s own number, and taken back like any other', async () => {
  const standIn = await startPopbillStandIn()
  standIn.documents.filesAtOnce = true
  await connectIssuer(standIn)
  const member = await newMember()
  const chargeId = await makeCreditedCharge(member, 150_000)
  await createMandatoryReceipts(db())
  await runWorker()
  const [issued] = standIn.documents.issued
  expect(issued).toMatchObject({ form: 'CASH', total: 150_000 })
  expect(issued?.fields).toMatchObject({ identityNum: '0100001234', tradeUsage: '소득공제용' })
  const [receipt] = await receiptsOf(member)
  expect(await receiptById(db(), receipt?.id ?? 0)).toMatchObject({
    isMandatory: true,
    feeValue: { phone: '0100001234' },
    status: 'ISSUED',
  })
  await reverseCharge(db(), someStaff, { chargeId, reason: '오승인' })
  await runWorker(2)
  expect(standIn.documents.issued.map(({ total }) => total)).toEqual([150_000, -150_000])
  await standIn.stop()
})
