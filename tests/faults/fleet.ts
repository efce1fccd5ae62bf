import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { createServer, type Socket, connect as socketTo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '#lib/core/db.ts'
import { buildPages } from '#scripts/build.ts'
import { startPooler } from '#scripts/pooler.ts'
import { findFreePort, startPostgres } from '#scripts/postgres.ts'
import { choosePostgresHome } from '#scripts/postgres-home.ts'
import { prepareDatabase } from '#scripts/prepare-database.ts'
import { ensureRuntimeUrl } from '#scripts/runtime-role.ts'
import { webFlags } from '#scripts/web-flags.ts'
import { cleanUpFleet, type FleetLeftovers, findPostgresPids, signalAll } from './clean-up.ts'

const root = join(import.meta.dirname, '../..')

/** A process of the shop that a test can kill, pause and start again. */
export type FleetProcess = {
  readonly name: string
  /** Kills the process with SIGKILL and waits until it has ended. */
  kill(): Promise<void>
  /** Ends the process with SIGTERM and waits until it has ended. Returns its exit code. */
  end(): Promise<number | null>
  /** Starts the process and waits until it is ready. Returns the milliseconds that this took. */
  start(): Promise<number>
  /** Pauses the process with SIGSTOP for this many milliseconds. */
  pause(milliseconds: number): Promise<void>
  /** Sets the clock of the process this many milliseconds ahead of the real clock, or behind it if negative. */
  shiftClock(milliseconds: number): void
}

export type Fleet = {
  /** URLs of the web processes. */
  readonly urls: readonly string[]
  /** Returns the URL of a web process, at each call that of the next process in turn. */
  nextUrl(): string
  readonly processes: readonly FleetProcess[]
  /** PostgreSQL; its clock can't be shifted. */
  readonly postgres: Pick<FleetProcess, 'name' | 'kill' | 'start' | 'pause'>
  /** Folder of PostgreSQL's data. */
  readonly data: string
  /** Account that PostgreSQL runs as, if it differs from this process's account. */
  readonly account: { uid?: number; gid?: number }
  /** Environment of web and worker. */
  readonly env: NodeJS.ProcessEnv
  /** Closes all connections between the shop and PostgreSQL. */
  cutConnections(): void
  /**
   * Handle on the database that bypasses the proxy whose connections `cutConnections` cuts. It is opened again after a
   * restart of PostgreSQL.
   */
  database(): Database
  /** Connection string of the database's owner, which bypasses the proxy. */
  databaseUrl(): string
  /** Starts PostgreSQL again if it has ended by itself, as a supervisor would do. */
  restartPostgresIfEnded(): Promise<void>
  /** Ends all processes and removes all folders. */
  stop(): Promise<void>
}

export type FleetOptions = {
  /** Number of web processes. */
  webs?: number
  worker?: boolean
  /** True to start the whole web process with its pages, which must be built; otherwise one that only answers calls. */
  withPages?: boolean
  /**
   * Folder of a disk that is mounted for PostgreSQL's data and unmounted in the end. Without it a temporary folder is
   * used.
   */
  mounted?: string | undefined
  postgresSettings?: Record<string, string>
  env?: Record<string, string>
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

type ScriptOptions = { name: string; script: string; env: NodeJS.ProcessEnv; log: string; isReady(): Promise<boolean> }

function scriptProcess({ name, script, env, log, isReady }: ScriptOptions): FleetProcess & { stop(): Promise<void> } {
  let child: ChildProcess | undefined
  const preloads = ['scripts/end-with-parent.ts', 'tests/faults/shifted-clock.ts']
  const flags = preloads.flatMap((file) => ['--import', join(root, file)])
  const launch = async () => {
    const out = openSync(log, 'a')
    const memory = script.endsWith('server.ts') ? webFlags : []
    const args = ['--disable-warning=ExperimentalWarning', ...memory, ...flags, join(root, script)]
    child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', out, out, 'ipc'] })
    closeSync(out)
    const started = child
    const outcome = new Promise<void>((resolve) => {
      started.once('message', () => resolve())
      started.once('exit', () => resolve())
    })
    await outcome
    return !hasEnded(started)
  }
  const endBy = async (signal: NodeJS.Signals) => {
    if (!child || hasEnded(child)) return child?.exitCode ?? null
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child.kill(signal)
    await ended
    return child.exitCode
  }
  return {
    name,
    kill: async () => void (await endBy('SIGKILL')),
    end: () => endBy('SIGTERM'),
    start: async () => {
      const started = performance.now()
      // A process ends if its database isn't back yet, and is started again, as an operator's supervisor would do.
      while (!(await launch())) await wait(50)
      while (!(await isReady())) await wait(20)
      return performance.now() - started
    },
    pause: async (milliseconds) => {
      child?.kill('SIGSTOP')
      await wait(milliseconds)
      child?.kill('SIGCONT')
    },
    shiftClock: (clockShift) => {
      if (child?.connected) child.send({ clockShift })
    },
    stop: async () => void (await endBy('SIGKILL')),
  }
}

/**
 * Starts a proxy that forwards connections to PostgreSQL, whatever port it has at that moment, and can cut them all.
 */
async function startProxy(targetPort: () => number) {
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = socketTo(targetPort(), '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => undefined)
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  const { port } = server.address() as { port: number }
  return { port, cut, stop: () => void server.close(cut) }
}

const withPort = (url: string, port: number): string => Object.assign(new URL(url), { port: String(port) }).href

const isWebReady = async (url: string): Promise<boolean> =>
  (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined))?.ok ?? false

/** Starts a process that cleans up if this process ends without having done so. */
function cleanUpAfterwards(remains: FleetLeftovers): ChildProcess {
  const script = join(root, 'tests/faults/clean-up-after.ts')
  const args = ['--disable-warning=ExperimentalWarning', script, JSON.stringify(remains)]
  const cleaner = spawn(process.execPath, args, { cwd: root, detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  cleaner.unref()
  return cleaner
}

/**
 * True to start four web processes that connect through PgBouncer and four workers, instead of one web process and one
 * worker.
 */
const IS_CLUSTER = process.env.PROOF_CLUSTER === '1'
const PROCESSES = IS_CLUSTER ? 4 : 1
/**
 * Connections that PostgreSQL accepts in a cluster. Each worker uses about 80, and the connections of a killed worker
 * may stay open for a moment.
 */
const clusterSettings = { max_connections: '500' }

/** Starts PostgreSQL, web processes and workers, each of which can be killed, paused and started again. */
export async function startFleet(options: FleetOptions = {}): Promise<Fleet> {
  process.setMaxListeners(0)
  const logs = mkdtempSync(join(tmpdir(), 'faults-'))
  // If this process is root, PostgreSQL runs as another account, which must be able to enter the folder.
  chmodSync(logs, 0o711)
  const remains = { folder: options.mounted ? join(options.mounted, 'shop') : logs, logs, mounted: options.mounted }
  const { folder } = remains
  const cleaner = cleanUpAfterwards(remains)
  const postgresSettings = { ...(IS_CLUSTER && clusterSettings), ...options.postgresSettings }
  const start = () => startPostgres(folder, postgresSettings)
  let server = await start()
  const { account, data } = choosePostgresHome(folder)
  const proxy = await startProxy(() => Number(new URL(server.url).port))
  await prepareDatabase({ ownerUrl: server.url, url: ensureRuntimeUrl(folder, server.url) })
  const proxyUrl = withPort(ensureRuntimeUrl(folder, server.url), proxy.port)
  const pooler = IS_CLUSTER ? await startPooler(proxyUrl, 20) : undefined
  const pooled = pooler && { DATABASE_URL: pooler.url, DATABASE_POOLED: 'true', DATABASE_DIRECT_URL: proxyUrl }
  let database: Database | undefined
  let opened = ''

  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: proxyUrl,
    ...pooled,
    AUTH_SECRET: process.env.AUTH_SECRET || randomBytes(32).toString('hex'),
    DEPOSIT_HOOK_SECRET: process.env.DEPOSIT_HOOK_SECRET || randomBytes(32).toString('hex'),
    PUBLIC_URL: 'http://127.0.0.1:3000',
    HOST: '127.0.0.1',
    RATE_LIMIT_FACTOR: '1000000',
    LOG_LEVEL: process.env.PROOF_LOG_LEVEL || 'error',
    ...options.env,
  }
  if (options.withPages) await buildPages(process.env)
  const ports = await Promise.all(Array.from({ length: options.webs ?? PROCESSES }, findFreePort))
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const webs = ports.map((port, at) =>
    scriptProcess({
      name: `web ${at + 1}`,
      script: options.withPages ? 'scripts/server.ts' : 'tests/faults/calls-server.ts',
      env: { ...env, PORT: String(port) },
      log: join(logs, `web-${at + 1}.log`),
      isReady: () => isWebReady(urls[at] ?? ''),
    }),
  )
  const workers = Array.from({ length: options.worker === false ? 0 : PROCESSES }, (_, at) =>
    scriptProcess({
      name: `worker ${at + 1}`,
      script: 'scripts/worker.ts',
      env,
      log: join(logs, `worker-${at + 1}.log`),
      isReady: async () => true,
    }),
  )
  const processes = [...webs, ...workers]
  const postmaster = () => Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
  const closeDatabase = async () => {
    await database?.end().catch(() => undefined)
    database = undefined
  }
  const untilAnswering = async () => {
    while (!(await isWebReady(urls[0] ?? ''))) await wait(20)
  }

  await Promise.all(processes.map((each) => each.start()))
  let asked = 0
  return {
    urls,
    nextUrl: () => urls[asked++ % urls.length] ?? '',
    processes,
    data,
    account,
    env,
    postgres: {
      name: 'PostgreSQL',
      kill: async () => {
        await closeDatabase()
        process.kill(postmaster(), 'SIGKILL')
      },
      start: async () => {
        const started = performance.now()
        server = await start()
        await untilAnswering()
        return performance.now() - started
      },
      pause: async (milliseconds) => {
        const pids = findPostgresPids(data)
        signalAll(pids, 'SIGSTOP')
        await wait(milliseconds)
        signalAll(pids, 'SIGCONT')
      },
    },
    cutConnections: proxy.cut,
    database: () => {
      if (!database || opened !== server.url) database = openDatabase(server.url, 4)
      opened = server.url
      return database
    },
    databaseUrl: () => server.url,
    restartPostgresIfEnded: async () => {
      // On a full or read-only disk PostgreSQL's main process may live on and restart its other processes.
      await wait(1_000)
      const [pid] = findPostgresPids(data)
      if (pid === undefined || !existsSync(`/proc/${pid}`)) server = await start()
    },
    stop: async () => {
      await Promise.all(processes.map((each) => each.stop()))
      await closeDatabase()
      pooler?.stop()
      proxy.stop()
      await server.stop()
      cleaner.kill('SIGKILL')
      cleanUpFleet(remains)
    },
  }
}
