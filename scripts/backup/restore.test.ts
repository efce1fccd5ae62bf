import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { removePostgres, startPostgres } from '../postgres.ts'
import { choosePostgresHome } from '../postgres-home.ts'
import { archiveWal } from './archive-wal.ts'
import { dataObjectName, takeBaseBackup } from './base-backup.ts'
import { EncryptedStore } from './encrypted-store.ts'
import { FolderStore } from './folder-store.ts'
import { restore } from './restore.ts'

// A short form of `npm run prove -- restore-drill`, which destroys and restores the database of a whole shop.
const folder = mkdtempSync(join(tmpdir(), 'restore-'))
const openStore = (name: string) =>
  new EncryptedStore(new FolderStore(join(folder, name)), 'f3b1c07d5a9e42688d04be71a5c9f236a1')
let store = openStore('store')
const postgres = join(folder, 'postgres')
const settings = { fsync: 'off' }

/** A folder that has room for one object of a base backup. */
class FullStore extends FolderStore {
  override put(name: string, bytes: Buffer): Promise<void> {
    return name.endsWith('data-000000') ? super.put(name, bytes) : Promise.reject(new Error('ENOSPC'))
  }
}

let server = await startPostgres(postgres, settings)
afterAll(async () => {
  await server.stop()
  removePostgres(postgres)
  rmSync(folder, { recursive: true, force: true })
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  return client
}

const archive = () => archiveWal({ url: server.url, store, interval: 50 })

/**
 * Removes the cluster and restores it. Returns the rows of the table `sums`, and the timeline that the cluster is on.
 */
async function restoreTo(to: Date | null, followed?: number): Promise<{ sums: number[]; timeline: number }> {
  await server.stop()
  const { data, account } = choosePostgresHome(postgres)
  rmSync(data, { recursive: true })
  await restore({ store, into: data, to, account, ...(followed !== undefined && { timeline: followed }) })
  server = await startPostgres(postgres, settings)
  const client = await connect()
  for (;;) {
    const { rows } = await client.query('SELECT pg_is_in_recovery() AS recovering')
    if (!rows[0].recovering) break
    await sleep(20)
  }
  const { rows } = await client.query('SELECT sum FROM sums ORDER BY sum')
  const { rows: control } = await client.query('SELECT timeline_id FROM pg_control_checkpoint()')
  await client.end()
  return { sums: rows.map(({ sum }) => sum), timeline: control[0].timeline_id }
}

test('a destroyed cluster is restored to any archived moment, also after an earlier restore', async () => {
  let running = await archive()
  expect(running.needsBase).toBe(true)
  // A copy that fails leaves nothing in the store.
  const fullStore = new EncryptedStore(new FullStore(join(folder, 'store')), 'f3b1c07d5a9e42688d04be71a5c9f236a1')
  await expect(takeBaseBackup(server.url, fullStore)).rejects.toThrow('ENOSPC')
  expect(await store.list('base/')).toEqual([])
  const { id, objects } = await takeBaseBackup(server.url, store)
  let client = await connect()
  await client.query('CREATE TABLE sums (sum int PRIMARY KEY)')
  await client.query('INSERT INTO sums VALUES (1)')
  // An archive that is started again continues where it stopped.
  await running.stop()
  await client.query('INSERT INTO sums VALUES (2)')
  running = await archive()
  expect(running.needsBase).toBe(false)
  await sleep(20)
  const to = new Date()
  await sleep(20)
  await client.query('INSERT INTO sums VALUES (3)')
  await client.end()
  await sleep(300)
  await running.stop()
  expect(await restoreTo(to)).toEqual({ sums: [1, 2], timeline: expect.any(Number) })

  // After the restore, changes are on another timeline.
  running = await archive()
  expect(running.needsBase).toBe(true)
  await takeBaseBackup(server.url, store)
  client = await connect()
  await client.query('INSERT INTO sums VALUES (4)')
  await client.end()
  await sleep(300)
  await running.stop()
  expect((await restoreTo(null)).sums).toEqual([1, 2, 4])

  const into = join(folder, 'other')
  await expect(restore({ store, into, to: new Date('2026-01-01T00:00:00Z') })).rejects.toThrow(
    'first backup was complete',
  )
  const { data } = choosePostgresHome(postgres)
  await expect(restore({ store, into: data, to: null })).rejects.toThrow('is not empty')
  // On a new machine the restore also creates the folders above the data directory, and PostgreSQL's account may enter
  // them.
  await restore({ store, into: join(folder, 'new/18/docker'), to: null, account: choosePostgresHome(postgres).account })
  const modes = ['new', 'new/18', 'new/18/docker'].map((name) => statSync(join(folder, name)).mode & 0o777)
  expect(modes).toEqual([0o755, 0o755, 0o700])
  const otherKey = new EncryptedStore(new FolderStore(join(folder, 'store')), 'b7d2a9b04c6f41838e15fa60b7d3c924aa')
  await expect(restore({ store: otherKey, into, to: null })).rejects.toThrow('BACKUP_KEY is not the one')
  await store.remove(dataObjectName(id, objects - 1))
  await expect(restore({ store, into, to })).rejects.toThrow(`${dataObjectName(id, objects - 1)} is missing`)
})

test('a restore that ended at the wrong moment is made up for by another, at once', async () => {
  store = openStore('another-store')
  const query = async (sql: string) => {
    const client = await connect()
    const { rows } = await client.query(sql)
    await client.end()
    return rows
  }
  /** Runs the archive while `change` changes the database. */
  const whileArchived = async (change: () => Promise<unknown>) => {
    const running = await archive()
    await change()
    await sleep(300)
    await running.stop()
  }
  let tooEarly = new Date()
  let abandonedMoment = tooEarly
  await query('CREATE TABLE IF NOT EXISTS sums (sum int PRIMARY KEY); TRUNCATE sums')
  const [{ timeline_id: first }] = await query('SELECT timeline_id FROM pg_control_checkpoint()')
  await whileArchived(async () => {
    await takeBaseBackup(server.url, store)
    await query('INSERT INTO sums VALUES (1)')
    await sleep(20)
    tooEarly = new Date()
    await sleep(20)
    await query('INSERT INTO sums VALUES (2)')
    await takeBaseBackup(server.url, store)
    abandonedMoment = new Date()
  })
  const second = await restoreTo(tooEarly)
  expect(second.sums).toEqual([1])
  await whileArchived(() => query('INSERT INTO sums VALUES (3)'))
  // The newest backup contains changes that the restore has abandoned.
  const into = join(folder, 'unclear')
  await expect(restore({ store, into, to: abandonedMoment })).rejects.toThrow(
    `name --timeline ${first} for a moment before that restore, or --timeline ${first + 1} for one after it`,
  )
  expect(await restoreTo(null)).toMatchObject({ sums: [1, 3] })
  expect(await restoreTo(null, first)).toMatchObject({ sums: [1, 2] })
  // Changes after the abandoned ones get a timeline with a new number, which can be archived.
  await whileArchived(() => query('INSERT INTO sums VALUES (4)'))
})
