import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import {
  type CopiedTable,
  columnListSql,
  type DatabaseShape,
  readDatabaseShape,
  readSequences,
  readTableChecksum,
  type SequenceValue,
  type TableChecksum,
} from './copied-tables.ts'
import type { EncryptedStore } from './encrypted-store.ts'

/**
 * A copy of all rows as of one moment, independent of PostgreSQL's version, of its settings and of the server's layout.
 * It is imported into an empty database that has the same migrations. To restore any other moment, use a base backup.
 */
export type LogicalCopy = DatabaseShape & {
  id: string
  takenAt: string
  sequences: SequenceValue[]
  /** Row count and checksum of each table, by the table's name. */
  sums: Record<string, TableChecksum>
  /** Number of objects in the store that contain a table's rows, by the table's name. */
  objects: Record<string, number>
}

const OBJECT_BYTES = 16 * 2 ** 20

const recordName = (id: string): string => `copy/${id}/copy.json`
const dataName = (id: string, table: string, at: number): string =>
  `copy/${id}/${table.replaceAll('"', '')}/${String(at).padStart(6, '0')}`

// Settings that make both databases write and read values as the same text, whatever their configuration.
const sessionSettings = `SET timezone = 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'iso_8601';
  SET extra_float_digits = 3; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0`

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'shop-copy',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(sessionSettings)
  return client
}

/** Stores the rows of a table. Returns the number of objects stored. */
async function exportTable(client: pg.Client, store: EncryptedStore, id: string, table: CopiedTable): Promise<number> {
  let objects = 0
  let waiting: Buffer[] = []
  let bytes = 0
  const flush = async () => {
    const content = Buffer.concat(waiting)
    waiting = []
    bytes = 0
    await store.put(dataName(id, table.name, objects++), content)
  }
  for await (const chunk of client.query(copyTo(`COPY ${table.name} (${columnListSql(table)}) TO STDOUT`))) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes >= OBJECT_BYTES) await flush()
  }
  if (bytes > 0) await flush()
  return objects
}

/** Removes all objects of a copy, its record first, so that the rest isn't mistaken for a complete copy. */
export async function removeLogicalCopy(store: EncryptedStore, id: string): Promise<void> {
  await store.remove(recordName(id))
  for (const name of await store.list(`copy/${id}/`)) await store.remove(name)
}

/** Copies all rows as of one moment, while the shop runs. A copy that fails is removed. */
export async function exportLogicalCopy(url: string, store: EncryptedStore): Promise<LogicalCopy> {
  const client = await connect(url)
  let begunId: string | undefined
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows } = await client.query<{ now: Date }>('SELECT now() AS now')
    const takenAt = (rows[0]?.now ?? new Date()).toISOString()
    const id = takenAt.replace(/[-:]|\.\d+/g, '')
    begunId = id
    const shape = await readDatabaseShape(client)
    const sums: Record<string, TableChecksum> = {}
    const objects: Record<string, number> = {}
    for (const table of shape.tables) {
      sums[table.name] = await readTableChecksum(client, table)
      objects[table.name] = await exportTable(client, store, id, table)
    }
    // Sequences aren't part of the snapshot. They are read last, so that none has a lower value than the copied rows.
    const copy = { id, takenAt, ...shape, sequences: await readSequences(client), sums, objects }
    await store.put(recordName(id), Buffer.from(JSON.stringify(copy)))
    return copy
  } catch (error) {
    if (begunId !== undefined) await removeLogicalCopy(store, begunId).catch(() => undefined)
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Returns the record of the copy with this id, or of the newest copy. @throws Error if there is no such copy */
export async function findLogicalCopy(store: EncryptedStore, id?: string): Promise<LogicalCopy> {
  const names = (await store.list('copy/')).filter((name) => name.endsWith('/copy.json'))
  const name = id ? names.find((each) => each === recordName(id)) : names.at(-1)
  if (!name) throw new Error(id ? `the store has no copy ${id}` : 'the store has no copy')
  return JSON.parse(String(await store.getOrThrow(name)))
}

function refuseOtherShape(copy: LogicalCopy, here: DatabaseShape): void {
  const missing = copy.migrations.filter((each) => !here.migrations.includes(each))
  const onlyHere = here.migrations.filter((each) => !copy.migrations.includes(each))
  if (missing.length + onlyHere.length > 0)
    throw new Error(
      `the copy is of another version: migrate the new database with that version first. Missing here: ${missing.join(', ') || 'none'}; only here: ${onlyHere.join(', ') || 'none'}`,
    )
}

/**
 * Refuses a database that is already in use, because an import replaces every row. OWNERs alone don't count as use,
 * because the migration may have created the first OWNER.
 */
async function refuseUsedShop(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT EXISTS (SELECT FROM members WHERE role <> 'OWNER') OR EXISTS (SELECT FROM services)
       OR EXISTS (SELECT FROM point_entries) OR EXISTS (SELECT FROM orders) OR EXISTS (SELECT FROM charges) AS used`,
  )
  if (rows[0].used)
    throw new Error('this database has members, services, orders, charges or a ledger: import into a new one')
}

async function switchTriggersOff(client: pg.Client): Promise<void> {
  try {
    await client.query('SET LOCAL session_replication_role = replica')
  } catch (error) {
    throw new Error(
      `triggers and foreign keys can't be switched off for the import (${error instanceof Error ? error.message : error}). As a superuser: GRANT SET ON PARAMETER session_replication_role TO <the owner>;`,
    )
  }
}

