import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Shop, startShop } from './shop.ts'
import { isProcessRunning } from './stray-processes.ts'

const isDev = process.argv.includes('--dev')
const folder = join(import.meta.dirname, '../.data')
const pidFile = join(folder, 'demo.pid')
const port = Number(process.env.PORT || 3000)

/**
 * Seconds for which a new order stays pending before it is sent to a provider: long enough to see that state on the
 * screen and to cancel the order.
 */
const SEND_DELAY_SECONDS = '5'

/** Claims this clone for the demo. Throws if another demo runs from it, because both would use the same data folder. */
function claimClone(): void {
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0
  if (pid !== process.pid && isProcessRunning(pid, join(import.meta.dirname, 'demo.ts')))
    throw new Error(`This clone's demo runs already, as process ${pid}.`)
  writeFileSync(pidFile, String(process.pid))
}

const isPortFree = (): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, process.env.HOST || '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Waits up to 12 seconds for the port to become free: processes of a killed demo end by themselves within seconds. */
async function waitForPort(): Promise<void> {
  for (
    const deadline = Date.now() + 12_000;
    !(await isPortFree());
    await new Promise((later) => setTimeout(later, 250))
  )
    if (Date.now() > deadline) throw new Error(`Port ${port} is taken. Another one: PORT=${port + 1} npm run demo`)
}

function printAddresses({ url }: Shop): void {
  console.log(`
  The shop is open at ${url}

    owner    owner-demo-1234      staff console at ${url}/admin
    member   member-demo-1234     100,000 P to spend

  Logs and data are in .data/. Ctrl-C ends it all; the data stays.
`)
}

/**
 * Aborts the start or run of the demo: at the first Ctrl-C or SIGTERM, or when the process that started it is gone.
 * Later signals change nothing.
 */
const stopController = new AbortController()
const stopRequested = new Promise<string>((resolve) => {
  stopController.signal.onabort = () => resolve('')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => stopController.abort())

async function run(): Promise<number> {
  claimClone()
  await waitForPort()
  const { DATABASE_URL: databaseUrl, MIGRATE_DATABASE_URL: ownerUrl } = process.env
  const start = { folder, port, databaseUrl, ownerUrl, dev: isDev, fakeProvider: true, env: { SEND_DELAY_SECONDS } }
  const shop = await startShop({ ...start, print: console.log, signal: stopController.signal })
  printAddresses(shop)
  const broken = await Promise.race([stopRequested, shop.broken])
  if (broken) console.error(`scripts/${broken} has ended; see the logs in .data/.`)
  await shop.stop()
  return broken ? 1 : 0
}

try {
  const code = await run()
  rmSync(pidFile, { force: true })
  process.exit(code)
} catch (error) {
  if (stopController.signal.aborted) process.exit(0)
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
