import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { applyMigrations } from './apply-migrations.ts'

const folder = join(import.meta.dirname, '../prisma/migrations')
const names = readdirSync(folder)
  .filter((name) => /^\d+_/.test(name))
  .sort()

async function emptyDatabase(): Promise<string> {
  const name = `empty_${randomUUID()}`
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(`CREATE DATABASE "${name}"`)
  await client.end()
  return inject('postgresUrl').replace(/postgres$/, name)
}

test('three migrations of one database at once apply each file once', async () => {
  const url = await emptyDatabase()
  const applied = await Promise.all([applyMigrations(url), applyMigrations(url), applyMigrations(url)])
  expect(applied.flat()).toEqual(names)
})

/**
 * Makes an applied migration look as if its process had been killed: runs `sql`, which restores the state that the
 * process had reached, and marks the migration's row as unfinished.
 */
async function simulateKill(client: pg.Client, name: string, sql: string): Promise<void> {
  await client.query(sql)
  await client.query(
    'UPDATE _prisma_migrations SET finished_at = NULL, applied_steps_count = 0 WHERE migration_name = $1',
    [name],
  )
}

test('a migration that was killed while it made or dropped an index is made up for, any other is left to a person', async () => {
  const url = await emptyDatabase()
  await applyMigrations(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const createMigration = '20261125180000_gift_entries_index'
  const [dropMigration, otherMigration] = ['20261125142100_drop_member_order_index', '20261125170000_report_sums']
  const isValid = async (index: string) =>
    (await client.query('SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)', [index])).rows[0]
      ?.indisvalid
  await simulateKill(
    client,
    createMigration,
    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'point_entries_gifts_idx'::regclass",
  )
  await simulateKill(client, dropMigration, 'SELECT 1')
  expect(await applyMigrations(url)).toEqual([createMigration])
  expect(await isValid('point_entries_gifts_idx')).toBe(true)
  expect(await applyMigrations(url)).toEqual([])

  await simulateKill(client, createMigration, 'DROP INDEX point_entries_gifts_idx')
  await simulateKill(client, dropMigration, 'CREATE INDEX orders_member_id_id_idx ON orders (member_id, id DESC)')
  expect(await applyMigrations(url)).toEqual([createMigration])
  expect([await isValid('point_entries_gifts_idx'), await isValid('orders_member_id_id_idx')]).toEqual([
    true,
    undefined,
  ])

  await simulateKill(client, otherMigration, 'SELECT 1')
  await expect(applyMigrations(url)).rejects.toThrow(otherMigration)
  await client.end()
})

test('the table reads as the one that prisma migrate deploy keeps', async () => {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  const { rows } = await client.query('SELECT migration_name, checksum FROM _prisma_migrations ORDER BY migration_name')
  const graphile = await client.query(`SELECT to_regnamespace('graphile_worker') IS NOT NULL AS there`)
  await client.end()
  const digest = (name: string) => createHash('sha256').update(readFileSync(join(folder, name, 'migration.sql')))
  expect(rows).toEqual(names.map((name) => ({ migration_name: name, checksum: digest(name).digest('hex') })))
  expect(graphile.rows).toEqual([{ there: true }])
})
