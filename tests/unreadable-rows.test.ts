import { expect, test } from 'vitest'
import { connectionKinds } from '#lib/connections/labels.ts'
import type { Database } from '#lib/core/db.ts'
import { freshDatabase } from '#lib/core/testing/database.ts'
import { archiveDeletedMembers } from '#lib/retained-records/archive-member.ts'
import { encryptedColumns } from '#scripts/encrypt-again.ts'
import { fillShop } from './query-plans/many-rows.ts'
import { staffReads } from './query-plans/staff-reads.ts'

const volume = { orders: 2_000, members: 400, services: 60 }

/** The reads of the console that fail, each with its error. */
async function failuresOfReads(db: Database): Promise<Record<string, string>> {
  const failures: Record<string, string> = {}
  for (const { name, run } of staffReads(volume, { few: true }))
    await run(db).catch((error: Error) => {
      failures[name] = error.message
    })
  return failures
}

test('the console lists what members leave behind when all have deleted their accounts', {
  timeout: 240_000,
}, async () => {
  const { db, owner, drop } = await freshDatabase()
  try {
    await fillShop(owner, volume)
    await db.rows("UPDATE members SET deleted_at = now(), email = NULL, phone = NULL WHERE role = 'MEMBER'")
    while ((await archiveDeletedMembers(db)) > 0);
    expect(await failuresOfReads(db)).toEqual({})
  } finally {
    await drop()
  }
})

/** Rows of the tables with ciphertext that `fillShop` leaves empty. */
const rowsWithSecrets = [
  `INSERT INTO connections (kind, settings, secrets, hints, base_url, is_real)
   SELECT kind, '{}', '', '{}', 'https://service.example', true FROM unnest($1::text[]) AS kind`,
  `INSERT INTO pending_changes (kind, subject, before, after, shown, needs_consent, asked_by, address, effective_at)
   VALUES ('SETTING', 'ENABLE_SERVICE_CHECK', '', '', '{"name": "점검", "before": "false", "after": "true"}', true, 7, '', now() + interval '1 day')`,
  "INSERT INTO webhooks (member_id, url, secret, former_secret, former_until, enabled) VALUES (7, 'https://shop.example', '', '', now(), true)",
  "INSERT INTO staff_totp (member_id, secret, last_step) VALUES (7, '', 0)",
]

/** Replaces all ciphertext that may be changed by a byte that no secret decrypts. Returns the columns without any. */
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

test('the console lists what no secret decrypts', { timeout: 240_000 }, async () => {
  const { db, owner, drop } = await freshDatabase()
  try {
    await fillShop(owner, volume)
    for (const statement of rowsWithSecrets)
      await owner.rows(statement, statement.includes('$1') ? [connectionKinds] : [])
    expect(await destroySecrets(owner)).toEqual(['login_tickets.secret'])
    expect(await failuresOfReads(db)).toEqual({})
  } finally {
    await drop()
  }
})
