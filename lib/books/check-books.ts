import type { Database, Db } from '#lib/core/db.ts'
import { deleteExpired } from '#lib/core/delete-expired.ts'
import { log } from '#lib/core/log.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import { isSoundProof, proveBooks } from './prove-books.ts'
import type { Proof } from './schema.ts'

const taskDetailOf = ({ faults, audit, ledger, seals }: Proof): Record<string, unknown> => ({
  ...faults,
  audit: audit.map(({ entryId }) => entryId),
  ledger: ledger.map(({ entryId }) => entryId),
  seals: seals.map(({ sealId }) => sealId),
})

async function storeCheck(db: Db, id: number | null, proof: Proof): Promise<void> {
  const values = [isSoundProof(proof), JSON.stringify(proof)]
  if (id === null)
    await db.rows('INSERT INTO book_checks (balanced, proof, finished_at) VALUES ($1, $2, clock_timestamp())', values)
  else
    await db.rows('UPDATE book_checks SET balanced = $1, proof = $2, finished_at = clock_timestamp() WHERE id = $3', [
      ...values,
      id,
    ])
  await deleteExpired(db, 'book_checks', 1_000)
}

/**
 * Checks the books (docs/contract.md#books), stores the proof in book_checks, and returns it. `id` is the row of the
 * check that staff requested; null stores the proof in a new row. If the proof has a fault, logs an error and files a
 * task. Faults are never corrected automatically.
 */
export async function checkBooks(db: Db, id: number | null = null): Promise<Proof> {
  const proof = await proveBooks(db)
  await storeCheck(db, id, proof)
  log.info('books checked', { head: proof.head, rows: proof.rows })
  if (!isSoundProof(proof)) {
    const detail = taskDetailOf(proof)
    log.error('the books do not balance', detail)
    await fileTask(db, { kind: 'BOOKS', refType: 'books', refId: 1, detail })
  }
  return proof
}

/** Timeout of each statement of a check, in milliseconds. It is long, because a check reads the whole ledger. */
const CHECK_TIMEOUT_MS = 900_000

/**
 * Runs `checkBooks` with a long statement timeout, and returns its proof. The check reads one snapshot, so that changes
 * made during the check don't look like faults.
 */
export const checkBooksInSnapshot = (db: Database, id: number | null = null): Promise<Proof> =>
  db.transaction(
    async (tx) => {
      await tx.rows('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
      return checkBooks(tx, id)
    },
    { statementTimeout: CHECK_TIMEOUT_MS },
  )
