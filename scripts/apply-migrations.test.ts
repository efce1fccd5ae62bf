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
