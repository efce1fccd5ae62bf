/**
 * Tests the promises of `databaseForReads`: reads come from the streaming replica, are never older than MAX_STALE_MS,
 * and come from the primary database when the replica is gone. `npm run prove -- replica`.
 */

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { db, oneRow, openDatabase } from '#lib/core/db.ts'
import { databaseForReads, MAX_STALE_MS } from '#lib/core/read-replica.ts'
import { removePostgres, startPostgres } from '#scripts/postgres.ts'
import { prepareDatabase } from '#scripts/prepare-database.ts'
import { ensureRuntimeUrl } from '#scripts/runtime-role.ts'
import { ensureSecrets } from '#scripts/secrets.ts'

const folder = mkdtempSync('/tmp/replica-')
// PostgreSQL's account must be able to enter the folder. The standby's folder, copied from this one, gets the same
// mode.
chmodSync(folder, 0o711)
const standbyFolder = `${folder}-standby`
process.env.LOG_LEVEL = 'silent'
Object.assign(process.env, ensureSecrets(folder))

const first = await startPostgres(folder)
await prepareDatabase({ ownerUrl: first.url, url: ensureRuntimeUrl(folder, first.url) })
await first.stop()
spawnSync('cp', ['-a', folder, standbyFolder])
writeFileSync(join(standbyFolder, 'data/standby.signal'), '')

const primary = await startPostgres(folder)
const { hostname, port, username, password } = new URL(primary.url)
const standby = await startPostgres(standbyFolder, {
  primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
})
const runtime = ensureRuntimeUrl(folder, primary.url)
process.env.DATABASE_URL = runtime
process.env.READ_DATABASE_URL = Object.assign(new URL(runtime), { host: new URL(standby.url).host }).href

const isReplica = async () =>
  (await oneRow<{ yes: boolean }>(databaseForReads(), 'SELECT pg_is_in_recovery() AS yes')).yes
/** Waits until `isSo` returns true. Returns the milliseconds that it took. */
async function waitUntil(what: string, isSo: () => Promise<boolean>): Promise<number> {
  const started = performance.now()
  while (!(await isSo())) {
    if (performance.now() - started > 30_000) throw new Error(`not in 30 s: ${what}`)
    await sleep(50)
  }
  return Math.round(performance.now() - started)
}

/** Age in milliseconds of the newest row that a read returns. A row is written every 20 ms. */
const seenAge = async () =>
  (
    await oneRow<{ ms: number }>(
      databaseForReads(),
      'SELECT (extract(epoch FROM clock_timestamp() - max(at)) * 1000)::float8 AS ms FROM login_failures',
    )
  ).ms
let writing = true
const writer = (async () => {
  while (writing) {
    await db().rows(
      "INSERT INTO login_failures (login_id, address, at) VALUES ('bench', '192.0.2.1', clock_timestamp())",
    )
    await sleep(20)
  }
})()
await sleep(100)

console.log(`the replica is read after ${await waitUntil('the replica is read', isReplica)} ms`)
/** Greatest `seenAge` in milliseconds since this variable was last set to 0. */
let oldest = 0
let fromReplica = 0
const watch = async (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(25)) {
    oldest = Math.max(oldest, await seenAge())
    if (await isReplica()) fromReplica++
  }
}
await watch(3_000)
console.log(`in 3 s of writes: ${fromReplica} reads of the replica, the oldest ${Math.round(oldest)} ms behind`)

const standbyOwner = openDatabase(standby.url, 1)
await standbyOwner.rows('SELECT pg_wal_replay_pause()')
oldest = 0
await watch(MAX_STALE_MS + 3_000)
console.log(
  `while it stands still: the oldest ${Math.round(oldest)} ms behind, at most ${MAX_STALE_MS + 200}; read now: ${(await isReplica()) ? 'the replica' : 'the database'}`,
)
const bounded = oldest <= MAX_STALE_MS + 200 && !(await isReplica())
await standbyOwner.rows('SELECT pg_wal_replay_resume()')
console.log(`read again after ${await waitUntil('the replica is read again', isReplica)} ms`)
await standbyOwner.end()

await standby.stop()
let failed = 0
for (let read = 0; read < 40; read++) {
  await seenAge().catch(() => failed++)
  await sleep(25)
}
console.log(`after it was stopped: ${failed} of 40 reads failed`)
writing = false
await writer
await db().end()
await primary.stop()
removePostgres(folder)
removePostgres(standbyFolder)
process.exit(bounded && failed === 0 && fromReplica > 0 ? 0 : 1)
