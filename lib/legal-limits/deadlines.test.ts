import { afterAll, beforeEach, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { makeCashRefundInput, makeCashRefundRequest, payOutCashRefundByStaff } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeReceipt } from '#lib/receipts/testing/receipts.ts'
import { applyRetentionPolicy } from '#lib/reports/apply-retention-policy.ts'
import {
  cashReceiptDeadlines,
  type DeadlineSummary,
  readDeletions,
  refundDeadlines,
  taxInvoiceDeadlines,
} from './queries/deadlines.ts'
import { legalMeters } from './queries/meters.ts'

afterAll(() => expectBooksBalance())
const setStatus = (status: 'ISSUED' | 'FAILED', ids: readonly number[] | null = null) =>
  db().rows(
    `UPDATE receipts SET status = $1, settled_at = now(), settled_by = member_id, note = '-' WHERE $2::int[] IS NULL OR id = ANY ($2)`,
    [status, ids],
  )

beforeEach(() => setStatus('ISSUED'))

const dueInSeoul = ({ firstDue }: DeadlineSummary) =>
  firstDue && new Date(firstDue.getTime() + 9 * 3_600_000).toISOString()

/** Creates a receipt that dates from this time. Returns its id. */
async function receiptAt(kind: 0 | 1, at: string): Promise<number> {
  const id = await makeReceipt(kind)
  await ownerDatabase().rows('UPDATE receipts SET created_at = $2::timestamptz WHERE id = $1', [id, at])
  return id
}

const ago = async (interval: string): Promise<string> =>
  (await oneRow<{ at: string }>(db(), 'SELECT (now() - $1::interval)::text AS at', [interval])).at

test('nothing that waits uses no time', async () => {
  const none = { open: 0, near: 0, over: 0, firstDue: null, percent: null }
  expect(await cashReceiptDeadlines(db())).toEqual(none)
  expect(await taxInvoiceDeadlines(db())).toEqual(none)
  expect(await refundDeadlines(db())).toEqual(none)
})

test('a cash receipt is due at the end of the fifth day after the money came', async () => {
  await receiptAt(0, '2026-03-02T23:30:00+09:00')
  const deadlines = await cashReceiptDeadlines(db())
  expect(dueInSeoul(deadlines)).toBe('2026-03-08T00:00:00.000Z')
  expect(deadlines).toMatchObject({ open: 1, over: 1 })
  expect(await taxInvoiceDeadlines(db())).toMatchObject({ open: 0 })
})

test('a tax invoice is due at the end of the tenth of the next month, also in December', async () => {
  await receiptAt(1, '2025-12-31T23:59:59+09:00')
  expect(dueInSeoul(await taxInvoiceDeadlines(db()))).toBe('2026-01-11T00:00:00.000Z')
  await receiptAt(1, '2025-11-30T15:00:00Z')
  expect(dueInSeoul(await taxInvoiceDeadlines(db()))).toBe('2026-01-11T00:00:00.000Z')
})

test('what could not be issued still waits; what was issued and what was reversed do not', async () => {
  const [failed, issued, reversed] = [await makeReceipt(), await makeReceipt(), await makeReceipt()]
  await setStatus('FAILED', [failed])
  await setStatus('ISSUED', [issued])
  expect(await cashReceiptDeadlines(db())).toMatchObject({ open: 2, near: 0, over: 0 })
  const { chargeId } = await oneRow<{ chargeId: number }>(db(), 'SELECT charge_id FROM receipts WHERE id = $1', [
    reversed,
  ])
  await reverseCharge(db(), someStaff, { chargeId, reason: '입금되지 않음' })
  expect(await cashReceiptDeadlines(db())).toMatchObject({ open: 1 })
})

