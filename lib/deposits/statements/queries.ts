import { refundStatus } from '#lib/charges/labels.ts'
import type { Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import {
  type BankAccountRow,
  MATCH_WINDOW_DAYS,
  matchBankDay,
  type SentRefund,
  type StoredDeposit,
} from './match-bank-day.ts'
import type { BankDay } from './schema.ts'

/**
 * Maximum number of the bank's rows around a day that are compared; the same maximum applies to the deposits, and to
 * the cash refunds, of these days.
 */
const MAX_COMPARED = 20_000
/** Maximum number of rows of a day that are returned for each account. */
const MAX_SHOWN = 300
/** Maximum number of differences that are returned. */
const MAX_DIFFERENCES = 200

const DAY_MS = 86_400_000

const rowsSql = `SELECT id, account, at, name, memo, paid_in, paid_out, balance FROM bank_rows
  WHERE at >= $1::timestamptz AND at < $2::timestamptz ORDER BY account, at, id LIMIT ${MAX_COMPARED + 1}`

// For each account with rows in the compared days: the last balance that the bank states before these days.
const beforeSql = `SELECT a.account, b.balance FROM (SELECT DISTINCT account FROM bank_rows WHERE at >= $1::timestamptz AND at < $2::timestamptz) a
  CROSS JOIN LATERAL (SELECT balance FROM bank_rows WHERE account = a.account AND at < $1::timestamptz AND balance IS NOT NULL
    ORDER BY at DESC, id DESC LIMIT 1) b`

const depositsSql = `SELECT id, name, amount FROM deposits WHERE at >= $1::timestamptz AND at < $2::timestamptz AND status <> 'DUPLICATE'
  ORDER BY id LIMIT ${MAX_COMPARED}`

// Selects the paid cash refunds whose money can have left the account. Leaves out cash refunds whose transfer failed,
// or that wait for a bulk-transfer file.
const refundsSql = `SELECT r.id, r.name, r.point, r.response_at AS at,
    (SELECT max(i.file_id) FROM transfer_items i WHERE i.refund_id = r.id AND i.result IS DISTINCT FROM 'FAILED') AS file
  FROM refund_requests r WHERE r.status = ${refundStatus.PAID} AND r.response_at >= $1::timestamptz
    AND r.response_at < $2::timestamptz
    AND (r.transfer IS NULL OR r.transfer IN ('IN_FILE', 'SENT')) ORDER BY r.response_at, r.id LIMIT ${MAX_COMPARED}`

type StoredRow = Omit<BankAccountRow, 'at' | 'paidIn' | 'paidOut' | 'balance'> & {
  at: Date
  paidIn: Points
  paidOut: Points
  balance: Points | null
}

const toRow = ({ at, paidIn, paidOut, balance, ...row }: StoredRow): BankAccountRow => ({
  ...row,
  at: at.getTime(),
  paidIn: pointsToNumber(paidIn),
  paidOut: pointsToNumber(paidOut),
  balance: balance === null ? null : pointsToNumber(balance),
})

/**
 * Reads what is needed to compare the day that begins at `start`: its deposits, the rows of MATCH_WINDOW_DAYS around
 * it, and the cash refunds of MATCH_WINDOW_DAYS around these rows.
 */
async function readWindow(db: Db, start: number) {
  const day = [new Date(start), new Date(start + DAY_MS)]
  const daysAround = [new Date(start - MATCH_WINDOW_DAYS * DAY_MS), new Date(start + (MATCH_WINDOW_DAYS + 1) * DAY_MS)]
  const refundDays = [
    new Date(start - 2 * MATCH_WINDOW_DAYS * DAY_MS),
    new Date(start + (2 * MATCH_WINDOW_DAYS + 1) * DAY_MS),
  ]
  const [rows, before, deposits, refunds] = await Promise.all([
    db.rows<StoredRow>(rowsSql, daysAround),
    db.rows<{ account: string; balance: Points }>(beforeSql, daysAround),
    db.rows<{ id: number; name: string; amount: Points }>(depositsSql, day),
    db.rows<{ id: number; name: string; point: Points; at: Date; file: number | null }>(refundsSql, refundDays),
  ])
  return {
    rows: rows.slice(0, MAX_COMPARED).map(toRow),
    isCut: rows.length > MAX_COMPARED,
    before: new Map(before.map(({ account, balance }) => [account, pointsToNumber(balance)])),
    deposits: deposits.map(({ amount, ...rest }): StoredDeposit => ({ ...rest, won: pointsToNumber(amount) })),
    refunds: refunds.map(
      ({ point, at, ...rest }): SentRefund => ({ ...rest, at: at.getTime(), won: pointsToNumber(point) }),
    ),
  }
}

/**
 * Compares a day (in Seoul, `YYYY-MM-DD`) of the shop's bank accounts with the shop's records. Returns the first
 * MAX_SHOWN of the bank's rows for each account, with the balance after each row, and the first MAX_DIFFERENCES
 * differences (docs/contract.md#a-days-money).
 */
export async function compareBankDay(db: Db, day: string): Promise<BankDay> {
  const start = Date.parse(`${day}T00:00:00+09:00`)
  const { isCut, ...read } = await readWindow(db, start)
  const { accounts, differences } = matchBankDay({ ...read, isOfDay: (at) => at >= start && at < start + DAY_MS })
  const countAndSum = (sums: readonly number[]) => {
    const positive = sums.filter((won) => won > 0)
    return { count: positive.length, won: positive.reduce((sum, won) => sum + won, 0) }
  }
  return {
    day,
    accounts: accounts.map(({ rows, ...account }) => ({
      ...account,
      paidIn: countAndSum(rows.map(({ paidIn }) => paidIn)),
      paidOut: countAndSum(rows.map(({ paidOut }) => paidOut)),
      fees: countAndSum(rows.map(({ match, paidOut }) => (match?.is === 'FEE' ? paidOut : 0))),
      rows: rows.slice(0, MAX_SHOWN).map(({ account: _, at, match, ...row }) => ({
        ...row,
        at: new Date(at).toISOString(),
        isFee: match?.is === 'FEE',
        refundIds: match?.is === 'REFUND' ? [...match.refundIds] : [],
      })),
    })),
    differences: differences.length,
    rows: differences.slice(0, MAX_DIFFERENCES),
    isCut,
  }
}
