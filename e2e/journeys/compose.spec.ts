import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { oneRow, openDatabase } from '#lib/core/db.ts'
import { openSession } from '#lib/sessions/open-session.ts'
import { freePort } from '#scripts/postgres.ts'

const root = join(import.meta.dirname, '../..')
const composeFile = readFileSync(join(root, 'docker-compose.yml'), 'utf8')
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
let port = 0

/** The command line in a service's `command:` or `healthcheck: test:`; docker-compose.yml writes both as JSON. */
function argumentsOf(service: string, key: 'command' | 'test'): [string, ...string[]] {
  const block = composeFile.split(/\n {2}(?=\w+:\n)/).find((each) => each.startsWith(`${service}:\n`)) ?? ''
  return JSON.parse(/\[.*\]/.exec(block.split('\n').find((line) => line.trim().startsWith(`${key}:`)) ?? '')?.[0] ?? '')
}

/** Runs a command of the compose file with the services' environment variables, and waits for its end. */
const runToEnd = ([program = '', ...args]: string[], more = {}) =>
  spawnSync(program, args, { cwd: root, env: { ...env, ...more }, encoding: 'utf8' })

const isHealthy = (service: string): boolean => runToEnd(argumentsOf(service, 'test').slice(1)).status === 0

function startService(service: string): ChildProcess {
  const [program, ...args] = argumentsOf(service, 'command')
  const child = spawn(program, args, { cwd: root, env, stdio: 'ignore' })
  startedProcesses.push(child)
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
  port = await freePort()
  const ownerUrl = databaseUrl.replace(/[^/]*$/, 'compose')
  ownerEnv = { ...ownerEnv, MIGRATE_DATABASE_URL: ownerUrl }
  const url = Object.assign(new URL(ownerUrl), { username: 'shop_compose', password: secrets.RUNTIME_PASSWORD }).href
  const here = { DATABASE_URL: url, PORT: String(port), HOST: '127.0.0.1' }
  env = { NODE_ENV: 'production', PATH: process.env.PATH, TMPDIR: folder, ...secrets, ...here }
})
afterAll(() => {
  for (const child of startedProcesses) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const composeProgram = ['/usr/bin/docker-compose', '/usr/local/bin/docker-compose'].find((path) => existsSync(path))
const runComposeConfig = (variables: object) =>
  execFileSync(composeProgram ?? '', ['config'], { cwd: root, env: { ...env, ...variables }, stdio: 'pipe' })

test.skipIf(!composeProgram)('the compose file is valid, and says which secret it misses', () => {
  expect(String(runComposeConfig(secrets))).toContain('scripts/server.ts')
  for (const name of ['POSTGRES_PASSWORD', 'RUNTIME_PASSWORD', 'AUTH_SECRET', 'PUBLIC_URL'])
    expect(() => runComposeConfig({ ...secrets, [name]: '' })).toThrow(/Missing mandatory value/)
})

test('only migrate is told the owner’s password', () => {
  const services = composeFile.split(/\n {2}(?=\w+:\n)/).filter((each) => each.includes('${POSTGRES_PASSWORD'))
  expect(services.map((each) => each.split(':')[0])).toEqual(['postgres', 'migrate'])
  expect(/&environment\n(?: {4}.*\n)*/.exec(composeFile)?.[0]).not.toContain('POSTGRES_PASSWORD')
})

test('migrate without the owner says what to set, and changes nothing', () => {
  const { status, stderr } = runToEnd(argumentsOf('migrate', 'command'))
  expect(status).toBe(1)
  expect(stderr).toMatch(/^MIGRATE_DATABASE_URL is not set\.[\s\S]*CREATE ROLE "shop_runtime" LOGIN NOSUPERUSER/)
})

test('migrate makes the tables and the first owner, and does nothing the second time', () => {
  const first = runToEnd(argumentsOf('migrate', 'command'), ownerEnv)
  expect(first.stderr).toBe('')
  expect(first.stdout).toMatch(/^applied \d+_init,.*; made the first owner\n$/)
  expect(runToEnd(argumentsOf('migrate', 'command'), ownerEnv).stdout).toBe('the database is up to date\n')
})

/**
 * Expects what follows from a public address with https: every response demands TLS, and pages accept only the session
 * cookie whose name begins with __Host-.
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
    fetch(`http://127.0.0.1:${port}/account`, { headers: { cookie }, redirect: 'manual' })
  const [right, planted] = [await account(`__Host-token=${token}`), await account(`token=${token}`)]
  expect([right.status, planted.status]).toEqual([200, 307])
  const refused = await fetch(`http://127.0.0.1:${port}/auth/profile`)
  expect(refused.headers.get('set-cookie')).toMatch(/^__Host-token=;.*; Secure$/)
  for (const { headers } of [right, planted, refused])
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
}

test('web becomes healthy, lets the owner in and ends on SIGTERM', async () => {
  const web = startService('web')
  await expect.poll(() => isHealthy('web'), { timeout: 20_000, interval: 300 }).toBe(true)
  const body = JSON.stringify({ id: ownerEnv.OWNER_ID, password: ownerEnv.OWNER_PASSWORD })
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const answer = await fetch(`http://127.0.0.1:${port}/auth/login`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  await expectTls()
  expect(await endProcess(web)).toBe(0)
  expect(isHealthy('web')).toBe(false)
})

test('worker becomes healthy and ends on SIGTERM', async () => {
  expect(isHealthy('worker')).toBe(false)
  const worker = startService('worker')
  await expect.poll(() => isHealthy('worker'), { timeout: 20_000, interval: 300 }).toBe(true)
  expect(await endProcess(worker)).toBe(0)
})

test('a missing AUTH_SECRET stops web and worker with an error that names it', () => {
  for (const service of ['web', 'worker']) {
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
  for (const service of ['web', 'worker']) {
    const { status, stderr } = runToEnd(argumentsOf(service, 'command'), variables)
    expect(status).not.toBe(0)
    expect(stderr).toContain(`\n  ${name}: `)
  }
})
