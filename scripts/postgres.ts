import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { choosePostgresHome, type PostgresHome } from './postgres-home.ts'
import { stopStrayServer } from './stray-processes.ts'

type PostgresServer = { url: string; stop(): Promise<void> }

const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  max_wal_size: '2GB',
  wal_compression: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
}

/** Settings that make PostgreSQL faster. Data can be lost in a crash, which does no harm in tests. */
export const testPostgresSettings = {
  // The browser tests run up to four shops at once on one server, each with up to a hundred connections.
  max_connections: '500',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  autovacuum_naptime: '10min',
}

/** Password of the cluster: random, stored next to the data, and readable only by the account that runs the script. */
function storedPassword(folder: string): string {
  const file = join(folder, 'password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

function createCluster(home: PostgresHome, password: string): void {
  const complete = join(home.data, 'complete')
  if (existsSync(complete)) return
  rmSync(home.data, { recursive: true, force: true })
  mkdirSync(home.data, { recursive: true, mode: 0o700 })
  const passwordFile = `${home.data}.password`
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  const { uid, gid } = home.account
  if (uid !== undefined && gid !== undefined) for (const path of [home.data, passwordFile]) chownSync(path, uid, gid)
  const flags = [`--pgdata=${home.data}`, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const options = { ...home.account, cwd: dirname(home.data), encoding: 'utf8' } as const
  const result = spawnSync(join(home.bin, 'initdb'), [...flags, ...locale, '--no-instructions'], options)
  rmSync(passwordFile)
  if (result.status !== 0) throw new Error(`initdb failed: ${result.error?.message ?? result.stderr}`)
  writeFileSync(complete, '')
}

/** Returns a TCP port of 127.0.0.1 that is free at this moment. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/**
 * Starts the server in a process group of its own, so that Ctrl-C doesn't end it: the database must outlive the
 * processes that still write to it.
 */
function launchServer(home: PostgresHome, port: number, extra: Record<string, string>): ChildProcess {
  const log = openSync(home.log, 'w')
  const flags = Object.entries({ ...serverSettings, ...extra }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const options = { ...home.account, cwd: dirname(home.data), detached: true, stdio: ['ignore', log, log] } as const
  const server = spawn(join(home.bin, 'postgres'), ['-D', home.data, '-p', String(port), ...flags], {
    ...options,
    stdio: [...options.stdio],
  })
  closeSync(log)
  return server
}

async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    // 28P01 is a wrong password: another attempt wouldn't help.
    if (error instanceof pg.DatabaseError && error.code === '28P01') throw error
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Waits until the server accepts connections, which takes a while after a crash. Returns false if the server ended
 * instead, or after two minutes.
 */
async function waitUntilReady(server: ChildProcess, url: string): Promise<boolean> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(25)) {
    if (server.exitCode !== null || server.signalCode !== null) return false
    if (await acceptsConnections(url)) return true
  }
  return false
}

function stopFunctionOf(server: ChildProcess): () => Promise<void> {
  return async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT')
    const killTimer = setTimeout(() => server.kill('SIGQUIT'), 15_000)
    await ended
    clearTimeout(killTimer)
  }
}

/** Starts the PostgreSQL in `folder` on a free port of 127.0.0.1. Creates the cluster if there is none. */
export async function startPostgres(folder: string, extra = {}): Promise<PostgresServer> {
  const home = choosePostgresHome(folder)
  const password = storedPassword(folder)
  stopStrayServer(home.data)
  createCluster(home, password)
  // Another process may have taken the port, or the shared memory of a killed server may still exist: try again with
  // another port after a pause.
  for (let attempt = 0; attempt < 6; attempt++) {
    await sleep(attempt * 200)
    const port = await findFreePort()
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    const server = launchServer(home, port, extra)
    server.on('error', () => undefined)
    process.once('exit', () => server.kill('SIGINT'))
    if (await waitUntilReady(server, url)) return { url, stop: stopFunctionOf(server) }
    await stopFunctionOf(server)()
  }
  throw new Error(`PostgreSQL did not start:\n${readFileSync(home.log, 'utf8').slice(-2_000)}`)
}

/** Connection string of the PostgreSQL that runs in `folder` according to its pid file; null if there is none. */
export function findRunningPostgres(folder: string): string | null {
  const note = join(folder, 'outside')
  const home = existsSync(note) ? readFileSync(note, 'utf8').trim() : folder
  const file = join(home, 'data/postmaster.pid')
  const port = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[3] : undefined
  return port ? `postgres://postgres:${storedPassword(folder)}@127.0.0.1:${port}/postgres` : null
}

/** Stops the server if it still runs in `folder`, and removes the folder and its outside folder, if any. */
export function removePostgres(folder: string): void {
  const note = join(folder, 'outside')
  const outside = existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined
  stopStrayServer(join(outside ?? folder, 'data'))
  if (outside) rmSync(outside, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}
