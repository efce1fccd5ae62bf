import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { parse } from 'yaml'
import { oneRow, openDatabase } from '#lib/core/db.ts'
import { openSession } from '#lib/sessions/open-session.ts'
import { findInstalledCaddy } from '#scripts/ensure-caddy.ts'
import { findFreePort } from '#scripts/postgres.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Maximum milliseconds that a service of docker-compose.yml may take to start on a machine that runs other tests at the
 * same time.
 */
const START_LIMIT_MS = 60_000
vi.setConfig({ testTimeout: 3 * START_LIMIT_MS })
const { services } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, { command: string[]; healthcheck?: { test: string[] } }>
}
const secrets = {
  POSTGRES_PASSWORD: 'letters1',
  RUNTIME_PASSWORD: 'letters2',
  AUTH_SECRET: 'f3b1c07d5a9e42688d04be71a5c9f236',
  PUBLIC_URL: 'https://shop.example.com',
}
let ownerEnv = { OWNER_ID: 'shopkeeper', OWNER_PASSWORD: 'keeper-of-1234', MIGRATE_DATABASE_URL: '' }
const folder = mkdtempSync(join(tmpdir(), 'compose-'))
const startedProcesses: ChildProcess[] = []
let env: NodeJS.ProcessEnv = { NODE_ENV: 'production' }

/** The command line in the `command` of a service of docker-compose.yml, or in the `test` of its `healthcheck`. */
function argumentsOf(service: string, key: 'command' | 'test'): [string, ...string[]] {
  const { command, healthcheck } = services[service] ?? {}
  return (key === 'command' ? command : healthcheck?.test) as [string, ...string[]]
}

/**
 * Runs a command of the compose file with the services' environment variables. Returns its result when it has ended.
 */
const runToEnd = ([program = '', ...args]: string[], more = {}) =>
  spawnSync(program, args, { cwd: root, env: { ...env, ...more }, encoding: 'utf8' })

const isHealthy = (service: string): boolean => runToEnd(argumentsOf(service, 'test').slice(1)).status === 0

/**
 * Starts a service of docker-compose.yml and returns it when its health check succeeds. A web process gets a port of its
 * own each time, because another process may have taken an earlier one meanwhile. Throws with what the service printed
 * if it ends instead.
 */
async function startService(service: 'web1' | 'worker'): Promise<ChildProcess> {
  const [program, ...args] = argumentsOf(service, 'command')
  env.PORT = String(await findFreePort())
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] })
  startedProcesses.push(child)
  let printed = ''
  child.stderr?.on('data', (text: Buffer) => {
    printed = (printed + text).slice(-2_000)
  })
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`${service} ended: ${printed}`)
    return isHealthy(service)
  }
  await vi.waitUntil(isReady, { timeout: START_LIMIT_MS, interval: 300 })
  return child
}

const endProcess = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    child.once('exit', (code) => resolve(code))
    child.kill('SIGTERM')
  })

