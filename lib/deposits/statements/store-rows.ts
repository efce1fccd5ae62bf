import type { Db } from '#lib/core/db.ts'
import { wholePoints } from '#lib/money/points.ts'
import type { DepositPrecision } from '../labels.ts'

/** A row of the bank account to be stored, with amounts in won. `key` is the same each time the row is reported. */
export type NewBankRow = {
  key: string
  at: string
  precision: DepositPrecision
  name: string
  memo: string
  paidIn: number
  paidOut: number
  balance: number | null
}

// Inserts the rows in the sequence in which they are reported, so that rows of the same time can be sorted by id.
const storeRowsSql = `
  INSERT INTO bank_rows (account, row_key, at, precision, name, memo, paid_in, paid_out, balance, imported_by)
  SELECT $1, r.row_key, r.at, r.precision, r.name, r.memo, r.paid_in, r.paid_out, r.balance, $2
  FROM unnest($3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[])
    WITH ORDINALITY AS r (row_key, at, precision, name, memo, paid_in, paid_out, balance, place)
  ORDER BY r.place ON CONFLICT (account, row_key) DO NOTHING RETURNING id`

/**
 * Stores bank rows, each once; pass them oldest first. `account`: a connection's kind with the last digits of its
 * account, or the account number found in a file ('' if there is none). `importedBy`: id of the staff member; null for
 * rows that a deposit source reported. Returns how many rows were new.
 */
export async function storeBankRows(
  db: Db,
  rows: readonly NewBankRow[],
  { account, importedBy }: { account: string; importedBy: number | null },
): Promise<number> {
  if (rows.length === 0) return 0
  const stored = await db.rows(storeRowsSql, [
    account,
    importedBy,
    rows.map(({ key }) => key),
    rows.map(({ at }) => at),
    rows.map(({ precision }) => precision),
    rows.map(({ name }) => name),
    rows.map(({ memo }) => memo),
    rows.map(({ paidIn }) => wholePoints(paidIn)),
    rows.map(({ paidOut }) => wholePoints(paidOut)),
    rows.map(({ balance }) => (balance === null ? null : wholePoints(balance))),
  ])
  return stored.length
}
