import { afterAll, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeCardCharge } from '#lib/card-payments/testing/payments.ts'
import { startPortoneStandIn } from '#lib/card-payments/testing/portone-stand-in.ts'
import {
  cancelByStaff,
  connectAndOfferPayments,
  makePayer,
  workUntilSettled,
} from '#lib/card-payments/testing/world.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { feeType } from '#lib/charges/labels.ts'
import { makeCashRefundRequest, makeCreditedCharge, rejectCashRefundByStaff } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { startPopbillStandIn } from '#lib/deposits/sources/testing/popbill-stand-in.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import {
  connectIssuer,
  endIssuingWork,
  newReceipt,
  payBackInCash,
  reverseChargeOf,
  runWorker,
  setSeller,
} from './issuing/testing/world.ts'
import { makeSaleLines, type SaleEvent, type SoldCharge } from './month-sales.ts'
import { makeChargeWithReceipt } from './testing/receipts.ts'
import { writeMonthFile } from './write-month-file.ts'

afterAll(() => expectBooksBalance())

const sold: SoldCharge = { kind: 'CASH', name: '홍길동', businessNumber: '', receiptStatus: '', number: '' }
const from = new Date('2026-10-31T15:00:00Z')
const event = (change: SaleEvent['change'], won: number, day = 1): SaleEvent => ({
  chargeId: 1,
  at: new Date(from.getTime() + day * 86_400_000),
  change,
  amount: BigInt(won) * 100n,
})
const linesOf = (events: SaleEvent[]) =>
  makeSaleLines(events, new Map([[1, sold]]), from).map(({ total, supply, tax }) => [total, supply, tax])

test('supply value and tax of a charge’s lines add up to those of its receipt, whatever parts it was paid back in', () => {
  const lines = linesOf([
    event('CREDIT', 11_000),
    event('REFUND', -3_333),
    event('REFUND', -3_334),
    event('REFUND', -1),
  ])
  expect(lines[0]).toEqual([11_000, 10_000, 1_000])
  const sums = [0, 1, 2].map((at) => lines.reduce((sum, line) => sum + (line[at] ?? 0), 0))
  expect(sums).toEqual([4_332, 3_938, 394])
  for (const [total = 0, supply = 0, tax = 0] of lines) expect(supply + tax).toBe(total)
})

test('a reversal takes back the amount that refunds have left; a credit before the month has no line', () => {
  expect(linesOf([event('CREDIT', 11_000, -9), event('REFUND', -5_000), event('REVERSAL', 0)])).toEqual([
    [-5_000, -4_545, -455],
    [-6_000, -5_455, -545],
  ])
  expect(linesOf([event('CREDIT', 11_000), event('REVERSAL', 0), event('REFUND', -5)])).toHaveLength(2)
})

const month = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 7)

test('the file has a line for each charge of the month, its sums by proof, and says which day counts', async () => {
  const { id: memberId } = await makeMember()
  const chargeId = await makeCreditedCharge(memberId)
  await makeCardCharge(memberId)
  const { memberId: staffId } = someStaff
  const csv = await writeMonthFile(db(), someStaff, { month, form: 'csv' })
  const xlsx = await writeMonthFile(db(), someStaff, { month, form: 'xlsx' })
  expect(xlsx.toString()).toContain('공급시기는 포인트를 충전한 날로 봤어요.')
  const lines = csv.toString().split('\r\n')
  expect(lines[0]).toContain('공급시기는 포인트를 충전한 날로 봤어요.')
  expect(lines.find((line) => line.endsWith(`,${chargeId}`))).toMatch(
    /^20\d\d-\d\d-\d\d,증빙 없음,충전,10000,9091,909,/,
  )
  expect(lines.filter((line) => line.startsWith('합계,')).map((line) => line.split(',')[1])).toEqual([
    '카드·가상계좌',
    '증빙 없음',
    '전체',
  ])
  expect(
    await db().rows("SELECT after FROM audit_entries WHERE action = 'books.download' AND actor_id = $1 ORDER BY id", [
      staffId,
    ]),
  ).toMatchObject([{ after: { month, form: 'csv' } }, { after: { month, form: 'xlsx' } }])
})

/** The lines of a charge in the file of a month, without their day and the charge's number. */
async function linesOfCharge(chargeId: number, wanted = month): Promise<string[]> {
  const csv = await writeMonthFile(db(), someStaff, { month: wanted, form: 'csv' })
  const lines = csv.toString().split('\r\n')
  return lines.filter((line) => line.endsWith(`,${chargeId}`)).map((line) => line.split(',').slice(1, -1).join())
}

test('a month begins and ends at midnight in Seoul', async () => {
  const { id: memberId } = await makeMember()
  const creditAt = async (time: string) => {
    const chargeId = await makeCreditedCharge(memberId)
    await db().rows('UPDATE charges SET response_at = $2 WHERE id = $1', [chargeId, time])
    return chargeId
  }
  const [last, first] = [await creditAt('2026-02-28T14:59:59Z'), await creditAt('2026-02-28T15:00:00Z')]
  const months = ['2026-02', '2026-03']
  const linesOfMonths = async (chargeId: number) =>
    (await Promise.all(months.map((each) => linesOfCharge(chargeId, each)))).map(({ length }) => length)
  expect([await linesOfMonths(last), await linesOfMonths(first)]).toEqual([
    [1, 0],
    [0, 1],
  ])
})

