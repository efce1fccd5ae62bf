import { afterAll, expect, test, vi } from 'vitest'
import { makeStaff } from '#lib/approvals/decisions/testing/staff.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { refundStatus } from '#lib/charges/labels.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { send } from '#lib/web/testing/caller.ts'
import { makeDeposit } from '../testing/deposits.ts'
import { importStatementCall } from './calls.ts'
import { type BankAccountRow, matchBankDay } from './match-bank-day.ts'
import { compareBankDay } from './queries.ts'
import type { StatementRow } from './schema.ts'
import { newStatementRow } from './testing/statements.ts'

afterAll(() => expectBooksBalance())

let days = 0
/** A day that no other test uses, more than a week away from the days of other tests. */
const newDay = () => new Date(Date.UTC(2024, 0, 1 + 40 * days++)).toISOString().slice(0, 10)

const rowAt = (day: string, time: string, changes: Partial<StatementRow>) =>
  newStatementRow({ at: `${day}T${time}:00+09:00`, ...changes })

async function importRows(rows: readonly StatementRow[], account = `계좌 ${days}`) {
  const { headers } = await makeStaff('MANAGER')
  const { status, json } = await send(importStatementCall, { headers, body: { account, rows } })
  expect(status).toBe(200)
  return json
}

async function makeCashRefundRequest(
  day: string,
  { name, won, transfer = 'SENT' }: { name: string; won: number; transfer?: string },
) {
  const { id: memberId } = await makeMember()
  const [row] = await db().rows<{ id: number }>(
    `INSERT INTO refund_requests (member_id, point, email, name, bank, account, status, response_at, transfer)
     VALUES ($1, $2::bigint * 100, 'a@b.co', $3, '국민', '', ${refundStatus.PAID}, $4::timestamptz, $5) RETURNING id`,
    [memberId, won, name, `${day}T12:00:00+09:00`, transfer],
  )
  return row?.id ?? 0
}

// Rejects the cash refunds that the tests have made: nothing was debited for them, so the books would not balance.
afterAll(() =>
  db().rows(
    `UPDATE refund_requests SET status = ${refundStatus.REJECTED}, transfer = NULL WHERE response_at < '2026-01-01'`,
  ),
)

test('a day that fits has its balances, and each row its own; nothing is named', async () => {
  const day = newDay()
  await importRows([
    rowAt(day, '09:00', { name: '김하나', paidIn: 10_000, balance: 110_000 }),
    rowAt(day, '10:00', { name: '', memo: '이체수수료', paidIn: 0, paidOut: 500, balance: 109_500 }),
    rowAt(day, '11:00', { name: '박환불', paidIn: 0, paidOut: 3_000, balance: 106_500 }),
  ])
  await makeDeposit({ name: '김하나', amount: 10_000, at: `${day}T09:00:00+09:00` })
  const refundId = await makeCashRefundRequest(day, { name: '박 환불', won: 3_000 })
  const { accounts, rows, differences } = await compareBankDay(db(), day)
  expect({ rows, differences }).toEqual({ rows: [], differences: 0 })
  expect(accounts).toMatchObject([
    {
      opening: 100_000,
      closing: 106_500,
      paidIn: { count: 1, won: 10_000 },
      paidOut: { count: 2, won: 3_500 },
      fees: { count: 1, won: 500 },
      rows: [
        { balance: 110_000, gap: null },
        { gap: 0, isFee: true },
        { gap: 0, refundIds: [refundId] },
      ],
    },
  ])
})

test('a row that is missing among the bank’s is named by the row after it and the sum that is missing', async () => {
  const day = newDay()
  await importRows([
    rowAt(day, '09:00', { name: '가', paidIn: 1_000, balance: 101_000 }),
    rowAt(day, '11:00', { name: '나', paidIn: 1_000, balance: 152_000 }),
    rowAt(day, '12:00', { name: '다', paidIn: 1_000, balance: 153_000 }),
  ])
  for (const name of ['가', '나', '다']) await makeDeposit({ name, amount: 1_000, at: `${day}T09:00:00+09:00` })
  expect((await compareBankDay(db(), day)).rows).toMatchObject([{ kind: 'BALANCE_GAP', name: '나', won: 50_000 }])
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  await importRows([rowAt(next, '09:00', { name: '라', paidIn: 1_000, balance: 160_000 })])
  await makeDeposit({ name: '라', amount: 1_000, at: `${next}T09:00:00+09:00` })
  const { rows, accounts } = await compareBankDay(db(), next)
  expect(rows).toMatchObject([{ kind: 'BALANCE_GAP', name: '라', won: 6_000 }])
  expect(accounts[0]?.opening).toBe(159_000)
})

test('what only one side has is named: deposits, withdrawals and refunds', async () => {
  const day = newDay()
  await importRows([
    rowAt(day, '09:00', { name: '은행만', paidIn: 7_000 }),
    rowAt(day, '10:00', { name: '집세', paidIn: 0, paidOut: 9_000 }),
  ])
  await makeDeposit({ name: '상점만', amount: 8_000, at: `${day}T09:00:00+09:00` })
  const refundId = await makeCashRefundRequest(day, { name: '못 받음', won: 4_000 })
  await makeCashRefundRequest(day, { name: '아직', won: 9_000, transfer: 'READY' })
  expect((await compareBankDay(db(), day)).rows).toMatchObject([
    { kind: 'WITHDRAWAL', name: '집세', won: 9_000 },
    { kind: 'NOT_STORED', name: '은행만', won: 7_000 },
    { kind: 'NOT_AT_BANK', name: '상점만', won: 8_000 },
    { kind: 'REFUND_NOT_AT_BANK', id: refundId, won: 4_000 },
  ])
})

