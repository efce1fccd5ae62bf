import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#scripts/postgres.ts'
import { demoMember } from '../support/app.ts'

const root = join(import.meta.dirname, '../..')
const clone = mkdtempSync(join(tmpdir(), 'demo-'))
/** Paths of this repository that aren't copied into the test's clone. */
const notCopied = /^\.git$|^node_modules$|^\.next\/(cache|dev)|^\.data\/(?!.*\.key$)/
/** Maximum milliseconds that a demo may take to start while the rest of the test run uses the same cores. */
const MAX_START = 100_000
let port = 0
let demo: ChildProcess | undefined

const fetchFromDemo = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, init)

const isReady = async (): Promise<boolean> => (await fetchFromDemo('/readyz').catch(() => undefined))?.ok === true

/** Ids of the processes whose command line contains the path of the test's clone. */
const processesOfClone = (): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && commandOf(pid).includes(clone))

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

async function startDemo(): Promise<ChildProcess> {
  const env = { ...process.env, PORT: String(port), DATABASE_URL: undefined, AUTH_SECRET: undefined }
  demo = spawn('npm', ['run', 'demo'], { cwd: clone, env, stdio: 'ignore' })
  await expect.poll(isReady, { timeout: MAX_START }).toBe(true)
  return demo
}

async function logIn(): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetchFromDemo('/auth/login', { method: 'POST', headers, body: JSON.stringify(demoMember) })
  const { accessToken } = (await answer.json()) as { accessToken: string }
  return `Bearer ${accessToken}`
}

const chargeHistory = async (): Promise<unknown[]> => {
  const answer = await fetchFromDemo('/service/point-history', { headers: { authorization: await logIn() } })
  return (await answer.json()) as unknown[]
}

/** Number of charges requested so far. A retry of the first test requests another one. */
let requestedCharges = 0

async function requestCharge(): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: await logIn() }
  const body = JSON.stringify({ name: '홍길동', point: 5_000, feeType: 2, feeValue: {} })
  expect((await fetchFromDemo('/service/point', { method: 'POST', headers, body })).status).toBe(201)
  requestedCharges++
}

beforeAll(async () => {
  port = await findFreePort()
  cpSync(root, clone, { recursive: true, filter: (path) => !notCopied.test(path.slice(root.length + 1)) })
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
})
afterAll(() => {
  for (const pid of processesOfClone()) process.kill(pid, 'SIGKILL')
  rmSync(clone, { recursive: true, force: true })
})

test('npm run demo opens a shop, and SIGTERM to npm alone ends all it started', {
  timeout: MAX_START + 50_000,
}, async () => {
  const npm = await startDemo()
  // On a machine full of other work the first page loads its code so slowly that it may answer 503 with Retry-After.
  const orderPage = async () => (await fetchFromDemo('/order')).text()
  await expect.poll(orderPage, { timeout: 20_000, interval: 1_000 }).toContain('주문하기')
  await requestCharge()
  npm.kill('SIGTERM')
  await once(npm, 'exit')
  expect(processesOfClone()).toEqual([])
})

test('started again it keeps its data, and after kill -9 of everything too', {
  timeout: 2 * MAX_START + 30_000,
}, async () => {
  await startDemo()
  expect(await chargeHistory()).toHaveLength(requestedCharges)
  await requestCharge()
  for (const pid of processesOfClone()) process.kill(pid, 'SIGKILL')
  await once(demo as ChildProcess, 'exit')
  await startDemo()
  expect(await chargeHistory()).toHaveLength(requestedCharges)
})
