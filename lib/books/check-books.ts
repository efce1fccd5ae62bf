import type { Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { fileTask } from '#lib/messages/file-task.ts'
import { type BookFaults, balances, bookFaults } from './queries.ts'

/** Proves the books (decisions 2). A fault is an error in the log and a task for staff, never mended by itself. */
export async function checkBooks(db: Db): Promise<BookFaults> {
  const faults = await bookFaults(db)
  if (!balances(faults)) {
    log.error('the books do not balance', { ...faults })
    await fileTask(db, { kind: 'BOOKS', refType: 'books', refId: 1, detail: faults })
  }
  return faults
}
