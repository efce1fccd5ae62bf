import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { removePostgres, startPostgres } from '../postgres.ts'
import { archiveWal } from './archive-wal.ts'
import { FolderStore } from './folder-store.ts'
import { SealedStore } from './sealed-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'archive-'))
const store = new SealedStore(new FolderStore(join(folder, 'store')), 'f3b1c07d5a9e42688d04be71a5c9f236a1')
const postgres = join(folder, 'postgres')
const server = await startPostgres(postgres, { fsync: 'off', max_slot_wal_keep_size: '16MB', max_wal_size: '32MB' })
afterAll(async () => {
  await server.stop()
  removePostgres(postgres)
  rmSync(folder, { recursive: true, force: true })
})

const archive = () => archiveWal({ url: server.url, store, interval: 50 })

test('an archive that stood still for so long that its WAL is lost begins anew', async () => {
  const first = await archive()
  await first.stop()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  for (let segment = 0; segment < 6; segment++) await client.query('SELECT pg_switch_wal(), txid_current()')
  await client.query('CHECKPOINT')
  const { rows } = await client.query('SELECT wal_status FROM pg_replication_slots')
  await client.end()
  expect(rows).toEqual([{ wal_status: 'lost' }])
  const second = await archive()
  expect(second.isNew).toBe(true)
  await second.stop()
  const third = await archive()
  expect(third.isNew).toBe(false)
  await third.stop()
})