test('a file imported twice, or in parts that overlap, stores each row once, and credits nothing', async () => {
  const day = newDay()
  const twin = { name: '쌍둥이', paidIn: 500, balance: null }
  const rows = [rowAt(day, '09:00', { ...twin, turn: 1 }), rowAt(day, '09:00', { ...twin, turn: 2 })]
  expect(await importRows(rows)).toEqual({ stored: 2, known: 0 })
  const more = rowAt(day, '10:00', {})
  const both = await Promise.all([importRows([...rows, more]), importRows([...rows, more])])
  expect(both.map(({ stored }) => stored).toSorted()).toEqual([0, 1])
  const { id } = await makeMember()
  expect(await balanceOf(db(), id)).toBe(0n)
  expect(await db().rows("SELECT FROM deposits WHERE name = '쌍둥이'")).toEqual([])
})

const at = Date.parse('2026-11-02T10:00:00+09:00')
const out = (id: number, won: number, name = '', memo = ''): BankAccountRow => ({
  ...{ id, account: 'a', at, name, memo, paidIn: 0, paidOut: won, balance: null },
})
const refund = (id: number, won: number, name: string, file: number | null = null) => ({ id, won, name, at, file })
const matchesOf = (rows: BankAccountRow[], refunds: ReturnType<typeof refund>[]) => {
  const { accounts, differences } = matchBankDay({
    rows,
    before: new Map(),
    deposits: [],
    refunds,
    isOfDay: () => true,
  })
  return [accounts[0]?.rows.map(({ match }) => match), differences.map(({ kind, id }) => `${kind} ${id}`)]
}

test('a refund is paid by one withdrawal: that of its name before another of its sum', () => {
  expect(
    matchesOf([out(1, 500, '나'), out(2, 500, '가'), out(3, 500, '다')], [refund(7, 500, '가'), refund(8, 500, '라')]),
  ).toEqual([[{ is: 'REFUND', refundIds: [8] }, { is: 'REFUND', refundIds: [7] }, null], ['WITHDRAWAL 3']])
})

test('a withdrawal of a file’s whole sum paid its refunds, and one of a part of it none', () => {
  const refunds = [refund(7, 500, '가', 3), refund(8, 700, '나', 3), refund(9, 100, '다', 4)]
  expect(matchesOf([out(1, 1_200, '대량이체')], refunds)).toEqual([
    [{ is: 'REFUND', refundIds: [7, 8] }],
    ['REFUND_NOT_AT_BANK 9'],
  ])
  expect(matchesOf([out(1, 1_300)], refunds)[0]).toEqual([null])
})

test('two files of the same sum are paid by two withdrawals', () => {
  const refunds = [refund(7, 500, '가', 3), refund(8, 700, '나', 3), refund(9, 400, '다', 4), refund(10, 800, '라', 4)]
  expect(matchesOf([out(1, 1_200), out(2, 1_200)], refunds)).toEqual([
    [
      { is: 'REFUND', refundIds: [7, 8] },
      { is: 'REFUND', refundIds: [9, 10] },
    ],
    [],
  ])
})

test('the same money in the rows of a service and of a file is compared in each by itself', () => {
  const row = (id: number, account: string): BankAccountRow => ({ ...out(id, 0), account, paidIn: 500, name: '가' })
  const { differences } = matchBankDay({
    rows: [row(1, 'a'), row(2, 'b')],
    before: new Map(),
    deposits: [{ id: 5, name: '가', won: 500 }],
    refunds: [],
    isOfDay: () => true,
  })
  expect(differences).toEqual([])
})

/** Number of times that matching this many rows of each kind reads a field or looks an item up. */
function matchingWork(count: number): number {
  let reads = 0
  const counted = <T extends object>(item: T): T =>
    new Proxy(item, {
      get(target, name) {
        reads++
        return Reflect.get(target, name)
      },
    })
  const lookUps = vi.spyOn(Set.prototype, 'has')
  const many = Array.from({ length: count }, (_, each) => each)
  matchBankDay({
    rows: [
      ...many.map((id) => counted(out(id, 500, '가'))),
      ...many.map((id) => counted({ ...out(id + count, 0), paidIn: 500, name: `나${id}` })),
    ],
    before: new Map(),
    deposits: many.map((id) => counted({ id, name: `나${id % 7}`, won: 500 })),
    refunds: many.map((id) => counted(refund(id, 500, '가'))),
    isOfDay: () => true,
  })
  const work = reads + lookUps.mock.calls.length
  lookUps.mockRestore()
  return work
}

test('ten times the rows around a day are ten times the work', () => {
  expect(matchingWork(2_000) / matchingWork(200)).toBeCloseTo(10, 0)
})
