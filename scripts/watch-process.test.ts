import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { env, parseEnv } from '#lib/core/env.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeLedgerFlowReader } from '#lib/reports/count-flows.ts'
import { makeRoutePatternFinder } from '#lib/web/route-pattern.ts'
import { findFreePort } from './postgres.ts'
import { watchProcess } from './watch-process.ts'

const secret = process.env.METRICS_TOKEN ?? ''

/** Starts this process's metrics, and a server whose requests they measure. */
async function watchedServer() {
  const port = await findFreePort()
  env().METRICS_LISTEN = `127.0.0.1:${port}`
  const processWatch = await watchProcess('web')
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(request.url?.startsWith('/status/') ? 404 : 200).end()
  }
  const server = createServer((request, response) =>
    processWatch.watchRequest(request, response, () => answer(request, response)),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const read = (headers: Record<string, string> = { authorization: `Bearer ${secret}` }, path = '/metrics') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, read }
}

test('metrics count requests by the pattern of the path, statements and pools, and say of nobody who he is', async () => {
  const { address, read } = await watchedServer()
  await fetch(`${address}/status/12345?key=secret-key`)
  await fetch(`${address}/status/67890`)
  await fetch(`${address}/made-up-${'x'.repeat(20)}`)
  await db().rows('SELECT 1')
  const text = await (await read()).text()
  expect(text).toContain('shop_request_seconds_count{method="GET",route="/status/{id}",status="4xx"} 2')
  // A path without a call has the pattern of the catch-all page if the pages are built. The unknown path itself must
  // never become a label.
  expect(text).toMatch(/shop_request_seconds_count\{method="GET",route="(other|\/\[\.\.\.path\])",status="2xx"\} 1/)
  expect(text).toMatch(/shop_query_seconds_count\{operation="select",outcome="ok"\} \d+/)
  expect(text).toMatch(/shop_pool_connections\{pool="main"\} [1-9]/)
  expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds [\d.]+/)
  expect(text).toContain('shop_database_up 1')
  for (const value of ['12345', 'secret-key', 'made-up']) expect(text).not.toContain(value)
  expect([(await read({})).status, (await read(undefined, '/')).status]).toEqual([404, 404])
})

test('while METRICS_TOKEN is replaced, a reader may have either', async () => {
  const { read } = await watchedServer()
  const former = 'a-token-that-prometheus-still-has'
  Object.assign(env(), { METRICS_TOKEN_FALLBACKS: [former] })
  onTestFinished(() => void Object.assign(env(), { METRICS_TOKEN_FALLBACKS: [] }))
  const statusOf = async (token: string) => (await read({ authorization: `Bearer ${token}` })).status
  expect([await statusOf(secret), await statusOf(former), await statusOf('another')]).toEqual([200, 200, 404])
})

test('metrics are off by default, and an address that everybody reaches needs a token', () => {
  const minimal = { DATABASE_URL: 'postgres://u:p@127.0.0.1/shop', AUTH_SECRET: 'tkT0xu1y9cZQ4wVh7eRj2NbLsPfDm8Ga' }
  expect(parseEnv(minimal).METRICS_LISTEN).toBeUndefined()
  for (const open of ['0.0.0.0:9464', '[::]:9464', '0:9464', '8.8.8.8:9464', 'nonsense'])
    expect(() => parseEnv({ ...minimal, METRICS_LISTEN: open }), open).toThrow('METRICS_LISTEN')
  for (const inner of ['127.0.0.1:9464', '10.0.0.5:9464', 'web:9464', '[::1]:9464'])
    expect(parseEnv({ ...minimal, METRICS_LISTEN: inner }).METRICS_LISTEN).toBe(inner)
})

test('each ledger entry is counted once, when its transaction must have ended', async () => {
  let now = 0
  const read = makeLedgerFlowReader(db(), () => now)
  await read()
  const { id } = await makeMember({ points: 1_000 })
  expect(id).toBeGreaterThan(0)
  expect(await read()).toEqual([])
  now += 60_000
  expect(await read()).toEqual([{ kind: 'ADJUSTMENT', credited: 1_000, debited: 0 }])
  now += 60_000
  expect(await read()).toEqual([])
  await expectBooksBalance()
})

test('pages are told by their pattern too', () => {
  const routeOf = makeRoutePatternFinder(['/order', '/questions/[page]', '/assets/[...path]'])
  expect(routeOf('GET', '/order?next=/x')).toBe('/order')
  expect(routeOf('GET', '/questions/7')).toBe('/questions/[page]')
  expect(routeOf('GET', '/_next/static/a.js')).toBe('/_next')
  expect(routeOf('HEAD', '/healthz')).toBe('/healthz')
  expect(routeOf('POST', '/wp-login.php')).toBe('other')
})

const childSource = (work: string) => `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
  const { watchProcess } = await import('#scripts/watch-process.ts')
  const { measureWork } = await import('#lib/core/measure-work.ts')
  const { runInRequest } = await import('#lib/core/request-context.ts')
  const processWatch = await watchProcess('worker')
  ${work}
  await processWatch.stop()
  console.log(loaded.some((url) => /node_modules\\/(prom-client|@opentelemetry)/.test(url)) ? 'loaded' : 'nothing')
  process.exit(0)`

/**
 * Runs a process that executes the code `work`. Returns 'loaded' if it loaded the modules that measure or trace, else
 * 'nothing'.
 */
async function loadedBy(environment: Record<string, string>, work = ''): Promise<string> {
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', childSource(work)]
  const { stdout } = await promisify(execFile)(process.execPath, flags, { env: { ...process.env, ...environment } })
  return stdout.trim()
}

test('switched off, nothing of metrics and traces is even loaded', async () => {
  expect(await loadedBy({ METRICS_LISTEN: '' })).toBe('nothing')
})

test('while its database is down a worker still answers, and says so', async () => {
  const port = await findFreePort()
  const work = `
  await new Promise((later) => setTimeout(later, 500))
  const headers = { authorization: 'Bearer ${secret}' }
  const response = await fetch('http://127.0.0.1:${port}/metrics', { headers })
  console.log(response.status, (await response.text()).match(/^shop_database_up 0/m)?.[0])`
  const environment = { METRICS_LISTEN: `127.0.0.1:${port}`, DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/shop' }
  expect(await loadedBy({ ...environment, DATABASE_POOLED: '' }, work)).toBe('200 shop_database_up 0\nloaded')
})

test('traces go to the collector of the environment, with the request they belong to', async () => {
  const bodies: string[] = []
  const collector = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    bodies.push(`${request.url} ${Buffer.concat(chunks)}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  onTestFinished(() => void collector.close())
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const work =
    "await runInRequest('request-77', () => measureWork({ kind: 'job', name: 'pay-reward' }, async () => undefined))"
  expect(await loadedBy({ METRICS_LISTEN: '', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, work)).toBe('loaded')
  expect(bodies.join()).toContain('/v1/traces')
  expect(bodies.join()).toContain('job pay-reward')
  expect(bodies.join()).toContain('request-77')
})
