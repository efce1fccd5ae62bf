import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seed } from '#prisma/seed/seed.ts'
import { applyMigrations } from './apply-migrations.ts'
import { buildPages } from './build.ts'
import { ensureFonts } from './ensure-fonts.ts'
import { ensurePrismaClient } from './ensure-prisma-client.ts'
import { startPostgres } from './postgres.ts'
import { prepareDatabase } from './prepare-database.ts'
import { createRuntimeRoleSql, ensureRuntimeUrl, mayCreateRoles } from './runtime-role.ts'
import { ensureSecrets } from './secrets.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'

type ShopOptions = {
  /** Folder for the database, the secrets and the logs. */
  folder: string
  port: number
  /** Connection string of the database to use. Without it the shop starts a PostgreSQL of its own. */
  databaseUrl?: string
  /** Connection string of the owner of the tables, if `databaseUrl` names another role. */
  ownerUrl?: string
  /** True if the database is migrated and seeded already, and the pages are built. */
  prepared?: boolean
  dev?: boolean
  /** True to start a fake provider that delivers some of the services. */
  fakeProvider?: boolean
  postgresSettings?: Record<string, string>
  env?: Record<string, string>
  /** Called with a line before each long step, and with a warning if web and worker own the tables. */
  print?: (text: string) => void
  /** Aborting this signal stops the start of the shop. */
  signal?: AbortSignal
}

export type Shop = {
  url: string
  /**
   * Connection string of the role that owns the database. Web and worker use `env.DATABASE_URL`, whose role has fewer
   * privileges.
   */
  databaseUrl: string
  env: NodeJS.ProcessEnv
  /** Resolves to the name of the first process of the shop that has ended. */
  broken: Promise<string>
  stop(): Promise<void>
}

/** `url` is the connection string of the runtime role, or of the owner if there is no runtime role. */
type Database = { url: string; ownerUrl: string; stop(): Promise<void> }

async function findDatabase(options: ShopOptions): Promise<Database> {
  const { folder, databaseUrl, postgresSettings } = options
  const startedServer = databaseUrl ? null : await startPostgres(join(folder, 'postgres'), postgresSettings)
  const stop = startedServer?.stop ?? (async () => undefined)
  const ownerUrl = startedServer?.url ?? options.ownerUrl ?? databaseUrl ?? ''
  if (databaseUrl && options.ownerUrl) return { url: databaseUrl, ownerUrl, stop }
  const url = startedServer || (await mayCreateRoles(ownerUrl)) ? ensureRuntimeUrl(folder, ownerUrl) : ownerUrl
  return { url, ownerUrl, stop }
}

function shopEnv({ folder, port, dev, env }: ShopOptions, { url, ownerUrl }: Database): NodeJS.ProcessEnv {
  const host = process.env.HOST || '127.0.0.1'
  const defaults = { ...ensureSecrets(folder), PUBLIC_URL: `http://127.0.0.1:${port}`, RATE_LIMIT_FACTOR: '100' }
  const allowed = url === ownerUrl ? 'true' : 'false'
  const role = { DATABASE_URL: url, MIGRATE_DATABASE_URL: '', ALLOW_OWNER_ROLE: allowed }
  const fixedVariables = { ...role, HOST: host, PORT: String(port), NEXT_TELEMETRY_DISABLED: '1' }
  const demo = { DEMO: 'true', ALLOW_PRIVATE_PROVIDERS: 'true', NODE_ENV: dev ? 'development' : 'production' } as const
  return { ...defaults, ...process.env, ...demo, ...env, ...fixedVariables }
}

/** Waits until the web process is ready. Throws after five minutes, which is long enough even on a busy machine. */
async function waitUntilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; await sleep(100)) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok) return
  }
  throw new Error(`${url}/readyz has not become ready.`)
}

/**
 * Starts the shop's processes. Adds each to `processes` once it runs, so that the caller can stop it if a later one
 * fails.
 */
async function startProcesses(options: ShopOptions, env: NodeJS.ProcessEnv, processes: ShopProcess[]): Promise<void> {
  const args = options.dev ? ['--dev'] : []
  const log = (name: string) => join(options.folder, `${name}.log`)
  processes.push(await startShopProcess({ script: 'server.ts', args, env, log: log('web') }))
  if (options.fakeProvider)
    processes.push(await startShopProcess({ script: 'fake-provider.ts', env, log: log('provider') }))
  processes.push(await startShopProcess({ script: 'worker.ts', env, log: log('worker') }))
}

const ownerWarning = `
  WARNING: web and worker connect as the owner of the tables, who can switch off what protects the ledger. The role of
  DATABASE_URL may not create another one. As one who may:

    ${createRuntimeRoleSql('shop_runtime')}

  Then give that role's connection string as DATABASE_URL and today's as MIGRATE_DATABASE_URL.
`

async function migrateDatabase({ url, ownerUrl }: Database, print: (text: string) => void): Promise<void> {
  if (url !== ownerUrl) return void (await prepareDatabase({ url, ownerUrl }))
  print(ownerWarning)
  await applyMigrations(ownerUrl)
}

async function prepareShop(options: ShopOptions, env: NodeJS.ProcessEnv, database: Database): Promise<void> {
  const print = options.print ?? (() => undefined)
  await ensurePrismaClient()
  print('Migrating and seeding the database …')
  await migrateDatabase(database, print)
  await seed(database.ownerUrl, { demo: true })
  if (options.dev) return ensureFonts()
  print('Building the pages (only when their sources changed) …')
  await buildPages(env, options.signal)
}

/** Starts the whole shop: database, web and worker. If a step fails, stops everything that was started before. */
export async function startShop(options: ShopOptions): Promise<Shop> {
  mkdirSync(options.folder, { recursive: true, mode: 0o711 })
  const database = await findDatabase(options)
  const env = shopEnv(options, database)
  const url = `http://127.0.0.1:${options.port}`
  const processes: ShopProcess[] = []
  const stop = async () => {
    await Promise.all(processes.map((each) => each.stop()))
    await database.stop()
  }
  try {
    if (!options.prepared) await prepareShop(options, env, database)
    options.signal?.throwIfAborted()
    await startProcesses(options, env, processes)
    const ended = Promise.race(processes.map((each) => each.ended.then(() => each.name)))
    const endedProcess = await Promise.race([waitUntilReady(url), ended])
    if (endedProcess) throw new Error(`scripts/${endedProcess} ended before ${url}/readyz was ready.`)
    options.signal?.throwIfAborted()
  } catch (error) {
    await stop()
    throw error
  }
  const broken = Promise.race(processes.map(async (each) => each.ended.then(() => each.name)))
  return { url, databaseUrl: database.ownerUrl, env, broken, stop }
}
