/**
 * Places orders and credits charges while every change is archived, then destroys the database under that load (kill
 * -9, data directory removed). Restores it to one second before the kill, and checks that it has each order and charge
 * acknowledged until that second. Then restores everything that was archived, to measure how many of the last writes
 * before the kill are lost. `npm run prove -- restore-drill [seconds of load]`.
 */
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StaffActor } from '#lib/audit/actor.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { type ChargeRequest, requestCharge } from '#lib/charges/request-charge.ts'
import { type Database, openDatabase } from '#lib/core/db.ts'
import { seed } from '#prisma/seed/seed.ts'
import { EncryptedStore } from '#scripts/backup/encrypted-store.ts'
import { FolderStore } from '#scripts/backup/folder-store.ts'
import { restore } from '#scripts/backup/restore.ts'
import { removePostgres, startPostgres } from '#scripts/postgres.ts'
import { choosePostgresHome } from '#scripts/postgres-home.ts'
import { prepareDatabase } from '#scripts/prepare-database.ts'
import { ensureRuntimeUrl } from '#scripts/runtime-role.ts'
import { startShopProcess } from '#scripts/shop-process.ts'
import { root, WITHOUT_RATE_LIMITS } from './processes.ts'
import { type Buyer, findCheapestService, makeBuyers } from './shop.ts'

const SECONDS = Number(process.argv[2] ?? 60)
const BUYERS = 8
const AMOUNT = 100
/** Charges that each member requests: the shop allows ten an hour. */
const CHARGES_OF_MEMBER = 10
const CHARGES_PER_SECOND = 20
const BACKUP_PASSWORD = randomBytes(12).toString('hex')

const folder = mkdtempSync(join(tmpdir(), 'restore-drill-'))
const postgresFolder = join(folder, 'postgres')
const storeFolder = join(folder, 'store')
const backupKey = randomBytes(32).toString('hex')
process.env.AUTH_SECRET = randomBytes(32).toString('hex')

/** An order or charge that was answered with success. `at` is the time of the answer in milliseconds since 1970. */
type AcknowledgedRow = { id: number; at: number }

const faults: string[] = []
function expectNone(what: string, ids: readonly number[]): void {
  if (ids.length > 0) faults.push(`${ids.length} ${what}: ${ids.slice(0, 20).join(', ')}`)
}

let server = await startPostgres(postgresFolder)
const ownerUrl = server.url
const url = ensureRuntimeUrl(postgresFolder, ownerUrl)
const backupUrl = Object.assign(new URL(ownerUrl), { username: 'drill_backup', password: BACKUP_PASSWORD }).href
process.env.DATABASE_URL = url
await prepareDatabase({ ownerUrl, url, backupUrl })
await seed(ownerUrl, { demo: true })

const env: NodeJS.ProcessEnv = {
  ...process.env,
  ...WITHOUT_RATE_LIMITS,
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://127.0.0.1:3000',
  LOG_LEVEL: 'error',
  TMPDIR: folder,
  DATABASE_URL: url,
  BACKUP_DATABASE_URL: backupUrl,
  BACKUP_STORE: storeFolder,
  BACKUP_KEY: backupKey,
}

const db = openDatabase(url, BUYERS)
const buyers = await makeBuyers(db, BUYERS + (SECONDS * CHARGES_PER_SECOND) / CHARGES_OF_MEMBER)
const service = await findCheapestService(db, AMOUNT)
const staff: StaffActor = { kind: 'staff', memberId: 987_654, loginId: 'drill', role: 'OWNER', address: '127.0.0.1' }

let isDestroyed = false
const orders: AcknowledgedRow[] = []
const charges: AcknowledgedRow[] = []

async function orderUntilDestroyed(port: number, { key }: Buyer): Promise<void> {
  const body = JSON.stringify({ serviceId: service.id, link: 'https://www.instagram.com/drill/', amount: AMOUNT })
  for (let at = 0; !isDestroyed; at++) {
    const headers = { 'content-type': 'application/json', 'api-key': key, 'idempotency-key': `drill-${at}` }
    const answer = await fetch(`http://127.0.0.1:${port}/order`, { method: 'POST', headers, body }).catch(() => null)
    if (answer?.status !== 201) continue
    const { wId } = (await answer.json()) as { wId: number }
    orders.push({ id: wId, at: Date.now() })
  }
}

const chargeOf = (memberId: number): ChargeRequest => ({
  memberId,
  input: { name: '홍길동', point: 10_000, feeType: 2, feeValue: {} },
  idempotency: null,
  paymentType: 'ALL',
  paymentFee: '',
  bank: { name: '은행', displayText: '', accountNumber: '1', bankingCode: '004' },
})

async function credit({ memberId }: Buyer): Promise<void> {
  const { id } = await requestCharge(db, chargeOf(memberId))
  await db.transaction((tx) => approveCharge(tx, staff, { chargeId: id, outcome: 'APPROVED' }))
  charges.push({ id, at: Date.now() })
}

async function chargeUntilDestroyed(chargers: Buyer[]): Promise<void> {
  for (let at = 0; !isDestroyed; at++) {
    const charger = chargers[at % chargers.length]
    if (charger)
      await credit(charger).catch((error) => {
        if (!isDestroyed) faults.push(`a charge failed: ${error}`)
      })
    await sleep(1_000 / CHARGES_PER_SECOND)
  }
}

