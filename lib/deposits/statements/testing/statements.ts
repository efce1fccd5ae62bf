import type { StatementRow } from '../schema.ts'

let rowCount = 0

/** A row of a bank's file: a deposit of 1,000 won, from another depositor at each call. */
export const newStatementRow = (changes: Partial<StatementRow> = {}): StatementRow => ({
  at: '2026-11-02T09:15:07+09:00',
  precision: 'EXACT',
  name: `보낸이 ${++rowCount}`,
  memo: '',
  paidIn: 1_000,
  paidOut: 0,
  balance: null,
  turn: 1,
  ...changes,
})
