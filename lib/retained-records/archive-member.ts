import { decryptCashRefundAccount } from '#lib/charges/refund-account.ts'
import { encrypt } from '#lib/core/crypto.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { formerMemberName, type RecordKind } from './labels.ts'

/** Purpose of the key that encrypts retained records. For each purpose, a different key is derived from AUTH_SECRET. */
export const RETAINED_RECORD_PURPOSE = 'retained-record'

/** Maximum number of rows of one kind that one transaction moves. */
const BATCH_ROWS = 1_000

/** SQL condition: a row of charges still contains personal data. */
const isUnarchivedChargeSql = "(name <> '' OR fee_value <> '{}')"

type RecordData = Record<string, string | number | null>
type PersonalRow = { refId: number; recordedAt: Date; data: RecordData; account?: Buffer }

/**
 * How records of one kind are moved from their table to the retained records. `select` finds and locks up to $2 rows of
 * member $1 that still contain personal data. `erase` removes the personal data from the rows with the ids $1. Amounts,
 * dates and states stay in the rows for accounting. Depositor names stay as hashes (SQL function former_name), so that
 * equal names are still recognized.
 */
type RecordSource = { kind: RecordKind; select: string; erase: string }

const recordSources: readonly RecordSource[] = [
  {
    kind: 'CHARGE',
    select: `SELECT id AS ref_id, created_at AS recorded_at, fee_value || jsonb_build_object('name', name, 'point', point / 100,
        'payAmount', pay_amount / 100, 'feeType', fee_type, 'status', status) AS data
      FROM charges WHERE member_id = $1 AND ${isUnarchivedChargeSql} ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
    erase: "UPDATE charges SET name = '', normal_name = former_name(normal_name), fee_value = '{}' WHERE id = ANY ($1)",
  },
  {
    kind: 'DEPOSIT',
    select: `SELECT d.id AS ref_id, d.created_at AS recorded_at, jsonb_build_object('name', d.name, 'amount', d.amount / 100,
        'at', d.at, 'externalId', d.external_id) AS data
      FROM deposits d
      WHERE d.name <> '' AND d.id IN (
        SELECT d.id FROM charges c JOIN deposits d ON d.charge_id = c.id WHERE c.member_id = $1
        UNION SELECT s.deposit_id FROM charges c JOIN deposit_splits s ON s.charge_id = c.id WHERE c.member_id = $1
        UNION SELECT s.deposit_id FROM charges c JOIN deposit_merges s ON s.charge_id = c.id WHERE c.member_id = $1
        UNION SELECT t.id FROM charges c JOIN deposits d ON d.charge_id = c.id
          JOIN deposits t ON t.amount = d.amount AND t.normal_name IN (d.normal_name, c.normal_name)
            AND t.status = 'DUPLICATE'
          WHERE c.member_id = $1)
      ORDER BY d.id LIMIT $2 FOR NO KEY UPDATE`,
    erase: "UPDATE deposits SET name = '', normal_name = former_name(normal_name) WHERE id = ANY ($1)",
  },
  {
    kind: 'REFUND',
    select: `SELECT id AS ref_id, created_at AS recorded_at, account, jsonb_build_object('name', name, 'email', email,
        'bank', bank, 'point', point / 100, 'status', status) AS data
      FROM refund_requests WHERE member_id = $1 AND name <> '' ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
    erase: "UPDATE refund_requests SET name = '', email = '', bank = '', account = '' WHERE id = ANY ($1)",
  },
  {
    kind: 'ORDER',
    select: `SELECT id AS ref_id, created_at AS recorded_at, jsonb_strip_nulls(jsonb_build_object('link', link, 'serviceId', service_id,
        'amount', amount, 'point', price / 100.0, 'details', details::text)) AS data
      FROM orders WHERE member_id = $1 AND link <> '' ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
    erase: "UPDATE orders SET link = '', clean_link = NULL, details = NULL WHERE id = ANY ($1)",
  },
  {
    kind: 'AUTO_ORDER',
    select: `SELECT id AS ref_id, created_at AS recorded_at, jsonb_build_object('link', link, 'serviceId', service_id,
        'amount', amount, 'runs', runs, 'point', price / 100.0) AS data
      FROM auto_orders WHERE member_id = $1 AND link <> '' ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
    erase: "UPDATE auto_orders SET link = '', clean_link = NULL WHERE id = ANY ($1)",
  },
  {
    // Also closes the member's questions: once their text is moved, staff can neither read nor answer them.
    kind: 'QUESTION',
    select: `SELECT q.id AS ref_id, q.created_at AS recorded_at, jsonb_build_object('messages', (
        SELECT string_agg(author || ': ' || text, E'\\n' ORDER BY id) FROM question_messages WHERE question_id = q.id)) AS data
      FROM questions q WHERE member_id = $1
        AND EXISTS (SELECT FROM question_messages WHERE question_id = q.id AND text <> '')
      ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
    erase: `WITH pictures AS (
        DELETE FROM question_pictures WHERE message_id IN (SELECT id FROM question_messages WHERE question_id = ANY ($1))),
      closed AS (UPDATE questions SET status = 'CLOSED', staff_unread = false, member_unread = false WHERE id = ANY ($1))
      UPDATE question_messages SET text = '' WHERE question_id = ANY ($1)`,
  },
]

/**
 * Locks the charges that the first call of `archiveRecords` moves. Call it before locking the member's balance: a
 * reversal and a pay-out lock the charge first, too, and would otherwise deadlock with the deletion of the account.
 */
export const lockChargesToArchive = (tx: Db, memberId: number) =>
  tx.rows(
    `SELECT FROM charges WHERE member_id = $1 AND ${isUnarchivedChargeSql} ORDER BY id LIMIT ${BATCH_ROWS} FOR NO KEY UPDATE`,
    [memberId],
  )

const insertRecordsSql = `
  INSERT INTO retained_records (member_id, kind, ref_id, data, recorded_at, keep_until)
  SELECT $1, $2, r.ref_id, r.data, r.at,
    greatest(r.at, now()) + CASE WHEN $2 = 'QUESTION' THEN interval '3 years' ELSE interval '5 years' END
  FROM unnest($3::int[], $4::bytea[], $5::timestamptz[]) AS r (ref_id, data, at)
  ON CONFLICT (kind, ref_id) DO NOTHING`

/**
 * Data of a row, with its bank account number decrypted. If the number can't be decrypted because AUTH_SECRET has
 * changed, it is left out.
 */
function withAccount({ data, account }: PersonalRow): RecordData {
  if (!account?.length) return data
  const number = decryptCashRefundAccount(account)
  if (number !== undefined) return { ...data, account: number }
  log.warn('an account number could not be opened: was AUTH_SECRET changed?')
  return data
}

async function storeRecords(
  tx: Db,
  memberId: number,
  kind: RecordKind,
  personalRows: readonly PersonalRow[],
): Promise<void> {
  await tx.rows(insertRecordsSql, [
    memberId,
    kind,
    personalRows.map(({ refId }) => refId),
    personalRows.map((each) => encrypt(RETAINED_RECORD_PURPOSE, JSON.stringify(withAccount(each)))),
    personalRows.map(({ recordedAt }) => recordedAt),
  ])
}

async function moveBatch(tx: Db, memberId: number, { kind, select, erase }: RecordSource): Promise<number> {
  const personalRows = await tx.rows<PersonalRow>(select, [memberId, BATCH_ROWS])
  if (personalRows.length === 0) return 0
  await storeRecords(tx, memberId, kind, personalRows)
  await tx.rows(erase, [personalRows.map(({ refId }) => refId)])
  return personalRows.length
}

type PersonalData = { loginId: string; email: string | null; phone: string | null; memo: string; createdAt: Date }

/**
 * Moves a member's personal data to the retained records, and stores a digest of his login id so that nobody can
 * register it again. Call it in the transaction that deletes the account, before the statement that erases e-mail
 * address and phone number. Afterwards the login id in his row is 탈퇴 회원 and his id.
 */
export async function archivePersonalData(tx: Db, memberId: number): Promise<void> {
  const [person] = await tx.rows<PersonalData>(
    'SELECT login_id, email, phone, memo, created_at FROM members WHERE id = $1 AND archived_at IS NULL FOR UPDATE',
    [memberId],
  )
  const name = formerMemberName(memberId)
  if (!person || person.loginId === name) return
  const { createdAt, ...data } = person
  await storeRecords(tx, memberId, 'MEMBER', [{ refId: memberId, recordedAt: createdAt, data }])
  await tx.rows(
    "INSERT INTO retired_login_ids (digest, member_id) VALUES (sha256(convert_to($2, 'UTF8')), $1) ON CONFLICT DO NOTHING",
    [memberId, person.loginId],
  )
  await tx.rows("UPDATE members SET login_id = $2, memo = '', restriction_reason = '' WHERE id = $1", [memberId, name])
  // All staff can see tasks and sent messages, and no law requires personal data in them to be retained: it is erased
  // there.
  await tx.rows(
    `UPDATE tasks SET detail = detail - 'name' - 'reported' WHERE (detail ? 'name' OR detail ? 'reported')
       AND (ref_type = 'charge' AND ref_id IN (SELECT id FROM charges WHERE member_id = $1)
         OR ref_type = 'deposit' AND ref_id IN (SELECT d.id FROM charges c JOIN deposits d ON d.charge_id = c.id
             WHERE c.member_id = $1
           UNION SELECT s.deposit_id FROM charges c JOIN deposit_splits s ON s.charge_id = c.id WHERE c.member_id = $1
           UNION SELECT s.deposit_id FROM charges c JOIN deposit_merges s ON s.charge_id = c.id WHERE c.member_id = $1))`,
    [memberId],
  )
  const refunds = await tx.rows<{ email: string }>(
    "SELECT DISTINCT email FROM refund_requests WHERE member_id = $1 AND email <> ''",
    [memberId],
  )
  await tx.rows(
    `UPDATE outbox_messages SET "to" = $1, subject = '', body = '', variables = '' WHERE lower("to") = ANY ($2) AND status <> 'PENDING'`,
    [
      name,
      [person.email, person.phone, ...refunds.map(({ email }) => email)].flatMap((each) =>
        each ? [each.toLowerCase()] : [],
      ),
    ],
  )
}

/**
 * Moves up to 1,000 records of each kind (BATCH_ROWS) of a deleted member from the tables that all staff can read to
 * the retained records.
 * @returns true if everything has been moved
 */
export async function archiveRecords(tx: Db, memberId: number): Promise<boolean> {
  let isComplete = true
  for (const source of recordSources) if ((await moveBatch(tx, memberId, source)) === BATCH_ROWS) isComplete = false
  if (isComplete) await tx.rows('UPDATE members SET archived_at = now() WHERE id = $1', [memberId])
  return isComplete
}

async function archiveDeletedMember(db: Database, id: number): Promise<void> {
  await db.transaction((tx) => archivePersonalData(tx, id))
  while (!(await db.transaction((tx) => archiveRecords(tx, id)))) {
    // Repeats until everything is moved: a member may have a million orders.
  }
}

/** Maximum number of deleted members read at once. */
const MEMBER_BATCH = 100

/**
 * For each deleted member, moves to the retained records what the deletion of the account hasn't moved yet, one batch
 * per transaction. A member whose records can't be moved doesn't hold up the others; the next call tries again. Returns
 * the number of members handled.
 * @throws AggregateError at the end, if errors occurred, so that the job counts as failed
 */
export async function archiveDeletedMembers(db: Database): Promise<number> {
  const errors: unknown[] = []
  let handled = 0
  for (let afterId = 0; ; ) {
    const members = await db.rows<{ id: number }>(
      'SELECT id FROM members WHERE deleted_at IS NOT NULL AND archived_at IS NULL AND id > $1 ORDER BY id LIMIT $2',
      [afterId, MEMBER_BATCH],
    )
    for (const { id } of members)
      await archiveDeletedMember(db, id).catch((error: unknown) => {
        log.error('the records of a deleted member could not be moved', { error, memberId: id })
        errors.push(error)
      })
    handled += members.length
    const last = members.at(-1)
    if (!last) break
    afterId = last.id
  }
  if (errors.length > 0) throw new AggregateError(errors, `the records of ${errors.length} members could not be moved`)
  return handled
}