async function startEntry(): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(join(root, 'bench/entry-server.ts'), { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, port }
}

/** Kills PostgreSQL, as a power cut would, and deletes its data. Returns the time of the kill. */
async function destroyDatabase(): Promise<Date> {
  const { data } = choosePostgresHome(postgresFolder)
  const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
  isDestroyed = true
  const killedAt = new Date()
  process.kill(pid, 'SIGKILL')
  // Asynchronous: `rmSync` would block this process, and answers that arrive while it is blocked would be recorded as
  // later than they were.
  await rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  return killedAt
}

/**
 * Restores the database to the time `to`, or to the last archived change if `to` is null, and starts it. Returns a
 * handle, and the milliseconds until the database could be used.
 */
async function restoreTo(to: Date | null): Promise<{ handle: Database; milliseconds: number }> {
  const { data, account } = choosePostgresHome(postgresFolder)
  const begun = Date.now()
  await restore({ store: new EncryptedStore(new FolderStore(storeFolder), backupKey), into: data, to, account })
  server = await startPostgres(postgresFolder)
  env.DATABASE_URL = ensureRuntimeUrl(postgresFolder, server.url)
  const handle = openDatabase(env.DATABASE_URL, 2)
  for (;;) {
    const [row] = await handle.rows<{ r: boolean }>('SELECT pg_is_in_recovery() AS r')
    if (row?.r === false) return { handle, milliseconds: Date.now() - begun }
    await sleep(50)
  }
}

/** Runs scripts/restored.ts, as `npm run restored` does, with these additional environment variables. */
const runRestored = (variables: Record<string, string> = {}) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'scripts/restored.ts')], {
    env: { ...env, ...variables },
    encoding: 'utf8',
  })

async function missingFrom(handle: Database, table: string, rows: readonly AcknowledgedRow[]): Promise<number[]> {
  const ids = rows.map(({ id }) => id)
  const found = await handle.rows<{ id: number }>(`SELECT id FROM ${table} WHERE id = ANY ($1)`, [ids])
  const known = new Set(found.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

const begun = Date.now()
const backup = await startShopProcess({ script: 'backup.ts', args: ['--follow'], env, log: join(folder, 'backup.log') })
console.log(`first base backup after ${Date.now() - begun} ms`)
const { child: web, port } = await startEntry()
const load = Promise.all([
  ...buyers.slice(0, BUYERS).map((buyer) => orderUntilDestroyed(port, buyer)),
  chargeUntilDestroyed(buyers.slice(BUYERS)),
])
await sleep(SECONDS * 1_000)
const destroyedAt = await destroyDatabase()
await load
web.kill('SIGKILL')
await db.end()
await backup.stop()
console.log(`${orders.length} orders and ${charges.length} charges acknowledged in ${SECONDS} s, then destroyed`)

const to = new Date(destroyedAt.getTime() - 1_000)
const first = await restoreTo(to)
const acknowledgedUntilTarget = (rows: readonly AcknowledgedRow[]) => rows.filter(({ at }) => at <= to.getTime())
const expectedRows = { orders: acknowledgedUntilTarget(orders), charges: acknowledgedUntilTarget(charges) }
if (expectedRows.orders.length === 0 || expectedRows.charges.length === 0) faults.push('there was no load')
expectNone(
  'orders acknowledged before the target are missing',
  await missingFrom(first.handle, 'orders', expectedRows.orders),
)
expectNone(
  'charges acknowledged before the target are missing',
  await missingFrom(first.handle, 'charges', expectedRows.charges),
)
const late = await first.handle.rows<{ id: number }>('SELECT id FROM orders WHERE created_at > $1', [to])
expectNone(
  'orders are from after the target',
  late.map(({ id }) => id),
)
console.log(
  `restored to one second before in ${first.milliseconds} ms: ${expectedRows.orders.length} orders and ${expectedRows.charges.length} charges acknowledged until then, ${faults.length} faults`,
)
const proved = runRestored()
console.log(proved.stdout + proved.stderr)
if (proved.status !== 0) faults.push('the restored books do not balance, or the key does not fit')
const keyless = runRestored({ AUTH_SECRET: randomBytes(32).toString('hex') })
if (keyless.status !== 1 || !keyless.stdout.includes('AUTH_SECRET is not the one'))
  faults.push('a wrong AUTH_SECRET was not named')
await first.handle.end()
await server.stop()

rmSync(choosePostgresHome(postgresFolder).data, { recursive: true })
const second = await restoreTo(null)
const lost = await missingFrom(second.handle, 'orders', orders)
const lostAt = orders.filter(({ id }) => lost.includes(id)).map(({ at }) => at)
const span = lost.length > 0 ? Math.max(0, destroyedAt.getTime() - Math.min(...lostAt)) : 0
console.log(
  `restored to the last archived change in ${second.milliseconds} ms: ${lost.length} of ${orders.length} acknowledged orders lost, all of the last ${span} ms`,
)
if (span > 2_000) faults.push('more than the last two seconds are lost')
const provedAgain = runRestored()
if (provedAgain.status !== 0) faults.push(`everything archived does not balance: ${provedAgain.stdout}`)
await second.handle.end()
await server.stop()
removePostgres(postgresFolder)
rmSync(folder, { recursive: true, force: true })

for (const fault of faults) console.log(`✗ ${fault}`)
process.exit(faults.length === 0 ? 0 : 1)
