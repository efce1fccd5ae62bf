import { expect } from 'vitest'
import { type Db, db } from '#lib/core/db.ts'
import { bookFaults } from '../queries.ts'

/** Ends every test that moves money: the ledger, the balances, the orders and the charges say the same. */
export async function expectBooksBalance(handle: Db = db()): Promise<void> {
  const faults = Object.entries(await bookFaults(handle)).filter(([, ids]) => ids.length > 0)
  expect(Object.fromEntries(faults)).toEqual({})
}
