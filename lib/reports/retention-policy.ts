/** How the shop keeps to a period: rows are deleted, or lose what tells of a person, or are only shown for so long. */
export type Keeping = 'DELETED' | 'ERASED' | 'HIDDEN'

/** `subject` is named in labels.ts. `statement` treats up to $1 rows whose time is over and returns one row for each. */
export type RetentionRule = { subject: string; period: string; keeping: Keeping; statement: string | null }

/** Deletes the rows of a table whose time is over. */
const deleted = (table: string, past: string): string =>
  `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${past} LIMIT $1::int)) RETURNING 1`

/** Empties what tells of a person in rows whose time is over; their sums and dates stay, for the books. */
const erased = (table: string, change: string, past: string): string =>
  `UPDATE ${table} SET ${change} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${past} LIMIT $1::int)) RETURNING 1`

const older = (column: string, period: string): string => `${column} < now() - interval '${period}'`

const FIVE_YEARS = '5 years'

/** Every period of spec 9, in one place. The ledger and the audit trail hold no personal data and only ever grow. */
export const retentionPolicy: readonly RetentionRule[] = [
  { subject: 'HISTORY', period: '3 months', keeping: 'HIDDEN', statement: null },
  {
    subject: 'IDENTITY',
    period: '6 months',
    keeping: 'DELETED',
    statement: deleted('verification_codes', older('created_at', '6 months')),
  },
  {
    subject: 'IDENTITY',
    period: '6 months',
    keeping: 'DELETED',
    statement: deleted('account_events', older('created_at', '6 months')),
  },
  {
    subject: 'VISITS',
    period: '3 months',
    keeping: 'DELETED',
    statement: deleted(
      'sessions',
      `${older('last_used_at', '3 months')} AND (expires_at < now() OR revoked_at IS NOT NULL)`,
    ),
  },
  {
    subject: 'VISITS',
    period: '3 months',
    keeping: 'DELETED',
    statement: deleted('member_visits', older('last_at', '3 months')),
  },
  {
    subject: 'COMPLAINTS',
    period: '3 years',
    keeping: 'DELETED',
    statement: deleted('tasks', older('resolved_at', '3 years')),
  },
  {
    subject: 'CONTRACTS',
    period: FIVE_YEARS,
    keeping: 'ERASED',
    statement: erased('orders', "link = '', clean_link = NULL", `${older('created_at', FIVE_YEARS)} AND link <> ''`),
  },
  {
    subject: 'CONTRACTS',
    period: FIVE_YEARS,
    keeping: 'ERASED',
    statement: erased(
      'auto_orders',
      "link = '', clean_link = NULL",
      `${older('created_at', FIVE_YEARS)} AND link <> ''`,
    ),
  },
  {
    subject: 'PAYMENTS',
    period: FIVE_YEARS,
    keeping: 'ERASED',
    statement: erased(
      'charges',
      "name = '', normal_name = '', fee_value = '{}'",
      `${older('created_at', FIVE_YEARS)} AND name <> ''`,
    ),
  },
  {
    subject: 'PAYMENTS',
    period: FIVE_YEARS,
    keeping: 'ERASED',
    statement: erased('deposits', "name = '', normal_name = ''", `${older('created_at', FIVE_YEARS)} AND name <> ''`),
  },
  {
    subject: 'PAYMENTS',
    period: FIVE_YEARS,
    keeping: 'ERASED',
    statement: erased(
      'refund_requests',
      "name = '', email = '', bank = '', account = '', account_hash = NULL",
      `${older('created_at', FIVE_YEARS)} AND name <> ''`,
    ),
  },
  {
    subject: 'ABUSE',
    period: FIVE_YEARS,
    keeping: 'ERASED',
    statement: erased(
      'members',
      "restriction = 'NORMAL', restricted_until = NULL",
      `${older('deleted_at', FIVE_YEARS)} AND restriction <> 'NORMAL'`,
    ),
  },
  {
    subject: 'FORMER_MEMBERS',
    period: FIVE_YEARS,
    keeping: 'DELETED',
    statement: deleted('retained_records', 'keep_until < now()'),
  },
  {
    subject: 'MESSAGES',
    period: '3 months',
    keeping: 'DELETED',
    statement: deleted('outbox_messages', `${older('created_at', '3 months')} AND status <> 'PENDING'`),
  },
]
