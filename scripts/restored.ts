import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { checkBooksInSnapshot } from '#lib/books/check-books.ts'
import { isSoundProof } from '#lib/books/prove-books.ts'
import { type Db, db, oneRow } from '#lib/core/db.ts'
import { formatBooksReport } from './books-report.ts'
import { tryEncryptedColumns } from './encrypted-columns.ts'
import { listServicesAgain } from './list-services-again.ts'
import { readMigrationList } from './schema-engine.ts'
import { setShopEnvironment } from './shop-environment.ts'
import { SKIPPED_IDS, skipIds } from './skip-ids.ts'

/** In milliseconds. */
const MAX_WAIT = 3_600_000

/** Why this process can't use the database yet; undefined once it can. */
async function reasonToWait(db: Db): Promise<string | undefined> {
  try {
    const { recovering } = await oneRow<{ recovering: boolean }>(db, 'SELECT pg_is_in_recovery() AS recovering')
    return recovering ? 'PostgreSQL replays the archived changes' : undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const isWrongPassword = error instanceof pg.DatabaseError && error.code === '28P01'
    return isWrongPassword
      ? `${reason}. The database has the passwords of the restored moment. If this goes on, end it with Ctrl-C, migrate, which sets that of DATABASE_URL, and run this again`
      : reason
  }
}

/** Waits until PostgreSQL has replayed the archived changes and accepts writes. Prints the reason for waiting. */
async function waitForRecovery(db: Db): Promise<void> {
  let lastReason = ''
  for (const deadline = Date.now() + MAX_WAIT; Date.now() < deadline; await sleep(500)) {
    const reason = await reasonToWait(db)
    if (reason === undefined) return
    if (reason !== lastReason) console.log(`  waiting: ${reason}`)
    lastReason = reason
  }
  throw new Error('PostgreSQL is still recovering, or cannot be reached')
}

/**
 * Refuses a database that lacks migrations of this version: it was restored to a moment before an upgrade, and the
 * checks that follow can't read it.
 */
async function refuseOlderDatabase(db: Db): Promise<void> {
  const applied = await db.rows<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  )
  const names = new Set(applied.map(({ name }) => name))
  const missing = readMigrationList().migrationDirectories.filter(({ path }) => !names.has(path))
  if (missing.length > 0)
    throw new Error(
      `The restored moment is before an upgrade: migrations of this version are missing. Migrate, and run this again. Or check out the version of that moment first, to go on with it.`,
    )
}

const lastRowsSql = `
  SELECT (SELECT created_at FROM orders ORDER BY id DESC LIMIT 1) AS order_at,
    (SELECT created_at FROM charges ORDER BY id DESC LIMIT 1) AS charge_at`

async function printLastRows(db: Db): Promise<void> {
  const { orderAt, chargeAt } = await oneRow<Record<'orderAt' | 'chargeAt', Date | null>>(db, lastRowsSql)
  const text = (at: Date | null) => at?.toISOString() ?? 'none'
  console.log(`  the last order is of ${text(orderAt)}, the last charge of ${text(chargeAt)}`)
}

/** Prints how many values AUTH_SECRET decrypts. Returns false if it doesn't decrypt some of them. */
async function checkSecret(db: Db): Promise<boolean> {
  const columns = await tryEncryptedColumns(db)
  for (const { name, rows, opened } of columns)
    console.log(`${opened === rows ? '✓' : '✗'} AUTH_SECRET opens ${opened} of ${rows} rows of ${name}`)
  if (columns.length === 0) console.log('  nothing is encrypted yet: whether AUTH_SECRET is the right one is not known')
  const isRight = columns.every(({ rows, opened }) => rows === opened)
  if (!isRight)
    console.log(
      '✗ AUTH_SECRET is not the one this database was written with. Without it the keys of providers and connections, staff’s authenticators and refund accounts stay closed: find it before anybody works with this shop.',
    )
  return isRight
}

/**
 * Checks a restored shop: waits for its recovery, prints the time of its last order and charge, and checks AUTH_SECRET
 * and the books. Skips the ids that may have been assigned after the moment to which the shop was restored, and lists
 * all services as changed. Returns true if AUTH_SECRET is correct and the books balance.
 */
async function run(): Promise<boolean> {
  setShopEnvironment()
  await waitForRecovery(db())
  await refuseOlderDatabase(db())
  await printLastRows(db())
  await skipIds(db())
  console.log(`  the next ${SKIPPED_IDS} numbers of services, orders, requests and webhook deliveries are left out`)
  await listServicesAgain(db())
  console.log('  programs that follow the changes of services get all of them again')
  const isRight = await checkSecret(db())
  const proof = await checkBooksInSnapshot(db())
  console.log(formatBooksReport(proof).join('\n'))
  return isSoundProof(proof) && isRight
}

try {
  process.exit((await run()) ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}
