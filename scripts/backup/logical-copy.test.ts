import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areBooksBalanced, findBookFaults } from '#lib/books/queries.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db, openDatabase } from '#lib/core/db.ts'
import { cloneDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { recordBackupSuccess } from './backup-state.ts'
import { EncryptedStore } from './encrypted-store.ts'
import { expireBackups, expireLogicalCopies } from './expire-backups.ts'
import { FolderStore } from './folder-store.ts'
import { exportLogicalCopy, findLogicalCopy, importLogicalCopy } from './logical-copy.ts'

const folder = mkdtempSync(join(tmpdir(), 'logical-copy-'))
const KEY = 'f3b1c07d5a9e42688d04be71a5c9f236a1'
const store = new EncryptedStore(new FolderStore(folder), KEY)
const target = `copied_${process.env.VITEST_POOL_ID}`
const ownerUrlOf = (name: string) => Object.assign(new URL(String(process.env.POSTGRES_URL)), { pathname: name }).href
const here = new URL(String(process.env.DATABASE_URL)).pathname.slice(1)

/** A folder that has no room for a copy's record. */
class FullStore extends FolderStore {
  override put(name: string, bytes: Buffer): Promise<void> {
    return name.endsWith('copy.json') ? Promise.reject(new Error('ENOSPC')) : super.put(name, bytes)
  }
}

beforeAll(async () => {
  await makeMember()
  const member = await makeMember({ points: 50_000 })
  await makeCreditedCharge(member.id)
  await makeOrder({ memberId: member.id, serviceId: await makeService(), amount: 100 })
  await recordBackupSuccess(ownerUrlOf(here), 'WAL', new Date())
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a copy brought into a migrated database has the same rows and sequences, and its books balance', async () => {
  const copy = await exportLogicalCopy(ownerUrlOf(here), store)
  const copiedUrl = await cloneDatabase(target)
  await importLogicalCopy(ownerUrlOf(target), store, await findLogicalCopy(store))
  const copied = openDatabase(copiedUrl, 1)
  const rows = 'SELECT id, member_id, delta, balance_after FROM point_entries ORDER BY id'
  expect(await copied.rows(rows)).toEqual(await db().rows(rows))
  const next = `SELECT last_value FROM pg_sequences WHERE sequencename = 'orders_id_seq'`
  expect(await copied.rows(next)).toEqual(await db().rows(next))
  expect(areBooksBalanced(await findBookFaults(copied))).toBe(true)
  // The backups of the server that was left say nothing about this one.
  expect(await copied.rows('SELECT kind FROM backup_states')).toEqual([])
  // Triggers are on again: the ledger refuses changes.
  const owner = openDatabase(ownerUrlOf(target), 1)
  await expect(owner.rows('UPDATE point_entries SET delta = 0')).rejects.toThrow()
  await Promise.all([copied.end(), owner.end()])
  expect(copy.sums['public.orders']?.rows).toBe('1')
})

test('a copy is refused by a shop that is in use, and by one of another version', async () => {
  const copy = await findLogicalCopy(store)
  await expect(importLogicalCopy(ownerUrlOf(here), store, copy)).rejects.toThrow('import into a new one')
  await cloneDatabase(target)
  const newer = { ...copy, migrations: [...copy.migrations, 'shop 20990101000000_later'] }
  await expect(importLogicalCopy(ownerUrlOf(target), store, newer)).rejects.toThrow(
    'Missing here: shop 20990101000000_later',
  )
})

test('a copy is refused by a shop in which somebody has signed up, and taken by one with its first owner alone', async () => {
  const copy = await findLogicalCopy(store)
  await cloneDatabase(target)
  const owner = openDatabase(ownerUrlOf(target), 1)
  await owner.rows("INSERT INTO members (login_id, role) VALUES ('boss', 'OWNER'), ('newcomer', 'MEMBER')")
  await expect(importLogicalCopy(ownerUrlOf(target), store, copy)).rejects.toThrow('import into a new one')
  await owner.rows("DELETE FROM members WHERE login_id = 'newcomer'")
  await importLogicalCopy(ownerUrlOf(target), store, copy)
  await owner.end()
})

test('a copy with a missing or changed object leaves the database as it was', async () => {
  const copy = await findLogicalCopy(store)
  await cloneDatabase(target)
  const [name = ''] = await store.list(`copy/${copy.id}/public.members/`)
  const original = await store.getOrThrow(name)
  await store.put(name, Buffer.concat([original, original]))
  await expect(importLogicalCopy(ownerUrlOf(target), store, copy)).rejects.toThrow()
  await store.put(name, original.subarray(0, original.indexOf('\n') + 1))
  await expect(importLogicalCopy(ownerUrlOf(target), store, copy)).rejects.toThrow('public.members: 1 rows arrived')
  await store.remove(name)
  await expect(importLogicalCopy(ownerUrlOf(target), store, copy)).rejects.toThrow(`${name} is missing from the store`)
  const owner = openDatabase(ownerUrlOf(target), 1)
  expect(await owner.rows('SELECT FROM members')).toEqual([])
  await owner.end()
})

test('a copy that fails leaves nothing, and one goes when it is older than BACKUP_KEEP_DAYS', async () => {
  const namesBefore = await store.list('copy/')
  const full = new EncryptedStore(new FullStore(folder), KEY)
  await expect(exportLogicalCopy(ownerUrlOf(here), full)).rejects.toThrow('ENOSPC')
  expect(await store.list('copy/')).toEqual(namesBefore)
  for (const name of ['copy/20261101T000000Z/public.members/000000', 'copy/20261101T000000Z/copy.json'])
    await store.put(name, Buffer.from('{}'))
  await expireLogicalCopies(store, 14, new Date('2026-11-14T00:00:00Z'))
  expect(await store.list('copy/20261101T000000Z/')).toHaveLength(2)
  await expireBackups(store, 14, new Date('2026-11-15T00:00:01Z'))
  expect(await store.list('copy/')).toEqual(namesBefore)
})
