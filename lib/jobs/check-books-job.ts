import { checkAtLength } from '#lib/books/check-books.ts'
import { sealBooks } from '#lib/books/seal-books.ts'
import type { Job, RowJob } from './job.ts'

/** Each day at 04:10 in Seoul: the books, proven from the first row on (docs/contract.md#books). */
export const checkBooksJob: Job = {
  name: 'check-books',
  cron: '10 19 * * *',
  run: async (db) => {
    await checkAtLength(db)
  },
}

/** When staff ask for it. */
export const proveBooksJob: RowJob = {
  name: 'prove-books',
  run: async (db, id) => {
    await checkAtLength(db, id)
  },
}

/** Each hour at :05: what is new is looked at and sealed; where it isn't as it was written, everything is looked at. */
export const sealBooksJob: Job = {
  name: 'seal-books',
  cron: '5 * * * *',
  run: async (db) => {
    if ((await sealBooks(db)) === 'SPOILED') await checkAtLength(db)
  },
}
