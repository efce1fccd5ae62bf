import { parseArgs } from 'node:util'
import { backUpContinuously, backUpNow } from './backup/back-up-continuously.ts'
import { readBackupEnvironment, readBackupUrl, readKeepDays, readPositiveNumber } from './backup/backup-environment.ts'
import { listBaseBackups } from './backup/base-backup.ts'
import { type EncryptedStore, openEncryptedStore } from './backup/encrypted-store.ts'

const usage = `npm run backup                copies the whole database into BACKUP_STORE
npm run backup -- --follow    archives every change as it is made, and copies the database once a day
npm run backup -- --list      lists the copies`

async function list(store: EncryptedStore, place: string | undefined): Promise<void> {
  const copies = await listBaseBackups(store)
  if (copies.length === 0) return console.log(`no copies in ${place}`)
  for (const { id, finishedAt, bytes, timeline } of copies)
    console.log(`${id}  complete ${finishedAt}  ${Math.round(bytes / 2 ** 20)} MB  timeline ${timeline}`)
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { follow: { type: 'boolean' }, list: { type: 'boolean' } } })
  const environment = readBackupEnvironment()
  const store = openEncryptedStore(environment)
  if (values.list) return list(store, environment.BACKUP_STORE)
  const url = readBackupUrl(environment)
  const keepDays = readKeepDays(environment)
  if (!values.follow) {
    const { id, finishedAt, bytes } = await backUpNow(url, store, keepDays)
    return console.log(`${id}: ${Math.round(bytes / 2 ** 20)} MB, can be restored as of ${finishedAt}`)
  }
  const ending = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort())
  await backUpContinuously({
    url,
    store,
    keepDays,
    baseEvery: readPositiveNumber(environment, 'BACKUP_EVERY_HOURS', 24) * 3_600_000,
    walEvery: readPositiveNumber(environment, 'BACKUP_WAL_SECONDS', 1) * 1_000,
    signal: ending.signal,
    onReady: () => process.send?.({ ready: true }),
  })
}

try {
  await run()
  process.exit()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) console.error(usage)
  process.exit(1)
}
