import { checkBooks } from '#lib/books/check-books.ts'
import type { Job } from './job.ts'

/** Each day at 04:10 in Seoul: the books, proven (decisions 2). */
export const checkBooksJob: Job = {
  name: 'check-books',
  cron: '10 19 * * *',
  run: async (db) => {
    await checkBooks(db)
  },
}