test('what was paid back in full needs no receipt, also if it failed; what was paid back in part does', async () => {
  const payBack = async (receiptId: number, point: number | null) => {
    const { memberId } = await oneRow<{ memberId: number }>(db(), 'SELECT member_id FROM receipts WHERE id = $1', [
      receiptId,
    ])
    await payOutCashRefundByStaff(await requestCashRefund(db(), { memberId, input: makeCashRefundInput(point) }))
  }
  const [waiting, failed, rest] = [await makeReceipt(), await makeReceipt(), await makeReceipt()]
  await setStatus('FAILED', [failed])
  expect(await cashReceiptDeadlines(db())).toMatchObject({ open: 3 })
  await payBack(waiting, null)
  await payBack(failed, null)
  await payBack(rest, 4_000)
  expect(await cashReceiptDeadlines(db())).toMatchObject({ open: 1 })
})

test('a row counts as near from 80 % of its time on, and as over once it has passed', async () => {
  await receiptAt(0, await ago('1 hour'))
  expect(await cashReceiptDeadlines(db())).toMatchObject({ open: 1, near: 0, over: 0 })
  await receiptAt(0, await ago('4 days 23 hours'))
  const near = await cashReceiptDeadlines(db())
  expect(near).toMatchObject({ open: 2, near: 1, over: 0 })
  expect(near.percent).toBeGreaterThanOrEqual(80)
  expect(near.percent).toBeLessThan(100)
  await receiptAt(0, await ago('7 days'))
  expect(await cashReceiptDeadlines(db())).toMatchObject({ open: 3, near: 1, over: 1 })
})

test('the money came when its deposit says, if that is earlier than the receipt', async () => {
  const id = await receiptAt(0, '2026-03-05T12:00:00+09:00')
  await db().rows(
    `INSERT INTO deposits (external_id, name, normal_name, amount, at, source, status, charge_id)
     SELECT 'legal-1', name, normal_name, pay_amount, '2026-03-01T12:00:00+09:00', 'HOOK', 'MATCHED', id FROM charges
     WHERE id = (SELECT charge_id FROM receipts WHERE id = $1)`,
    [id],
  )
  expect(dueInSeoul(await cashReceiptDeadlines(db()))).toBe('2026-03-07T00:00:00.000Z')
})

test('the money came with the credit, if the receipt was filed later', async () => {
  const id = await receiptAt(0, '2026-03-05T12:00:00+09:00')
  await db().rows(
    "UPDATE charges SET response_at = '2026-03-02T12:00:00+09:00' WHERE id = (SELECT charge_id FROM receipts WHERE id = $1)",
    [id],
  )
  expect(dueInSeoul(await cashReceiptDeadlines(db()))).toBe('2026-03-08T00:00:00.000Z')
})

test('the money came with the first deposit, also if it was split among several charges or merged with others', async () => {
  const [split, merged] = [
    await receiptAt(0, '2026-03-05T12:00:00+09:00'),
    await receiptAt(1, '2026-03-05T12:00:00+09:00'),
  ]
  const deposited = async (externalId: string, receiptId: number, at: string, status: 'SPLIT' | 'MERGED') => {
    const { id, chargeId } = await oneRow<{ id: number; chargeId: number }>(
      db(),
      `INSERT INTO deposits (external_id, name, normal_name, amount, at, source, status)
       SELECT $1, c.name, c.normal_name, c.pay_amount, $3::timestamptz, 'HOOK', $4
       FROM charges c JOIN receipts r ON r.charge_id = c.id WHERE r.id = $2
       RETURNING id, (SELECT charge_id FROM receipts WHERE id = $2) AS charge_id`,
      [externalId, receiptId, at, status],
    )
    const table = status === 'SPLIT' ? 'deposit_splits' : 'deposit_merges'
    await ownerDatabase().rows(`INSERT INTO ${table} (deposit_id, charge_id) VALUES ($1, $2)`, [id, chargeId])
  }
  await deposited('legal-split', split, '2026-03-01T12:00:00+09:00', 'SPLIT')
  await deposited('legal-late', merged, '2026-03-02T12:00:00+09:00', 'MERGED')
  await deposited('legal-early', merged, '2026-02-27T12:00:00+09:00', 'MERGED')
  expect(dueInSeoul(await cashReceiptDeadlines(db()))).toBe('2026-03-07T00:00:00.000Z')
  const invoices = await taxInvoiceDeadlines(db())
  expect(dueInSeoul(invoices)).toBe('2026-03-11T00:00:00.000Z')
  expect(invoices.open).toBe(1)
  await ownerDatabase().rows('DELETE FROM deposit_splits')
  await ownerDatabase().rows('DELETE FROM deposit_merges')
  await ownerDatabase().rows("DELETE FROM deposits WHERE external_id LIKE 'legal-%' AND charge_id IS NULL")
})

