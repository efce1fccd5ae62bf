import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { env } from '#lib/core/env.ts'
import { findFreePort } from './postgres.ts'

/** Starts a worker, and collects what it logs. */
function startWorkerProcess(databaseUrl: string) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/worker.ts'], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATABASE_POOLED: '', METRICS_LISTEN: '', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let logged = ''
  child.stderr.on('data', (chunk) => (logged += chunk))
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, lines: () => logged.split('\n').filter(Boolean) }
}

/**
 * Listens on `port` and passes all connections on to the server of `url`, as if that server had just been started on
 * `port`.
 */
async function openServer(port: number, url: string): Promise<void> {
  const { hostname, port: serverPort } = new URL(url)
  const server = createServer((socket) => {
    const upstream = connect(Number(serverPort), hostname)
    for (const end of [socket, upstream]) end.on('error', () => undefined)
    socket.pipe(upstream).pipe(socket)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
}

test('a worker that is started before its database says so once, waits, and then works', async () => {
  const { DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL } = env()
  const port = await findFreePort()
  const { child, lines } = startWorkerProcess(
    Object.assign(new URL(DATABASE_DIRECT_URL), { host: `127.0.0.1:${port}` }).href,
  )
  await vi.waitFor(() => expect(lines()).not.toEqual([]), 60_000)
  await sleep(3_000)
  expect(lines().map((line) => JSON.parse(line).message)).toEqual(['the database cannot be used'])
  expect(child.exitCode).toBeNull()

  await openServer(port, DATABASE_DIRECT_URL)
  await vi.waitFor(() => expect(lines().at(-1)).toContain('worker started'), 60_000)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})
