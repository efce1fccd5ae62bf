import { expect, test } from 'vitest'
import { connectionKinds } from '#lib/connections/labels.ts'
import type { Caller } from '#lib/core/call.ts'
import type { Database } from '#lib/core/db.ts'
import { answerCall } from '#lib/core/pipeline.ts'
import { createFreshDatabase } from '#lib/core/testing/database.ts'
import { archiveDeletedMembers } from '#lib/retained-records/archive-member.ts'
import { registry } from '#lib/web/registry.ts'
import { encryptedColumns } from '#scripts/encrypt-again.ts'
import { fillShop } from '../query-plans/many-rows.ts'
import { listStaffReads } from '../query-plans/staff-reads.ts'

/** Id of a member with an API key. */
const memberId = 11
const volume = { orders: 2_000, members: 400, services: 60 }

/** Runs all reads of the console. Returns the names of those that fail, with their errors. */
async function failuresOfReads(db: Database): Promise<Record<string, string>> {
  const failures: Record<string, string> = {}
  for (const { name, run } of listStaffReads(volume, { few: true }))
    await run(db).catch((error: Error) => {
      failures[name] = error.message
    })
  return failures
}

/** A bulk-transfer file can't be made without its account numbers: the only read that is refused, with its reason. */
const fileRefused = (reason: string) => ({
  'GET /api/admin/transfer-files/1/file': expect.stringMatching(new RegExp(`answered 409: .*${reason}`)),
})

test('the console lists what members leave behind when all have deleted their accounts', {
  timeout: 240_000,
}, async () => {
  const { db, owner, drop } = await createFreshDatabase()
  try {
    await fillShop(owner, volume)
    await db.rows("UPDATE members SET deleted_at = now(), email = NULL, phone = NULL WHERE role = 'MEMBER'")
    while ((await archiveDeletedMembers(db)) > 0);
    expect(await failuresOfReads(db)).toEqual(fileRefused('탈퇴해 계좌가 지워진 파일'))
  } finally {
    await drop()
  }
})

/**
 * Sends each GET call without {id} that isn't for staff, as a member with an API key, a webhook and a refund. Returns
 * the calls that were answered with a 5xx.
 */
async function failuresOfMember(db: Database): Promise<string[]> {
  const caller: Caller = { memberId, loginId: 'member', role: 'MEMBER', via: 'session', sessionId: null, totp: true }
  const calls = registry.filter(({ method, path }) => method === 'GET' && !/^\/api\/admin|\{/.test(path))
  const failures: string[] = []
  for (const call of calls) {
    const request = { method: 'GET', path: call.path, search: '', header: () => undefined, address: '192.0.2.1' }
    const { status } = await answerCall(call, { ...request, body: async () => Buffer.alloc(0) }, db, async () => caller)
    if (status >= 500) failures.push(`${status} ${call.path}`)
  }
  return failures
}

/** Statements that insert rows into the tables that contain ciphertext and that `fillShop` leaves empty. */
const rowsWithSecrets = [
  `INSERT INTO connections (kind, settings, secrets, hints, base_url, is_real)
   SELECT kind, '{}', '', '{}', 'https://service.example', true FROM unnest($1::text[]) AS kind`,
  `INSERT INTO pending_changes (kind, subject, before, after, shown, needs_consent, asked_by, address, effective_at)
   VALUES ('SETTING', 'ENABLE_SERVICE_CHECK', '', '', '{"name": "점검", "before": "false", "after": "true"}', true, 7, '', now() + interval '1 day')`,
  `INSERT INTO webhooks (member_id, url, secret, former_secret, former_until, enabled) VALUES (${memberId}, 'https://shop.example', '', '', now(), true)`,
  `UPDATE refund_requests SET member_id = ${memberId} WHERE id = 1`,
  "INSERT INTO staff_totp (member_id, secret, last_step) VALUES (7, '', 0)",
]

/**
 * Replaces all ciphertext, except in append-only columns, by a byte that no secret decrypts. Returns the columns that
 * had none.
 */
async function destroySecrets(owner: Database): Promise<string[]> {
  const empty: string[] = []
  for (const { table, column, text } of encryptedColumns.filter(({ appendOnly }) => !appendOnly)) {
    const rows = await owner.rows(
      `UPDATE ${table} SET ${column} = ${text ? "'AA=='" : "'\\x00'"} WHERE ${column} IS NOT NULL RETURNING 1`,
    )
    if (rows.length === 0) empty.push(`${table}.${column}`)
  }
  return empty
}

test('lists and screens show the rest of what no secret decrypts', { timeout: 240_000 }, async () => {
  const { db, owner, drop } = await createFreshDatabase()
  try {
    await fillShop(owner, volume)
    for (const statement of rowsWithSecrets)
      await owner.rows(statement, statement.includes('$1') ? [connectionKinds] : [])
    expect(await destroySecrets(owner)).toEqual(['login_tickets.secret'])
    expect(await failuresOfReads(db)).toEqual(fileRefused('계좌번호를 읽을 수 없어요.'))
    expect(await failuresOfMember(db)).toEqual([])
  } finally {
    await drop()
  }
})
