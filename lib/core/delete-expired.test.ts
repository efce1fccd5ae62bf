import { describe, expect, test } from 'vitest'
import { makeMember } from '#lib/members/testing/members.ts'
import { db, oneRow } from './db.ts'
import { deleteExpired, type ExpiringTable } from './delete-expired.ts'
import { ownerDatabase } from './testing/database.ts'

describe('web and worker can’t delete a row before its time', () => {
  const member = '(SELECT min(id) FROM members)'
  /**
   * By table: a function that makes the INSERT statement for a row of a given age; an age at which the row may be
   * deleted (`over`); an age at which it may not (`under`). An hour is taken from a number of months, as months differ in
   * length.
   */
  const rows: Record<string, [insert: (age: string) => string, over: string, under: string]> = {
    account_events: [
      (age) => `INSERT INTO account_events (member_id, kind, address, created_at) SELECT ${member}, 'x', 'x', ${age}`,
      '6 months 1 hour',
      '6 months -1 hour',
    ],
    book_checks: [(age) => `INSERT INTO book_checks (created_at) SELECT ${age}`, '90 days 1 hour', '89 days 23 hours'],
    idempotency_keys: [
      (age) =>
        `INSERT INTO idempotency_keys (member_id, call, key, body_hash, answer, created_at) SELECT ${member}, 'x', ${age}, '', '{}', ${age}`,
      '72 hours 1 minute',
      '71 hours 59 minutes',
    ],
    outbox_messages: [
      (age) =>
        `INSERT INTO outbox_messages (channel, "to", subject, body, status, sent_at, created_at) SELECT 'EMAIL', 'x', '', '', 'SENT', ${age}, ${age}`,
      '3 months 1 hour',
      '3 months -1 hour',
    ],
    retained_records: [
      (age) => `INSERT INTO retained_records (member_id, kind, ref_id, data, recorded_at, keep_until)
        SELECT ${member}, 'MEMBER', extract(epoch FROM ${age})::int, '', ${age}, ${age} + interval '5 years'`,
      '5 years 1 hour',
      '5 years -1 hour',
    ],
    tasks: [
      (age) =>
        `INSERT INTO tasks (kind, ref_type, ref_id, detail, created_at, resolved_at) SELECT 'X', 'x', 1, '{}', ${age}, now() - interval '10 years'`,
      '3 years 1 hour',
      '3 years -1 hour',
    ],
    verification_codes: [
      (age) =>
        `INSERT INTO verification_codes (channel, target, code_hash, created_at, expires_at, used_at) SELECT 'EMAIL', 'x', '', ${age}, now(), now()`,
      '6 months 1 hour',
      '6 months -1 hour',
    ],
  }

  test.each(Object.entries(rows))('%s', async (table, [insert, over, under]) => {
    await makeMember()
    const owner = ownerDatabase()
    await owner.rows(`DELETE FROM ${table}`)
    const id = async (age: string) =>
      oneRow<{ row: string }>(owner, `${insert(`now() - interval '${age}'`)} RETURNING ${table}::text AS row`)
    await id(over)
    const young = await id(under)
    const attempt = await db()
      .rows(`DELETE FROM ${table}`)
      .catch((error) => error)
    expect(attempt).toMatchObject({ code: '42501' })
    expect(await deleteExpired(db(), table as ExpiringTable, 2_147_483_647)).toBe(1)
    expect(await owner.rows(`SELECT ${table}::text AS row FROM ${table}`)).toEqual([young])
  })

  test('nor one of any other table', async () => {
    for (const table of [
      'point_entries',
      'order_events',
      'audit_entries',
      'members',
      'public.tasks',
      'tasks WHERE true; --',
      null,
    ]) {
      const attempt = await deleteExpired(db(), table as ExpiringTable, 1).catch((error) => error)
      expect(attempt).toMatchObject({ code: '22023' })
    }
  })

  test('nor by making a used code an unused one', async () => {
    await db().rows(`INSERT INTO verification_codes (channel, target, code_hash, created_at, expires_at, used_at)
      VALUES ('EMAIL', 'used', '', now() - interval '3 days', now(), now())`)
    await expect(db().rows("UPDATE verification_codes SET used_at = NULL WHERE target = 'used'")).rejects.toThrow(
      'append-only',
    )
  })
})
