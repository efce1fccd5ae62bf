import pg from 'pg'
import { seed } from '#prisma/seed/seed.ts'
import { type DatabaseUrls, prepareDatabase } from './prepare-database.ts'

const TEMPLATE = 'seeded'

const withName = (url: string, name: string): string => Object.assign(new URL(url), { pathname: name }).href

/** Connection strings for the same roles and server, but for the database `name`. */
const databaseNamed = (name: string, { ownerUrl, url }: DatabaseUrls): DatabaseUrls => ({
  ownerUrl: withName(ownerUrl, name),
  url: withName(url, name),
})

async function runAsOwner(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Creates the database that `copySeededDatabase` copies: migrated, and seeded like the demo's database. */
export async function createSeededDatabase(server: DatabaseUrls): Promise<void> {
  await runAsOwner(server.ownerUrl, `CREATE DATABASE ${TEMPLATE}`)
  const template = databaseNamed(TEMPLATE, server)
  await prepareDatabase(template)
  await seed(template.ownerUrl, { demo: true })
}

/**
 * Creates a migrated and seeded database for another shop by copying, in a fraction of the time that migrations take.
 */
export async function copySeededDatabase(name: string, server: DatabaseUrls): Promise<DatabaseUrls> {
  await runAsOwner(
    withName(server.ownerUrl, 'postgres'),
    `CREATE DATABASE "${name}" TEMPLATE ${TEMPLATE} STRATEGY file_copy`,
    // Privileges on a database aren't copied with it, unlike privileges on its tables.
    `REVOKE CREATE, TEMPORARY ON DATABASE "${name}" FROM PUBLIC`,
  )
  return databaseNamed(name, server)
}
