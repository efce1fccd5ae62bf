import type { Client } from 'pg'

/**
 * Inserts the rows if the table is empty, and moves the sequence of the table's ids past the inserted ids. Returns true
 * if it inserted the rows.
 */
export async function insertIfEmpty(client: Client, table: string, rows: Record<string, unknown>[]): Promise<boolean> {
  const existing = await client.query(`SELECT 1 FROM ${table} LIMIT 1`)
  if (existing.rowCount) return false
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  const values = JSON.stringify(rows)
  await client.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
    [values],
  )
  if (columns.split(', ').includes('id')) {
    await client.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), (SELECT max(id) FROM ${table}))`, [table])
  }
  return true
}
