import { checkBooksInSnapshot } from '#lib/books/check-books.ts'
import { sealBooks } from '#lib/books/seal-books.ts'
import type { Job, RowJob } from './job.ts'

/** Each day at 04:10 in Seoul: checks all rows of the books (docs/contract.md#books). */
export const checkBooksJob: Job = {
  name: 'check-books',
  cron: '10 19 * * *',
  run: async (db) => {
    await checkBooksInSnapshot(db)
  },
}

/**
 * Checks all rows of the books when staff request it. `id` is the id of the row of book_checks that gets the result.
 */
export const checkBooksOnRequestJob: RowJob = {
  name: 'prove-books',
  run: async (db, id) => {
    await checkBooksInSnapshot(db, id)
  },
}

/**
 * Each hour at :05: checks the audit rows written since the last seal, then signs (seals) them and the new ledger rows.
 * If an audit row or the last seal was tampered with, checks all rows of the books instead.
 */
export const sealBooksJob: Job = {
  name: 'seal-books',
  cron: '5 * * * *',
  run: async (db) => {
    if ((await sealBooks(db)) === 'SPOILED') await checkBooksInSnapshot(db)
  },
}
