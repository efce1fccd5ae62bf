import { afterAll, expect, test, vi } from 'vitest'
import { oneRow } from './db.ts'
import { env } from './env.ts'
import { log } from './log.ts'
import { databaseForReads } from './read-replica.ts'
import { ownerDatabase } from './testing/database.ts'

afterAll(() => {
  env().READ_DATABASE_URL = undefined
})

test('a replica that is gone is not read, and logged once instead of every second', async () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined)
  env().READ_DATABASE_URL = 'postgres://nobody@127.0.0.1:59/shop'
  expect(await oneRow(databaseForReads(), 'SELECT 1 AS one')).toEqual({ one: 1 })
  await new Promise((resolve) => setTimeout(resolve, 3_500))
  expect(warn.mock.calls.map(([message]) => message)).toEqual(['the replica can not be checked'])
  warn.mockRestore()
})

/**
 * Makes a connection string that opens this same database, but makes it look like a replica. The replica is up to date
 * until the table `stalled` has a row.
 */
async function makeReplica(): Promise<string> {
  for (const statement of [
    'CREATE SCHEMA replica',
    'CREATE TABLE replica.stalled ()',
    `CREATE FUNCTION replica.pg_last_wal_replay_lsn() RETURNS pg_lsn LANGUAGE sql SECURITY DEFINER AS
     $$ SELECT CASE WHEN EXISTS (SELECT FROM replica.stalled) THEN '0/1' ELSE pg_current_wal_lsn() END $$`,
    'GRANT USAGE ON SCHEMA replica TO PUBLIC',
  ])
    await ownerDatabase().rows(statement)
  return `${env().DATABASE_URL}?options=-c%20search_path%3Dreplica,pg_catalog,public`
}

test('a replica that falls behind is left, also when this machine’s clock was set back meanwhile', async () => {
  env().READ_DATABASE_URL = await makeReplica()
  const isReplicaRead = async () =>
    (await oneRow<{ path: string }>(databaseForReads(), "SELECT current_setting('search_path') AS path")).path.includes(
      'replica',
    )
  await expect.poll(isReplicaRead, { timeout: 20_000 }).toBe(true)
  await ownerDatabase().rows('INSERT INTO replica.stalled DEFAULT VALUES')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  await expect.poll(isReplicaRead, { timeout: 20_000 }).toBe(false)
  vi.useRealTimers()
})
