import { expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { type Database, db } from '#lib/core/db.ts'
import { receiveSourceDeposits } from './receive-source-deposits.ts'
import type { SourceDeposit } from './source.ts'
import { depositsOf } from './testing/connected-shop.ts'

const reported = (id: string, name: string): SourceDeposit => ({
  id,
  name,
  amount: 5_000,
  at: new Date().toISOString(),
  precision: 'EXACT',
  isProved: true,
})

/** Receives the deposits. Returns how many statements this needed, not counting statements within transactions. */
async function statementsFor(deposits: readonly SourceDeposit[]): Promise<number> {
  let count = 0
  const counting: Database = {
    ...db(),
    rows: (...asked: Parameters<Database['rows']>) => {
      count++
      return db().rows(...asked)
    },
  } as Database
  await receiveSourceDeposits(counting, 'popbill', deposits)
  return count
}

test('what is stored already, with or without a name, needs one statement when it is reported again', async () => {
  const deposits = [reported('named', '거듭 보고'), reported('nameless', '')]
  expect(await statementsFor(deposits)).toBeGreaterThan(1)
  expect(await statementsFor(deposits)).toBe(1)
  expect((await depositsOf('popbill')).map(({ name }) => name)).toEqual(['거듭 보고', '(이름 없음)'])
  await expectBooksBalance()
})
