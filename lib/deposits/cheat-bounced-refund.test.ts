import { afterEach, describe, expect, test } from 'vitest'
import { backdateRole } from '#lib/approvals/decisions/testing/staff.ts'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { compareDay } from '#lib/books/queries/compare-day.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundInput, payOutCashRefundByStaff } from '#lib/charges/testing/refunds.ts'
import { db } from '#lib/core/db.ts'
import { seoulDay } from '#lib/core/seoul-moment.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { markTransfer } from '#lib/transfers/import-results.ts'
import { makeManagerActor, putInFile } from '#lib/transfers/testing/transfers.ts'
import { fileWaitingDeposits } from './file-waiting-deposits.ts'
import { matchDeposits } from './match-by-staff.ts'
import { matchWaitingDeposits } from './match-deposit.ts'
import { depositForStaff } from './queries/one-deposit.ts'
import { returnDeposit } from './return-deposit.ts'
import { matchByStaff } from './settle-deposit.ts'
import { depositById, makeDeposit } from './testing/deposits.ts'
import { makePaidChargeAt, minutesAgo } from './testing/payers.ts'

// Attacks by a member whose cash refund can't be delivered. The bank credits the money back to the shop's account, and
// the shop sends the refund again: if the bounced money credited a charge too, he would have it twice.
afterEach(() => expectBooksBalance())

let count = 0
const newName = () => `되환${'가나다라마바사아자차'.charAt(count++ % 10)}${count}호`
let lastAmount = 40_000
const newAmount = () => ++lastAmount
const reasonOf = async (id: number) => (await depositForStaff(db(), id))?.reason
const staffMember = async () => staffOf(await makeMember({ role: 'MANAGER' }))

type Sending = 'READY' | 'IN_FILE' | 'FAILED' | 'SENT' | 'BY_HAND'

/** Creates a member whose whole charge of `amount` won was refunded to the account holder `name`, and sent in this way. */
async function makeRefunded(sending: Sending, { name = newName(), amount = newAmount() } = {}) {
  const { memberId } = await makePaidChargeAt({ name, point: amount, at: minutesAgo(60) })
  const input = { ...makeCashRefundInput(), name }
  const refundId = await requestCashRefund(db(), { memberId, input })
  if (sending === 'READY' || sending === 'BY_HAND')
    await payOutCashRefundByStaff(refundId, { byFile: sending === 'READY' })
  else await putInFile(await makeManagerActor(), [refundId])
  if (sending === 'FAILED' || sending === 'SENT')
    await markTransfer(db(), await makeManagerActor(), { refundId, result: sending, reason: '은행 확인' })
  expect(await balanceOf(db(), memberId)).toBe(0n)
  return { memberId, name, amount, refundId }
}

const matchByHand = async (chargeId: number, depositId: number) => {
  const staff = await staffMember()
  await db().transaction((tx) => matchByStaff(tx, staff, { chargeId, depositId }))
}

describe.each(['IN_FILE', 'FAILED', 'SENT'] as const)('money of a refund (%s)', (sending) => {
  test.each([
    ['the holder’s name', (name: string) => name],
    ['another name of the member', () => newName()],
  ])('that comes back under %s credits no charge of its member', async (_, nameOf) => {
    const { memberId, name, amount } = await makeRefunded(sending)
    const asked = nameOf(name)
    await makeCharge({ memberId, name: asked, point: amount })
    const id = await makeDeposit({ name: asked, amount })
    await matchWaitingDeposits(db())
    expect(await depositById(id)).toEqual({ status: 'WAITING', chargeId: null })
    expect(await reasonOf(id)).toBe('BOUNCED')
    expect(await balanceOf(db(), memberId)).toBe(0n)
  })
})

test.each([
  ['IN_FILE', '', ''],
  ['FAILED', '오류', ''],
  ['SENT', '', '(불량)'],
] as const)(
  'money of a refund (%s) that comes back as “%s<the holder’s name>%s” credits no accomplice',
  async (sending, before, after) => {
    const { name, amount } = await makeRefunded(sending)
    const { id: accomplice } = await makeMember()
    const written = `${before}${name}${after}`
    await makeCharge({ memberId: accomplice, name: written, point: amount })
    const id = await makeDeposit({ name: written, amount })
    expect(await reasonOf(id)).toBe('BOUNCED')
    expect(await balanceOf(db(), accomplice)).toBe(0n)
  },
)

test('money of a refund that comes back where no charge is open says so, and is a task after ten minutes', async () => {
  const { name, amount } = await makeRefunded('IN_FILE')
  const id = await makeDeposit({ name, amount })
  expect(await reasonOf(id)).toBe('BOUNCED')
  await db().rows("UPDATE deposits SET created_at = now() - interval '11 minutes' WHERE id = $1", [id])
  await fileWaitingDeposits(db())
  expect(await db().rows("SELECT FROM tasks WHERE kind = 'DEPOSIT' AND ref_id = $1", [id])).toHaveLength(1)
})

