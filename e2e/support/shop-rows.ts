import pg from 'pg'

/** Runs a statement on a shop's database; returns its rows. */
export async function queryShopRows<T extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<T>(text, [...values])).rows
  } finally {
    await client.end()
  }
}

/** Runs a statement on a shop's database; returns the first row of the result. */
export async function queryShopRow<T extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values?: unknown[],
): Promise<T> {
  const [row] = await queryShopRows<T>(databaseUrl, text, values)
  return row as T
}
