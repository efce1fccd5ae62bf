import sql, { raw } from 'sql-template-tag'
import type { Db } from '#lib/core/db.ts'
import { deleteExpired, type ExpiringTable } from '#lib/core/delete-expired.ts'
import { BANK_FEE_WORD } from '#lib/deposits/statements/rules.ts'

/**
 * What happens to rows after their retention period: they are deleted, lose their personal data, or are only hidden
 * from lists.
 */
export type RetentionEffect = 'DELETED' | 'ERASED' | 'HIDDEN'

/** Deletes or erases up to `maxRows` rows whose retention period is over. Returns the number of these rows. */
export type RetentionTreatment = (db: Db, maxRows: number) => Promise<number>

/** One rule of the policy; `retentionLabels` has a text for each `subject`. */
export type RetentionRule = {
  subject: string
  /** Retention period as a PostgreSQL interval, such as `5 years`, for staff to read; `treat` doesn't use it. */
  period: string
  /** What happens to the rows after the period. */
  keeping: RetentionEffect
  /** Deletes or erases the rows; null for rows that are only hidden from lists. */
  treat: RetentionTreatment | null
}

/**
 * Deletes expired rows of a table. A function in the database decides which rows have expired; the shop's database role
 * can delete no other rows.
 */
const deleteExpiredRows =
  (table: ExpiringTable): RetentionTreatment =>
  (db, maxRows) =>
    deleteExpired(db, table, maxRows)

/**
 * Runs `verb`, the beginning of an UPDATE or DELETE, on up to `maxRows` rows of a table that meet `condition`.
 */
const treatRows =
  (table: string, verb: string, condition: string): RetentionTreatment =>
  async (db, maxRows) => {
    const rows = await db.rows(
      sql`${raw(verb)} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${raw(table)} WHERE ${raw(condition)} LIMIT ${maxRows}::int)) RETURNING 1`,
    )
    return rows.length
  }

/** Erases the personal data of rows past their period; amounts and dates stay for accounting. */
const eraseFields = (table: string, change: string, condition: string): RetentionTreatment =>
  treatRows(table, `UPDATE ${table} SET ${change}`, condition)

const olderThanSql = (column: string, period: string): string => `${column} < now() - interval '${period}'`

const FIVE_YEARS = '5 years'

/**
 * The rules of docs/contract.md#retention, except those for webhook deliveries, the request log and notices, which
 * separate jobs apply. The ledger and the audit trail are append-only and have no rule.
 */
