import pg from 'pg'

/** A statement on a shop's database, and the first row it answers. */
export async function queryShop<T>(databaseUrl: string, text: string, values?: unknown[]): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(text, values)).rows[0]
  } finally {
    await client.end()
  }
}
