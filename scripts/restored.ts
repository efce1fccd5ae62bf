import { setTimeout as sleep } from 'node:timers/promises'
import { checkBooksInSnapshot } from '#lib/books/check-books.ts'
import { isSoundProof } from '#lib/books/prove-books.ts'
import { type Db, db, oneRow } from '#lib/core/db.ts'
import { booksReport } from './books-report.ts'
import { tryEncryptedColumns } from './encrypted-columns.ts'
import { listServicesAgain } from './list-services-again.ts'
import { setShopEnvironment } from './shop-environment.ts'
import { SKIPPED_NUMBERS, skipNumbers } from './skip-numbers.ts'

/** In milliseconds. */
const MAX_WAIT = 3_600_000

/** Waits until PostgreSQL has replayed the archived changes and accepts writes. */
async function waitForRecovery(db: Db): Promise<void> {
  for (const deadline = Date.now() + MAX_WAIT; Date.now() < deadline; await sleep(500)) {
    const state = await oneRow<{ recovering: boolean }>(db, 'SELECT pg_is_in_recovery() AS recovering').catch(
      () => null,
    )
    if (state?.recovering === false) return
  }
  throw new Error('PostgreSQL is still recovering, or cannot be reached')
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
 * and the books. Skips the numbers that may have been given after the restored moment, and lists all services as changed.
 * Returns true if AUTH_SECRET is right and the books balance.
 */
async function run(): Promise<boolean> {
  setShopEnvironment()
  await waitForRecovery(db())
  await printLastRows(db())
  await skipNumbers(db())
  console.log(`  the next ${SKIPPED_NUMBERS} numbers of services, orders, requests and webhook deliveries are left out`)
  await listServicesAgain(db())
  console.log('  programs that follow the changes of services get all of them again')
  const isRight = await checkSecret(db())
  const proof = await checkBooksInSnapshot(db())
  console.log(booksReport(proof).join('\n'))
  return isSoundProof(proof) && isRight
}

try {
  process.exit((await run()) ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}
