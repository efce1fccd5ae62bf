import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { seedAccounts } from './accounts.ts'
import { seedCatalog } from './catalog.ts'
import { seedContent } from './content.ts'
import { seedSettings } from './settings.ts'

/**
 * Fills an empty shop in one transaction. A later run changes no existing row: it fills only empty tables and adds
 * missing settings, so that changes by staff stay. With `demo` it also creates the accounts whose passwords are public.
 * Concurrent runs wait for each other.
 */
export async function seed(url: string, { demo = false } = {}): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('seed'))`)
    await seedSettings(client)
    await seedCatalog(client)
    await seedContent(client)
    if (demo) await seedAccounts(client)
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL is missing')
  await seed(url, { demo: process.argv.includes('--demo') || process.env.DEMO === '1' })
}
