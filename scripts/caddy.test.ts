import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { findInstalledCaddy } from './ensure-caddy.ts'
import { findFreePort } from './postgres.ts'

// Tests the proxy of docker-compose.yml with its own Caddyfile, in front of stand-ins for two web processes.

const caddy = findInstalledCaddy()
const composeFile = readFileSync(join(import.meta.dirname, '../docker-compose.yml'), 'utf8')
/**
 * The command of the container caddy in docker-compose.yml, with the Caddyfile of this repository. In the compose file
 * `$$` stands for `$`.
 */
const command: string[] = parse(composeFile, { merge: true }).services.caddy.command.map((each: string) =>
  each.replaceAll('$$', '$').replace('/etc/caddy/Caddyfile', join(import.meta.dirname, 'docker/Caddyfile')),
)
const folder = mkdtempSync(join(tmpdir(), 'caddy-'))
const started: { close(): void }[] = []
let proxy: ChildProcess
let origin: string

/**
 * Starts a stand-in for a web process. `ready` answers Caddy's checks at /readyz; all other requests get 200 and
 * 'served'.
 */
async function startWeb(ready: RequestListener): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/readyz')) return ready(request, response)
    response.end('served')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  started.push(server)
  return { server, address: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const isReady: RequestListener = (_, response) => response.end('{"ok":true}')
const isDraining: RequestListener = (_, response) => response.writeHead(503).end()
const answersAfter =
  (ms: number): RequestListener =>
  async (_, response) => {
    await sleep(ms)
    response.end('{"ok":true}')
  }

async function startCaddy(addresses: string[], slash = ''): Promise<void> {
  origin = `http://127.0.0.1:${await findFreePort()}`
  const path = `${dirname(String(caddy))}:${process.env.PATH}`
  const env = { ...process.env, PATH: path, HOME: folder, PUBLIC_URL: origin + slash }
  const [program = '', ...args] = command
  proxy = spawn(program, args, { env: { ...env, WEB_UPSTREAMS: addresses.join(' ') }, stdio: 'ignore' })
  const isUp = () =>
    fetch(origin).then(
      () => true,
      () => false,
    )
  await expect.poll(isUp, { timeout: 20_000 }).toBe(true)
}

const post = () => fetch(`${origin}/order`, { method: 'POST', body: '{}' })

beforeEach(() => {
  started.length = 0
})
afterEach(() => {
  proxy.kill('SIGKILL')
  for (const server of started) server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

test.skipIf(!caddy)('while one process is replaced, another that answers slowly goes on taking orders', async () => {
  const [draining, slow] = [await startWeb(isDraining), await startWeb(answersAfter(5_000))]
  await startCaddy([draining.address, slow.address])
  // Waits longer than a check of the slow process takes.
  await sleep(7_000)
  expect((await post()).status).toBe(200)
})

test.skipIf(!caddy)('the database is left out of the question whether a process gets requests', async () => {
  const asked: (string | undefined)[] = []
  const web = await startWeb((request, response) => {
    asked.push(request.url)
    isReady(request, response)
  })
  await startCaddy([web.address])
  await expect.poll(() => asked.length, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(new Set(asked)).toEqual(new Set(['/readyz?without=database']))
})

test.skipIf(!caddy)(
  'without any process the refusal is in Korean, as a page or as JSON, and says when to come back',
  async () => {
    await startCaddy([`127.0.0.1:${await findFreePort()}`])
    const call = await post()
    expect([call.status, call.headers.get('retry-after'), call.headers.get('content-type')]).toEqual([
      503,
      '5',
      'application/json; charset=utf-8',
    ])
    expect(await call.json()).toEqual({ message: '잠시 후 다시 시도해 주세요.', code: 'UNAVAILABLE' })
    const page = await fetch(`${origin}/order`, { headers: { accept: 'text/html,*/*' } })
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await page.text()).toContain('<h1 style="font-size:1.25rem">지금은 상점을 열 수 없어요</h1>')
  },
)

test.skipIf(!caddy)('a PUBLIC_URL that ends with a slash, as browsers show it, leads to every page', async () => {
  const web = await startWeb(isReady)
  await startCaddy([web.address], '/')
  for (const path of ['/', '/order', '/admin/orders'])
    expect(await (await fetch(origin + path)).text(), path).toBe('served')
})
