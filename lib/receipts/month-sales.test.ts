import { afterAll, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeCardCharge } from '#lib/card-payments/testing/payments.ts'
import { makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { type SaleEvent, type SoldCharge, saleLines } from './month-sales.ts'
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
  saleLines(events, new Map([[1, sold]]), from).map(({ total, supply, tax }) => [total, supply, tax])

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
