import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seed } from '#prisma/seed/seed.ts'
import { applyMigrations } from './apply-migrations.ts'
import { buildPages } from './build.ts'
import { ensureClient } from './ensure-client.ts'
import { ensureFonts } from './ensure-fonts.ts'
import { startPostgres } from './postgres.ts'
import { keptSecrets } from './secrets.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'

type ShopOptions = {
  /** Holds the database, the secrets and the logs. */
  folder: string
  port: number
  /** Without it the shop has a PostgreSQL of its own. */
  databaseUrl?: string
  dev?: boolean
  /** Has a provider of its own, which delivers a part of the services. */
  standIn?: boolean
  postgresSettings?: Record<string, string>
  env?: Record<string, string>
  /** Told before each step that takes a while. */
  say?: (step: string) => void
  /** Gives up the start. */
  signal?: AbortSignal
}

export type Shop = {
  url: string
  databaseUrl: string
  env: NodeJS.ProcessEnv
  /** Settles when one of its processes ends by itself, with that one's name. */
  broken: Promise<string>
  stop(): Promise<void>
}

type Database = { url: string; stop(): Promise<void> }

async function findDatabase({ folder, databaseUrl: url, postgresSettings }: ShopOptions): Promise<Database> {
  return url ? { url, stop: async () => undefined } : startPostgres(join(folder, 'postgres'), postgresSettings)
}

function shopEnv({ folder, port, dev, env }: ShopOptions, databaseUrl: string): NodeJS.ProcessEnv {
  const host = process.env.HOST || '127.0.0.1'
  const defaults = { ...keptSecrets(folder), PUBLIC_URL: `http://127.0.0.1:${port}`, RATE_LIMIT_FACTOR: '100' }
  const fixed = { DATABASE_URL: databaseUrl, HOST: host, PORT: String(port), NEXT_TELEMETRY_DISABLED: '1' }
  const demo = { DEMO: 'true', ALLOW_PRIVATE_PROVIDERS: 'true', NODE_ENV: dev ? 'development' : 'production' } as const
  return { ...defaults, ...process.env, ...demo, ...env, ...fixed }
}

/** Answers once the web does; throws when it hasn't after a minute. */
async function waitUntilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error(`${url}/readyz has not become ready.`)
}

async function startProcesses(options: ShopOptions, env: NodeJS.ProcessEnv, started: ShopProcess[]): Promise<void> {
  const args = options.dev ? ['--dev'] : []
  const log = (name: string) => join(options.folder, `${name}.log`)
  started.push(await startShopProcess({ script: 'server.ts', args, env, log: log('web') }))
  if (options.standIn)
    started.push(await startShopProcess({ script: 'stand-in-provider.ts', env, log: log('provider') }))
  started.push(await startShopProcess({ script: 'worker.ts', env, log: log('worker') }))
}

async function prepare(options: ShopOptions, env: NodeJS.ProcessEnv, databaseUrl: string): Promise<void> {
  const say = options.say ?? (() => undefined)
  await ensureClient()
  say('Migrating and seeding the database …')
  await applyMigrations(databaseUrl)
  await seed(databaseUrl, { demo: true })
  if (options.dev) return ensureFonts()
  say('Building the pages (only when their sources changed) …')
  await buildPages(env, options.signal)
}

/** Starts the whole shop: database, web and worker. What was started is stopped again when a later step fails. */
export async function startShop(options: ShopOptions): Promise<Shop> {
  mkdirSync(options.folder, { recursive: true, mode: 0o711 })
  const database = await findDatabase(options)
  const env = shopEnv(options, database.url)
  const url = `http://127.0.0.1:${options.port}`
  const started: ShopProcess[] = []
  const stop = async () => {
    await Promise.all(started.map((each) => each.stop()))
    await database.stop()
  }
  try {
    await prepare(options, env, database.url)
    options.signal?.throwIfAborted()
    await startProcesses(options, env, started)
    await waitUntilReady(url)
    options.signal?.throwIfAborted()
  } catch (error) {
    await stop()
    throw error
  }
  const broken = Promise.race(started.map(async (each) => each.ended.then(() => each.name)))
  return { url, databaseUrl: database.url, env, broken, stop }
}
