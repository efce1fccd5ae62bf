import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { removePostgres, startPostgres } from '../postgres.ts'
import { archiveWal } from './archive-wal.ts'
import { backUpContinuously } from './back-up-continuously.ts'
import { takeBaseBackup } from './base-backup.ts'
import { EncryptedStore } from './encrypted-store.ts'
import { FolderStore } from './folder-store.ts'
import { removeCoveredWalGap } from './wal-gap.ts'

const folder = mkdtempSync(join(tmpdir(), 'archive-'))
const KEY = 'f3b1c07d5a9e42688d04be71a5c9f236a1'
const store = new EncryptedStore(new FolderStore(join(folder, 'store')), KEY)
const postgres = join(folder, 'postgres')
const server = await startPostgres(postgres, { fsync: 'off', max_wal_size: '32MB' })
afterAll(async () => {
  await server.stop()
  removePostgres(postgres)
  rmSync(folder, { recursive: true, force: true })
})

const archive = () => archiveWal({ url: server.url, store, interval: 50 })

/** Sets how much WAL the server keeps for the archive. Without a limit no slow machine makes an archive lose WAL. */
async function setWalLimit(client: pg.Client, limit: '16MB' | '-1') {
  await client.query(`ALTER SYSTEM SET max_slot_wal_keep_size = '${limit}'`)
  await client.query('SELECT pg_reload_conf()')
  await expect
    .poll(async () => (await client.query('SHOW max_slot_wal_keep_size')).rows[0].max_slot_wal_keep_size)
    .toBe(limit)
}

test('an archive that stood still for so long that its WAL is lost begins anew', async () => {
  const first = await archive()
  await first.stop()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await setWalLimit(client, '16MB')
  for (let segment = 0; segment < 6; segment++) await client.query('SELECT pg_switch_wal(), txid_current()')
  await client.query('CHECKPOINT')
  const { rows } = await client.query('SELECT wal_status FROM pg_replication_slots')
  await setWalLimit(client, '-1')
  await client.end()
  expect(rows).toEqual([{ wal_status: 'lost' }])
  const second = await archive()
  expect(second.needsBase).toBe(true)
  await second.stop()
})

test('after a gap a base backup is needed until one is complete, also by a process that starts later', async () => {
  const needsBase = async () => {
    const started = await archive()
    await started.stop()
    return started.needsBase
  }
  expect(await needsBase()).toBe(true)
  // A base backup that began before the gap doesn't help, because a restore from it would need the missing WAL.
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query('SELECT system_identifier::text AS id FROM pg_control_system()')
  await client.end()
  await removeCoveredWalGap(store, { systemId: rows[0].id, startLsn: '0/1' })
  const running = await archive()
  expect(running.needsBase).toBe(true)
  await takeBaseBackup(server.url, store)
  await running.stop()
  expect(await needsBase()).toBe(false)
})

/** A folder without room for a base backup. */
class SmallStore extends FolderStore {
  /** Names of the objects that were refused for lack of room. */
  readonly refusedNames: string[] = []

  override put(name: string, bytes: Buffer): Promise<void> {
    if (!name.startsWith('base/')) return super.put(name, bytes)
    this.refusedNames.push(name)
    return Promise.reject(new Error('ENOSPC'))
  }
}

/** A folder in which storing a base backup waits until `release` is called. */
class SlowStore extends FolderStore {
  isCopying = false
  release: () => void = () => undefined
  private readonly released = new Promise<void>((resolve) => {
    this.release = resolve
  })

  override async put(name: string, bytes: Buffer): Promise<void> {
    if (name.startsWith('base/')) {
      this.isCopying = true
      await this.released
    }
    return super.put(name, bytes)
  }
}

test('an archive that is cut off during a base backup begins again at once, and the copy is completed', async () => {
  const slow = new SlowStore(join(folder, 'slow'))
  const ending = new AbortController()
  const options = { url: server.url, baseEvery: 86_400_000, walEvery: 50, keepDays: 14, signal: ending.signal }
  const followed = backUpContinuously({ ...options, store: new EncryptedStore(slow, KEY) })
  await expect.poll(() => slow.isCopying, { timeout: 60_000 }).toBe(true)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_replication WHERE state = 'streaming'`)
  // Waits longer than the pause of 5 seconds after which a failed archive is started again.
  await sleep(7_000)
  const before = (await slow.list('wal/')).length
  await client.query('CREATE TABLE cut_off (at timestamptz)')
  await client.end()
  await expect.poll(async () => (await slow.list('wal/')).length, { timeout: 10_000 }).toBeGreaterThan(before)
  slow.release()
  const records = async () => (await slow.list('base/')).filter((name) => name.endsWith('/backup.json'))
  await expect.poll(async () => (await records()).length, { timeout: 30_000 }).toBe(1)
  ending.abort()
  await followed
})

test('a base backup that the store has no room for is not tried again at once, and changes are archived meanwhile', async () => {
  const small = new SmallStore(join(folder, 'small'))
  const ending = new AbortController()
  const options = {
    url: server.url,
    store: new EncryptedStore(small, KEY),
    baseEvery: 86_400_000,
    walEvery: 50,
    keepDays: 14,
  }
  const followed = backUpContinuously({ ...options, signal: ending.signal })
  await expect.poll(() => small.refusedNames.length, { timeout: 60_000 }).toBe(1)
  // Waits longer than the pause of 5 seconds after which the archive would be started again.
  await sleep(7_000)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('CREATE TABLE archived (at timestamptz)')
  const before = (await small.list('wal/')).length
  await expect.poll(async () => (await small.list('wal/')).length, { timeout: 10_000 }).toBeGreaterThan(before)
  await client.end()
  // The base backup was tried only once, and this try ended when the store refused its first object.
  expect(small.refusedNames).toHaveLength(1)
  ending.abort()
  await followed
})