async function importTable(
  client: pg.Client,
  store: EncryptedStore,
  copy: LogicalCopy,
  table: CopiedTable,
): Promise<void> {
  async function* content() {
    for (let at = 0; at < (copy.objects[table.name] ?? 0); at++)
      yield await store.getOrThrow(dataName(copy.id, table.name, at))
  }
  const target = client.query(copyFrom(`COPY ${table.name} (${columnListSql(table)}) FROM STDIN`))
  await pipeline(Readable.from(content()), target)
  const [copiedSum, importedSum] = [copy.sums[table.name], await readTableChecksum(client, table)]
  if (copiedSum?.rows !== importedSum.rows || copiedSum.sum !== importedSum.sum)
    throw new Error(
      `${table.name}: ${importedSum.rows} rows arrived, and they are not the ${copiedSum?.rows} that were copied`,
    )
}

/**
 * Imports a copy, completely or not at all, into a database that is migrated but not used yet. Compares each table's
 * rows with the copy's checksum.
 */
export async function importLogicalCopy(ownerUrl: string, store: EncryptedStore, copy: LogicalCopy): Promise<void> {
  const client = await connect(ownerUrl)
  try {
    await client.query('BEGIN')
    refuseOtherShape(copy, await readDatabaseShape(client))
    await refuseUsedShop(client)
    await switchTriggersOff(client)
    await client.query(`TRUNCATE ${copy.tables.map(({ name }) => name).join(', ')}`)
    for (const table of copy.tables) await importTable(client, store, copy, table)
    for (const { name, value } of copy.sequences)
      if (value === null) await client.query(`ALTER SEQUENCE ${name} RESTART`)
      else await client.query('SELECT setval($1::regclass, $2)', [name, value])
    // Releases jobs that a worker had claimed when the copy was made, because no worker processes them here.
    await client.query(
      'UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL WHERE locked_at IS NOT NULL',
    )
    await client.query(
      'UPDATE graphile_worker._private_job_queues SET locked_at = NULL, locked_by = NULL WHERE locked_at IS NOT NULL',
    )
    // Says how old the backups of the other server are: this server has none yet, so alerts about their age would be wrong.
    await client.query('DELETE FROM backup_states')
    await client.query('COMMIT')
    await client.query('ANALYZE')
  } finally {
    await client.end().catch(() => undefined)
  }
}