// 2026-03-02 is a Monday.
test.each([
  ['2026-03-02T12:00:00+09:00', '2026-03-06'],
  ['2026-03-03T12:00:00+09:00', '2026-03-07'],
  ['2026-03-04T12:00:00+09:00', '2026-03-10'],
  ['2026-03-05T12:00:00+09:00', '2026-03-11'],
  ['2026-03-06T23:59:00+09:00', '2026-03-12'],
  ['2026-03-07T00:00:00+09:00', '2026-03-12'],
  ['2026-03-08T12:00:00+09:00', '2026-03-12'],
])('a refund asked for at %s is due when %s begins', async (at, end) => {
  const [request] = await db().rows<{ id: number }>(
    `INSERT INTO refund_requests (member_id, point, email, name, bank, account, created_at)
     SELECT id, 100, 'a@example.com', '김환불', '은행', '\\x00', $1::timestamptz FROM members LIMIT 1 RETURNING id`,
    [at],
  )
  expect(dueInSeoul(await refundDeadlines(db()))).toBe(`${end}T00:00:00.000Z`)
  await ownerDatabase().rows('DELETE FROM refund_requests WHERE id = $1', [request?.id])
})

test('a refund paid by a bulk-transfer file counts until its money was sent', async () => {
  const refundId = await makeCashRefundRequest((await makeMember()).id)
  const openAs = async (transfer: string) => {
    await db().rows('UPDATE refund_requests SET transfer = $2 WHERE id = $1', [refundId, transfer])
    return (await refundDeadlines(db())).open
  }
  expect(await refundDeadlines(db())).toMatchObject({ open: 1 })
  await payOutCashRefundByStaff(refundId, { byFile: true })
  expect(await refundDeadlines(db())).toMatchObject({ open: 1 })
  expect([await openAs('IN_FILE'), await openAs('FAILED'), await openAs('SENT')]).toEqual([1, 1, 0])
})

test('deletions use their five days from the last complete run on', async () => {
  await ownerDatabase().rows('DELETE FROM retention_runs')
  expect(await readDeletions(db())).toMatchObject({ last: null })
  const removed = await applyRetentionPolicy(db())
  expect(await readDeletions(db())).toMatchObject({ last: { removed }, percent: 0 })
  await ownerDatabase().rows("UPDATE retention_runs SET finished_at = now() - interval '4 days 1 minute'")
  expect((await readDeletions(db())).percent).toBe(80)
  await applyRetentionPolicy(db())
  expect((await readDeletions(db())).percent).toBe(0)
})

test('deletions use their five days from the first member on while no run was ever complete', async () => {
  await ownerDatabase().rows('DELETE FROM retention_runs')
  const { id } = await makeMember()
  await db().rows("UPDATE members SET created_at = now() - interval '4 days 1 minute' WHERE id <= $1", [id])
  const retention = async () => (await legalMeters(db())).meters.find(({ key }) => key === 'RETENTION')
  expect(await retention()).toMatchObject({ last: null, percent: 80 })
  await applyRetentionPolicy(db())
  expect(await retention()).toMatchObject({ percent: 0 })
})

test('a run of the retention policy that fails leaves no row', async () => {
  await ownerDatabase().rows('DELETE FROM retention_runs')
  let statements = 0
  const failing: ReturnType<typeof db> = {
    ...db(),
    rows: (async (...asked: Parameters<ReturnType<typeof db>['rows']>) => {
      statements++
      if (statements > 3) throw new Error('killed')
      return db().rows(...asked)
    }) as ReturnType<typeof db>['rows'],
  }
  await expect(applyRetentionPolicy(failing)).rejects.toThrow('rules of retention failed')
  expect((await readDeletions(db())).last).toBe(null)
})
