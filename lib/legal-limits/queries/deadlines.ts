import { feeType } from '#lib/charges/labels.ts'
import { requestedCashRefund, transferDueCashRefund } from '#lib/charges/rules.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { receiptStatuses } from '#lib/receipts/labels.ts'
import { receiptAmountDueSql } from '#lib/receipts/queries.ts'
import { DELETION_DAYS } from '../rules.ts'

/**
 * Summary of waiting rows that have a legal deadline.
 * - `open`: number of all waiting rows.
 * - `near`: number of rows for which at least 80 % of the time until the deadline has passed, but not all of it.
 * - `over`: number of rows past their deadline.
 * - `firstDue`: the earliest deadline; null if no row waits.
 * - `percent`: percentage of the time until the deadline that has passed, rounded down, for the row where it is
 *   largest; null if no row waits.
 */
export type DeadlineSummary = {
  open: number
  near: number
  over: number
  firstDue: Date | null
  percent: number | null
}

/** SQL that converts a time to a date and time of day in Seoul, or a date and time of day in Seoul to a time. */
const seoul = (time: string): string => `(${time} AT TIME ZONE 'Asia/Seoul')`

/** SQL for the end of the fifth day after the day of `time`, in Seoul. */
const afterFiveDays = (time: string): string => seoul(`(${seoul(time)}::date + 6)::timestamp`)

/** SQL for the end of the 10th of the month after the month of `time`, in Seoul, even if the 10th is a holiday. */
const tenthOfNextMonth = (time: string): string =>
  seoul(`(date_trunc('month', ${seoul(time)}) + interval '1 month 10 days')`)

/**
 * SQL for the end of the third working day after the day of `time`, in Seoul. Saturdays and Sundays aren't working
 * days; public holidays are counted as working days.
 */
const afterThreeWorkingDays = (time: string): string =>
  seoul(
    `(${seoul(time)}::date + 1 + CASE extract(isodow FROM ${seoul(time)})::int WHEN 1 THEN 3 WHEN 2 THEN 3 WHEN 7 THEN 3 WHEN 6 THEN 4 ELSE 5 END)::timestamp`,
  )

/** SQL that computes `DeadlineSummary` from rows with the columns `start` and `due`. */
const deadlinesSql = (rows: string): string => `
  SELECT count(*)::int AS open, count(*) FILTER (WHERE percent BETWEEN 80 AND 99)::int AS near,
    count(*) FILTER (WHERE percent >= 100)::int AS over, min(due) AS first_due, max(percent)::int AS percent
  FROM (SELECT due, least(floor(greatest(extract(epoch FROM now() - start), 0) * 100 / extract(epoch FROM due - start)), 999) AS percent
    FROM (${rows}) AS waiting) AS used`

const unissuedStatuses = receiptStatuses.filter((status) => status !== 'ISSUED')

// Time of the first deposit that paid charge `c`: matched with it, split among several charges, or merged with other
// deposits. Null if there is none.
const firstPaidSql = `(SELECT min(at) FROM (
  SELECT at FROM deposits WHERE charge_id = c.id
  UNION ALL SELECT d.at FROM deposit_splits s JOIN deposits d ON d.id = s.deposit_id WHERE s.charge_id = c.id
  UNION ALL SELECT d.at FROM deposit_merges s JOIN deposits d ON d.id = s.deposit_id WHERE s.charge_id = c.id) AS paid)`

// The law counts from the day on which the money came: the time of the first deposit or, if that is earlier, of the
// credit. A receipt that nobody asked for is created after the credit: days later if the worker was down. A charge that
// was reversed or paid back in full needs no receipt. OFFSET 0 makes PostgreSQL compute `start` once per row, not once
// for each of its uses.
const receiptsSql = (due: (time: string) => string) =>
  deadlinesSql(`
    SELECT start, ${due('start')} AS due FROM (
      SELECT least(r.created_at, c.response_at, ${firstPaidSql}) AS start FROM receipts r JOIN charges c ON c.id = r.charge_id
      WHERE r.status = ANY ($1::text[]) AND r.fee_type = $2 AND ${receiptAmountDueSql} > 0 OFFSET 0) AS r`)

const [cashReceiptsSql, taxInvoicesSql] = [receiptsSql(afterFiveDays), receiptsSql(tenthOfNextMonth)]

/** Deadlines of cash receipts that aren't issued yet: five days after the money came. */
export const cashReceiptDeadlines = (db: Db): Promise<DeadlineSummary> =>
  oneRow<DeadlineSummary>(db, cashReceiptsSql, [unissuedStatuses, feeType.CASH])

/** Deadlines of tax invoices that aren't issued yet: the 10th of the month after the money came. */
export const taxInvoiceDeadlines = (db: Db): Promise<DeadlineSummary> =>
  oneRow<DeadlineSummary>(db, taxInvoicesSql, [unissuedStatuses, feeType.FEE])

// Selects the cash refunds that are requested, or whose money the bank has yet to send from a bulk-transfer file.
const refundsSql = deadlinesSql(
  `SELECT created_at AS start, ${afterThreeWorkingDays('created_at')} AS due FROM refund_requests
   WHERE ${requestedCashRefund.sql()} OR ${transferDueCashRefund.sql()}`,
)

/** Deadlines of cash refunds that are requested or whose money isn't sent yet: three working days after the request. */
export const refundDeadlines = (db: Db): Promise<DeadlineSummary> => oneRow<DeadlineSummary>(db, refundsSql)

/** A complete run that deleted expired personal data. `removed`: number of rows, by the subject of the rule. */
export type LastDeletion = { finishedAt: Date; removed: Record<string, number> }

/**
 * Expired personal data: when it was last deleted, and how much of the time for the next deletion has passed.
 * - `last`: the last complete run; null before the first one.
 * - `percent`: percentage of the DELETION_DAYS (the days within which the next run must be complete) that has passed
 *   since, or since the shop's first member came if no run was ever complete; null if the shop has no members.
 */
export type DeletionDeadline = { last: LastDeletion | null; percent: number | null }

/** When expired personal data was last deleted, and how much of the time until the next run must be complete is used. */
export async function readDeletions(db: Db): Promise<DeletionDeadline> {
  const { finishedAt, removed, percent } = await oneRow<{
    finishedAt: Date | null
    removed: Record<string, number> | null
    percent: number | null
  }>(
    db,
    `SELECT r.finished_at, r.removed,
       least(floor(greatest(extract(epoch FROM now() - coalesce(r.finished_at, m.created_at)), 0) * 100 / (${DELETION_DAYS} * 86400)), 999)::int AS percent
     FROM (SELECT) AS one LEFT JOIN (SELECT finished_at, removed FROM retention_runs ORDER BY id DESC LIMIT 1) r ON true
       LEFT JOIN (SELECT created_at FROM members ORDER BY id LIMIT 1) m ON true`,
  )
  return { last: finishedAt && removed && { finishedAt, removed }, percent }
}
