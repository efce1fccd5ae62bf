import { ownerDatabase } from './database.ts'

const tablesSql = `
  SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
  WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`

/**
 * Names of the tables, in any schema, with a row that contains this text in any column, list or JSON value. Finds the
 * text as it is, as bytes of a bytea, and encoded in hexadecimal or base64. Ignores case. A text of fewer than six
 * bytes would be "found" everywhere.
 */
export async function findTablesContaining(text: string): Promise<string[]> {
  const bytes = Buffer.from(text)
  // Three forms of base64, because the text can begin at three positions in a group of three bytes. The first and last
  // characters are left out, because they depend on the bytes around the text.
  const encoded = [0, 1, 2].map((shift) => {
    const base64 = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    return base64.slice(4, 4 * Math.floor((bytes.length + shift) / 3))
  })
  const forms = [text, bytes.toString('hex'), ...encoded].map((form) => form.toLowerCase())
  const found = []
  for (const { name } of await ownerDatabase().rows<{ name: string }>(tablesSql)) {
    const rows = await ownerDatabase().rows(
      `SELECT FROM ${name} AS whole WHERE EXISTS (SELECT FROM unnest($1::text[]) AS form WHERE position(form IN lower(whole::text)) > 0) LIMIT 1`,
      [forms],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}