test('a refund has a line once it is paid, with company, business number, state and number of the invoice', async () => {
  const standIn = await startPopbillStandIn()
  await setSeller()
  await connectIssuer(standIn)
  const receipt = await newReceipt(1)
  const company = '주식회사 가나다,1234567891'
  expect(await linesOfCharge(receipt.chargeId)).toEqual([`세금계산서,충전,11000,10000,1000,${company},발행 대기,`])
  await runWorker()
  await payBackInCash(receipt, 3_300)
  await runWorker(2)
  const [issued, correction] = standIn.documents.issued
  expect(correction?.total).toBe(-3_300)
  const proof = `${company},발행 완료,${issued?.number}`
  expect(await linesOfCharge(receipt.chargeId)).toEqual([
    `세금계산서,충전,11000,10000,1000,${proof}`,
    `세금계산서,환불,-3300,-3000,-300,${proof}`,
  ])
  await endIssuingWork()
  await standIn.stop()
})

test('a rejected refund has no line', async () => {
  const { id: memberId } = await makeMember()
  const refundId = await makeCashRefundRequest(memberId)
  await rejectCashRefundByStaff(refundId)
  const [part] = await db().rows<{ chargeId: number }>(
    'SELECT charge_id FROM refund_request_charges WHERE refund_id = $1',
    [refundId],
  )
  expect(await linesOfCharge(part?.chargeId ?? 0)).toEqual([expect.stringContaining(',충전,')])
})

test('a reversal takes back the whole charge', async () => {
  const receipt = await newReceipt()
  await reverseChargeOf(receipt)
  expect(await linesOfCharge(receipt.chargeId)).toEqual([
    '현금영수증,충전,10000,9091,909,홍길동,,발행 대기,',
    '현금영수증,승인 취소,-10000,-9091,-909,홍길동,,발행 대기,',
  ])
  await endIssuingWork()
})

test('a cancelled card payment has what was taken from the balance and what became a debt', async () => {
  const standIn = await startPortoneStandIn()
  await connectAndOfferPayments(standIn)
  const payer = await makePayer(standIn)
  const { paymentId, chargeId } = await payer.pays(11_000)
  await payer.orders(7_000)
  standIn.cancelInConsole(paymentId)
  await workUntilSettled(standIn)
  expect([await payer.has(), await payer.owes()]).toEqual([0, 7_000])
  const sums = (await linesOfCharge(chargeId)).map((line) => line.split(',').slice(0, 5).join())
  expect(sums.toSorted()).toEqual([
    '카드·가상계좌,결제 취소,-4000,-3636,-364',
    '카드·가상계좌,결제 취소,-7000,-6364,-636',
    '카드·가상계좌,충전,11000,10000,1000',
  ])
  await endIssuingWork()
  await standIn.stop()
})

test('a debt that was paid and grew again leaves nothing of a card payment that was cancelled whole', async () => {
  const standIn = await startPortoneStandIn()
  await connectAndOfferPayments(standIn)
  const payer = await makePayer(standIn)
  const { paymentId, chargeId } = await payer.pays(10_000)
  standIn.cancelMode = 'LATER'
  await cancelByStaff(chargeId, 5_000)
  await workUntilSettled(standIn)
  await payer.orders(5_000)
  standIn.cancelMode = 'NOW'
  standIn.cancelInConsole(paymentId, 5_000)
  await workUntilSettled(standIn)
  expect(await payer.owes()).toBe(5_000)
  standIn.finishCancellations(paymentId, 'FAILED')
  await workUntilSettled(standIn)
  expect(await payer.owes()).toBe(0)
  standIn.cancelInConsole(paymentId)
  await workUntilSettled(standIn)
  expect([await payer.owes(), standIn.cancelled(paymentId).won]).toEqual([5_000, 10_000])
  const lines = (await linesOfCharge(chargeId)).map((line) => line.split(',').slice(2, 5).map(Number))
  const sums = [0, 1, 2].map((at) => lines.reduce((sum, line) => sum + (line[at] ?? 0), 0))
  expect(sums).toEqual([0, 0, 0])
  await standIn.stop()
})

test('a line of a member who has left since says so, because his name and company stand in the retained records alone', async () => {
  const chargeId = await makeChargeWithReceipt(feeType.FEE)
  await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  expect(await linesOfCharge(chargeId)).toEqual([
    '세금계산서,충전,11000,10000,1000,주식회사 가나다,1234567891,발행 대기,',
  ])
  const { memberId } = await oneRow<{ memberId: number }>(db(), 'SELECT member_id FROM charges WHERE id = $1', [
    chargeId,
  ])
  await deleteAccount(db(), memberId)
  expect(await linesOfCharge(chargeId)).toEqual([`세금계산서,충전,11000,10000,1000,탈퇴 회원 ${memberId},,발행 대기,`])
})