beforeAll(async () => {
  const { databaseUrl } = inject('shop')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('CREATE DATABASE compose')
  await client.end()
  const ownerUrl = databaseUrl.replace(/[^/]*$/, 'compose')
  ownerEnv = { ...ownerEnv, MIGRATE_DATABASE_URL: ownerUrl }
  const url = Object.assign(new URL(ownerUrl), { username: 'shop_compose', password: secrets.RUNTIME_PASSWORD }).href
  const here = { DATABASE_URL: url, HOST: '127.0.0.1' }
  const { PATH, NODE_COMPILE_CACHE = join(folder, 'compile-cache') } = process.env
  env = { NODE_ENV: 'production', PATH, NODE_COMPILE_CACHE, TMPDIR: folder, ...secrets, ...here }
})
afterAll(() => {
  for (const child of startedProcesses) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

test('migrate without the owner says what to set, and changes nothing', () => {
  const { status, stderr } = runToEnd(argumentsOf('migrate', 'command'))
  expect(status).toBe(1)
  expect(stderr).toMatch(/^MIGRATE_DATABASE_URL is not set\.[\s\S]*CREATE ROLE "shop_runtime" LOGIN NOSUPERUSER/)
})

test('migrate makes the tables, says if there is no owner, makes the first, and does nothing the third time', () => {
  const migrate = (more: Record<string, string>) =>
    runToEnd(argumentsOf('migrate', 'command'), { ...ownerEnv, ...more })
  const first = migrate({ OWNER_PASSWORD: '' })
  expect(first.stderr).toBe('')
  expect(first.stdout).toMatch(
    /^applied \d+_init,.*; NO OWNER YET: .*\nSet OWNER_ID and OWNER_PASSWORD, and migrate again\.\n$/,
  )
  expect(migrate({}).stdout).toBe('the database is up to date; made the first owner\n')
  expect(migrate({}).stdout).toBe('the database is up to date\n')
  expect(migrate({ OWNER_ID: '', OWNER_PASSWORD: '' }).stdout).toBe('the database is up to date\n')
})

/**
 * Expects the consequences of a public address with https: every response demands TLS, and pages accept only the
 * session cookie whose name begins with __Host-.
 */
async function expectTls(): Promise<void> {
  Object.assign(process.env, env)
  const database = openDatabase(String(env.DATABASE_URL), 1)
  const { id } = await oneRow<{ id: number }>(database, 'SELECT id FROM members WHERE login_id = $1', [
    ownerEnv.OWNER_ID,
  ])
  const { token } = await openSession(database, { memberId: id, role: 'OWNER', device: 'test' })
  await database.end()
  const account = (cookie: string) =>
    fetch(`http://127.0.0.1:${env.PORT}/account`, { headers: { cookie }, redirect: 'manual' })
  const [right, planted] = [await account(`__Host-token=${token}`), await account(`token=${token}`)]
  expect([right.status, planted.status]).toEqual([200, 307])
  const refused = await fetch(`http://127.0.0.1:${env.PORT}/auth/profile`)
  expect(refused.headers.get('set-cookie')).toMatch(/^__Host-token=;.*; Secure$/)
  for (const { headers } of [right, planted, refused])
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
}

test('web becomes healthy, lets the owner in and ends on SIGTERM', async () => {
  const web = await startService('web1')
  const body = JSON.stringify({ id: ownerEnv.OWNER_ID, password: ownerEnv.OWNER_PASSWORD })
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const answer = await fetch(`http://127.0.0.1:${env.PORT}/auth/login`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  await expectTls()
  expect(await endProcess(web)).toBe(0)
  expect(isHealthy('web1')).toBe(false)
})

const caddy = findInstalledCaddy()

/**
 * Returns the answer to a GET over HTTP/2. Doesn't verify Caddy's certificate, because Caddy's own authority has signed
 * it.
 */
async function getByHttp2(origin: string, path: string): Promise<{ headers: IncomingHttpHeaders; protocol: unknown }> {
  const session = connect(origin, { rejectUnauthorized: false })
  try {
    return await new Promise((resolve, reject) => {
      session.once('error', reject)
      const request = session.request({ ':path': path, 'accept-encoding': 'gzip' })
      request.once('error', reject)
      request.once('response', (headers) => resolve({ headers, protocol: session.alpnProtocol }))
      request.end()
    })
  } finally {
    session.close()
  }
}

// Skipped on a machine without Caddy; `apt-get install caddy` or `npm run prove -- upgrade` installs it.
test.skipIf(!caddy)('Caddy stands before web: TLS, HTTP/2, and compresses no page with a secret', async () => {
  const web = await startService('web1')
  const front = await findFreePort()
  const origin = `https://localhost:${front}`
  const child = spawn(
    String(caddy),
    ['run', '--config', join(root, 'scripts/docker/Caddyfile'), '--adapter', 'caddyfile'],
    {
      env: {
        ...env,
        HOME: folder,
        PUBLIC_URL: origin,
        WEB_UPSTREAMS: `127.0.0.1:${env.PORT}`,
        CADDY_OPTIONS: 'auto_https disable_redirects\nskip_install_trust',
        CADDY_TLS: 'tls internal',
      },
      stdio: 'ignore',
    },
  )
  startedProcesses.push(child)
  await expect
    .poll(async () => (await getByHttp2(origin, '/readyz').catch(() => null))?.headers[':status'], {
      timeout: START_LIMIT_MS,
    })
    .toBe(200)
  const { headers, protocol } = await getByHttp2(origin, '/login')
  expect(protocol).toBe('h2')
  expect(headers).toMatchObject({ ':status': 200, 'content-encoding': 'gzip' })
  expect((await getByHttp2(origin, '/reset-password')).headers['content-encoding']).toBeUndefined()
  expect(await endProcess(child)).toBe(0)
  expect(await endProcess(web)).toBe(0)
})

test('worker becomes healthy and ends on SIGTERM', async () => {
  expect(isHealthy('worker')).toBe(false)
  const worker = await startService('worker')
  expect(await endProcess(worker)).toBe(0)
})

test('a missing AUTH_SECRET stops web and worker with an error that names it', () => {
  for (const service of ['web1', 'worker']) {
    const { status, stderr } = runToEnd(argumentsOf(service, 'command'), { AUTH_SECRET: '' })
    expect(status).not.toBe(0)
    expect(stderr).toContain('AUTH_SECRET')
  }
})

test.each([
  [{ PUBLIC_URL: 'http://shop.example.com' }, 'PUBLIC_URL'],
  [{ DEMO: 'true' }, 'PUBLIC_URL'],
  [{ DEMO: 'true', PUBLIC_URL: 'http://127.0.0.1:3000', HOST: '0.0.0.0' }, 'HOST'],
  [{ AUTH_SECRET: 'a'.repeat(64) }, 'AUTH_SECRET'],
])('%j stops web and worker with an error that names %s', (variables, name) => {
  for (const service of ['web1', 'worker']) {
    const { status, stderr } = runToEnd(argumentsOf(service, 'command'), variables)
    expect(status).not.toBe(0)
    expect(stderr).toContain(`\n  ${name}: `)
  }
})
