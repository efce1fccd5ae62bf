import { checkBooksInSnapshot } from '#lib/books/check-books.ts'
import { sealBooks } from '#lib/books/seal-books.ts'
import type { Job, RowJob } from './job.ts'

/** Each day at 04:10 in Seoul: checks the books from the first row (docs/contract.md#books). */
export const checkBooksJob: Job = {
  name: 'check-books',
  cron: '10 19 * * *',
  run: async (db) => {
    await checkBooksInSnapshot(db)
  },
}

/** The same check, requested by staff, who read its result in the row `id` of book_checks. */
export const proveBooksJob: RowJob = {
  name: 'prove-books',
  run: async (db, id) => {
    await checkBooksInSnapshot(db, id)
  },
}

/** Each hour at :05: checks the new rows of the books and signs them with a seal; if a row was changed, checks all. */
export const sealBooksJob: Job = {
  name: 'seal-books',
  cron: '5 * * * *',
  run: async (db) => {
    if ((await sealBooks(db)) === 'SPOILED') await checkBooksInSnapshot(db)
  },
}
