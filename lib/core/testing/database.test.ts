import { expect, onTestFinished, test } from 'vitest'
import { db } from '../db.ts'
import { createFreshDatabase, ownerDatabase } from './database.ts'

test('each file of tests starts on a migrated database of its own', async () => {
  const rows = await db().rows<{ name: string }>(
    'SELECT current_database()::text AS name FROM members HAVING count(*) = 0',
  )
  expect(rows).toEqual([{ name: expect.stringMatching(/^worker_\d+$/) }])
})

test('a fresh database shares nothing with the one of the file', async () => {
  const fresh = await createFreshDatabase()
  onTestFinished(fresh.drop)
  await fresh.db.rows("INSERT INTO members (login_id) VALUES ('only_here')")
  expect(await db().rows("SELECT 1 FROM members WHERE login_id = 'only_here'")).toEqual([])
})

test('the ledger refuses to be rewritten', async () => {
  for (const statement of [
    'UPDATE point_entries SET delta = 0',
    'DELETE FROM point_entries',
    'TRUNCATE point_entries',
  ]) {
    await expect(db().rows(statement)).rejects.toThrow('permission denied')
    await expect(ownerDatabase().rows(statement)).rejects.toThrow('append-only')
  }
})
