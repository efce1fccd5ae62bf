import { expect } from 'vitest'
import { type Db, db } from '#lib/core/db.ts'
import { findBookFaults } from '../queries.ts'

/** Expects that the books balance. Call it after every test that moves money. */
export async function expectBooksBalance(handle: Db = db()): Promise<void> {
  const faults = Object.entries(await findBookFaults(handle)).filter(([, ids]) => ids.length > 0)
  expect(Object.fromEntries(faults)).toEqual({})
}