export const retentionPolicy: readonly RetentionRule[] = [
  { subject: 'HISTORY', period: '3 months', keeping: 'HIDDEN', treat: null },
  {
    subject: 'IDENTITY',
    period: '6 months',
    keeping: 'DELETED',
    treat: deleteExpiredRows('verification_codes'),
  },
  {
    subject: 'IDENTITY',
    period: '6 months',
    keeping: 'DELETED',
    treat: deleteExpiredRows('account_events'),
  },
  {
    subject: 'VISITS',
    period: '3 months',
    keeping: 'DELETED',
    treat: treatRows(
      'sessions',
      'DELETE FROM sessions',
      `${olderThanSql('last_used_at', '3 months')} AND (expires_at < now() OR revoked_at IS NOT NULL)`,
    ),
  },
  {
    subject: 'VISITS',
    period: '3 months',
    keeping: 'DELETED',
    treat: treatRows('member_visits', 'DELETE FROM member_visits', olderThanSql('last_at', '3 months')),
  },
  {
    subject: 'COMPLAINTS',
    period: '3 years',
    keeping: 'DELETED',
    treat: deleteExpiredRows('tasks'),
  },
  {
    subject: 'COMPLAINTS',
    period: '3 years',
    keeping: 'DELETED',
    treat: treatRows('questions', 'DELETE FROM questions', olderThanSql('last_at', '3 years')),
  },
  {
    subject: 'CONTRACTS',
    period: FIVE_YEARS,
    keeping: 'ERASED',
    treat: eraseFields(
      'orders',
      "link = '', clean_link = NULL, details = NULL",
      `${olderThanSql('created_at', FIVE_YEARS)} AND link <> ''`,
    ),
  },
  {
    subject: 'CONTRACTS',
    period: FIVE_YEARS,
    keeping: 'ERASED',
    treat: eraseFields(
      'auto_orders',
      "link = '', clean_link = NULL",
      `${olderThanSql('created_at', FIVE_YEARS)} AND link <> ''`,
    ),
  },
  {
    subject: 'PAYMENTS',
    period: FIVE_YEARS,
    keeping: 'ERASED',
    treat: eraseFields(
      'charges',
      "name = '', normal_name = '', fee_value = '{}'",
      `${olderThanSql('created_at', FIVE_YEARS)} AND name <> ''`,
    ),
  },
  {
    subject: 'PAYMENTS',
    period: FIVE_YEARS,
    keeping: 'ERASED',
    treat: eraseFields(
      'deposits',
      "name = '', normal_name = ''",
      `${olderThanSql('created_at', FIVE_YEARS)} AND name <> ''`,
    ),
  },
  {
    // Bank rows also contain names of payers who aren't members. The names are only needed to compare rows of the last
    // weeks with the deposits. The row of a bank fee keeps the word that marks it as a fee: otherwise a day's fees
    // would turn into withdrawals that nobody can explain.
    subject: 'PAYMENTS',
    period: '2 months',
    keeping: 'ERASED',
    treat: eraseFields(
      'bank_rows',
      `name = '', memo = CASE WHEN paid_out > 0 AND concat_ws(' ', name, memo) LIKE '%${BANK_FEE_WORD}%' THEN '${BANK_FEE_WORD}' ELSE '' END`,
      `${olderThanSql('created_at', '2 months')} AND (name <> '' OR memo NOT IN ('', '${BANK_FEE_WORD}'))`,
    ),
  },
  {
    subject: 'PAYMENTS',
    period: FIVE_YEARS,
    keeping: 'ERASED',
    treat: eraseFields(
      'refund_requests',
      "name = '', email = '', bank = '', account = '', account_hash = NULL",
      `${olderThanSql('created_at', FIVE_YEARS)} AND name <> ''`,
    ),
  },
  {
    subject: 'ABUSE',
    period: FIVE_YEARS,
    keeping: 'ERASED',
    treat: eraseFields(
      'members',
      "restriction = 'NORMAL', restricted_until = NULL",
      `${olderThanSql('deleted_at', FIVE_YEARS)} AND restriction <> 'NORMAL'`,
    ),
  },
  {
    subject: 'FORMER_IDENTITIES',
    period: '1 year',
    keeping: 'DELETED',
    treat: treatRows('former_identities', 'DELETE FROM former_identities', 'keep_until < now()'),
  },
  {
    subject: 'FORMER_MEMBERS',
    period: FIVE_YEARS,
    keeping: 'DELETED',
    treat: deleteExpiredRows('retained_records'),
  },
  {
    subject: 'MESSAGES',
    period: '3 months',
    keeping: 'DELETED',
    treat: deleteExpiredRows('outbox_messages'),
  },
  {
    subject: 'UPLOADS',
    period: '1 day',
    keeping: 'DELETED',
    treat: treatRows(
      'question_pictures',
      'DELETE FROM question_pictures',
      `message_id IS NULL AND ${olderThanSql('created_at', '1 day')}`,
    ),
  },
  {
    subject: 'SANDBOX',
    period: '30 days',
    keeping: 'DELETED',
    treat: treatRows('sandbox_orders', 'DELETE FROM sandbox_orders', olderThanSql('created_at', '30 days')),
  },
  {
    subject: 'SANDBOX',
    period: '30 days',
    keeping: 'DELETED',
    treat: treatRows('sandbox_answers', 'DELETE FROM sandbox_answers', olderThanSql('created_at', '30 days')),
  },
  {
    subject: 'SANDBOX',
    period: '30 days',
    keeping: 'DELETED',
    treat: treatRows('sandboxes', 'DELETE FROM sandboxes', olderThanSql('used_at', '30 days')),
  },
]
