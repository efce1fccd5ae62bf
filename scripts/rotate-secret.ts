/**
 * `npm run rotate-secret`: encrypts under AUTH_SECRET everything that is encrypted under AUTH_SECRET_FALLBACKS, and
 * prints what is left to do before the fallbacks are removed (docs/security.md#rotation). The shop may run meanwhile.
 */
import { SEAL_PURPOSE } from '#lib/books/seal-books.ts'
import { deriveKeys } from '#lib/core/crypto.ts'
import { openDatabase } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { encryptAgain } from './encrypt-again.ts'

async function run(): Promise<string[]> {
  const { DATABASE_URL, AUTH_SECRET_FALLBACKS, SEAL_KEYS } = env()
  if (AUTH_SECRET_FALLBACKS.length === 0) throw new Error('AUTH_SECRET_FALLBACKS is empty: nothing to do.')
  const db = openDatabase(process.env.MIGRATE_DATABASE_URL || DATABASE_URL, 2)
  const results = await encryptAgain(db)
  const unusedKeys = await db.rows<{ count: number }>(
    `SELECT count(*)::int AS count FROM api_keys WHERE coalesce(last_used_at, '-infinity') < now() - interval '30 days'`,
  )
  const seals = [
    ...deriveKeys(SEAL_PURPOSE)
      .slice(1)
      .map((key) => key.toString('hex')),
    ...SEAL_KEYS,
  ]
  return [
    ...results.map(
      ({ table, column, again, lost }) =>
        `${table}.${column}: ${again} encrypted again${lost > 0 ? `, ${lost} that no secret opens` : ''}`,
    ),
    `api-keys not used for 30 days: ${unusedKeys[0]?.count ?? 0}. A key is moved to AUTH_SECRET when it is used.`,
    'Removing the fallbacks ends sessions, links and codes made before AUTH_SECRET was replaced, keys not used since,',
    'unused recovery codes of staff, and notices in browsers not opened since. Set this together with it, so that older',
    `seals are still verified:\nSEAL_KEYS=${[...new Set(seals)].join(',')}`,
  ]
}

try {
  console.log((await run()).join('\n'))
  process.exit()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