test('staff close it as returned and send the refund again; the day is explained, and a second bounce waits too', async () => {
  const { memberId, name, amount, refundId } = await makeRefunded('IN_FILE')
  await makeCharge({ memberId, name, point: amount })
  const first = await makeDeposit({ name, amount })
  await markTransfer(db(), await makeManagerActor(), { refundId, result: 'FAILED', reason: '이체 불능' })
  await returnDeposit(db(), await staffMember(), { depositId: first, reason: '되돌아온 환불' })
  const day = await compareDay(db(), seoulDay(new Date()))
  expect(day.unexplained).toBe(0)
  expect(day.rows).toContainEqual(expect.objectContaining({ kind: 'DEPOSIT_RETURNED', id: first }))
  expect(day.rows).toContainEqual(expect.objectContaining({ kind: 'REFUND_UNSENT', id: refundId }))
  const sender = await makeManagerActor()
  await backdateRole(sender.memberId)
  expect((await putInFile(sender, [refundId])).rows).toEqual([{ id: refundId, result: 'IN_FILE', message: null }])
  const second = await makeDeposit({ name, amount })
  expect(await reasonOf(second)).toBe('BOUNCED')
  expect(await balanceOf(db(), memberId)).toBe(0n)
})

test('a manager alone doesn’t match it with the charge of an accomplice: a second person has to look at the bank', async () => {
  const { memberId, name, amount } = await makeRefunded('IN_FILE')
  const { id: other } = await makeMember()
  const actor = await staffMember()
  for (const owner of [memberId, other]) {
    const chargeId = await makeCharge({ memberId: owner, name: newName(), point: amount })
    const depositId = await makeDeposit({ name, amount })
    const answer = await matchDeposits(db(), actor, { way: 'MATCH', depositIds: [depositId], chargeIds: [chargeId] })
    expect(answer).toMatchObject({ status: 'WAITING', approval: { why: 'BOUNCED' } })
    expect(await balanceOf(db(), owner)).toBe(0n)
  }
})

test('a payment that staff send back at the payer’s wish before the bank reports a failure isn’t taken for the bounce', async () => {
  const { memberId, name, amount, refundId } = await makeRefunded('IN_FILE')
  const payment = await makeDeposit({ name, amount })
  await returnDeposit(db(), await staffMember(), { depositId: payment, reason: '잘못 보낸 입금' })
  await markTransfer(db(), await makeManagerActor(), { refundId, result: 'FAILED', reason: '이체 불능' })
  await makeCharge({ memberId, name, point: amount })
  const bounce = await makeDeposit({ name, amount })
  expect(await reasonOf(bounce)).toBe('BOUNCED')
  expect(await balanceOf(db(), memberId)).toBe(0n)
})

describe('an honest member who was refunded and pays again', () => {
  test('waits until staff have matched it; what comes later waits too, as the refund may still come back', async () => {
    const { memberId, name, amount } = await makeRefunded('SENT')
    const chargeId = await makeCharge({ memberId, name, point: amount })
    const payment = await makeDeposit({ name, amount })
    expect(await reasonOf(payment)).toBe('BOUNCED')
    await matchByHand(chargeId, payment)
    await makeCharge({ memberId, name, point: amount })
    const bounce = await makeDeposit({ name, amount })
    await matchWaitingDeposits(db())
    expect(await reasonOf(bounce)).toBe('BOUNCED')
    expect(await balanceOf(db(), memberId)).toBe(BigInt(amount * 100))
  })

  test('is credited once the money of the refund has come back and staff have returned it', async () => {
    const { memberId, name, amount } = await makeRefunded('FAILED')
    const bounce = await makeDeposit({ name, amount })
    await returnDeposit(db(), await staffMember(), { depositId: bounce, reason: '되돌아온 환불' })
    const chargeId = await makeCharge({ memberId, name, point: amount })
    expect(await depositById(await makeDeposit({ name, amount }))).toEqual({ status: 'MATCHED', chargeId })
  })

  test('is credited at once for another sum, and once the file of a sent refund is eight days old', async () => {
    const { memberId, name, amount, refundId } = await makeRefunded('SENT')
    const other = await makeCharge({ memberId, name, point: amount - 30_000 })
    expect(await depositById(await makeDeposit({ name, amount: amount - 30_000 }))).toMatchObject({ chargeId: other })
    await ownerDatabase().rows(
      `UPDATE transfer_files SET created_at = now() - interval '8 days'
       WHERE id IN (SELECT file_id FROM transfer_items WHERE refund_id = $1)`,
      [refundId],
    )
    const same = await makeCharge({ memberId, name, point: amount })
    expect(await depositById(await makeDeposit({ name, amount }))).toMatchObject({ chargeId: same })
  })

  test.each(['READY', 'BY_HAND'] as const)('is credited at once if no file had his refund (%s)', async (sending) => {
    const { memberId, name, amount } = await makeRefunded(sending)
    const id = await makeCharge({ memberId, name, point: amount })
    expect(await depositById(await makeDeposit({ name, amount }))).toEqual({ status: 'MATCHED', chargeId: id })
  })
})

test('money of a refund that comes back with letters of the holder’s name masked credits no accomplice', async () => {
  const { amount } = await makeRefunded('IN_FILE', { name: '남궁되환' })
  const { id: accomplice } = await makeMember()
  await makeCharge({ memberId: accomplice, name: '남궁*환', point: amount })
  const id = await makeDeposit({ name: '남궁*환', amount })
  expect(await reasonOf(id)).toBe('BOUNCED')
  expect(await balanceOf(db(), accomplice)).toBe(0n)
})

test('another member of another name is credited for the sum of a refund', async () => {
  const { amount } = await makeRefunded('FAILED')
  const name = newName()
  const id = await makeCharge({ memberId: (await makeMember()).id, name, point: amount })
  expect(await depositById(await makeDeposit({ name, amount }))).toEqual({ status: 'MATCHED', chargeId: id })
})
