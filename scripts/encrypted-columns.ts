import pg from 'pg'
import { decrypt } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { encryptedColumns } from './encrypt-again.ts'

const { escapeIdentifier } = pg

/** Maximum number of rows to try in each column. Some rows are enough, because a wrong key decrypts none. */
const MAX_ROWS = 200

const canDecrypt = (purpose: string, sealed: Buffer): boolean => {
  try {
    decrypt(purpose, sealed)
    return true
  } catch {
    return false
  }
}

/** Result for the column `name`: `rows` values were tried, `opened` of them could be decrypted. */
export type TriedColumn = { name: string; rows: number; opened: number }

/**
 * Tries to decrypt values of each encrypted column with AUTH_SECRET and its former values. Leaves out columns without
 * values.
 */
export async function tryEncryptedColumns(db: Db): Promise<TriedColumn[]> {
  const columns: TriedColumn[] = []
  for (const { table, column, purpose, text } of encryptedColumns) {
    const name = escapeIdentifier(column)
    const value = text ? `decode(${name}, 'base64')` : name
    const rows = await db.rows<{ value: Buffer }>(
      `SELECT ${value} AS value FROM ${escapeIdentifier(table)} WHERE length(${name}) > 0 LIMIT ${MAX_ROWS}`,
    )
    if (rows.length === 0) continue
    const opened = rows.filter((row) => canDecrypt(purpose, row.value)).length
    columns.push({ name: `${table}.${column}`, rows: rows.length, opened })
  }
  return columns
}
