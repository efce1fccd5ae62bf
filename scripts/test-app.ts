import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ensureBrowser } from './ensure-browser.ts'
import { freePort, removePostgres, testSettings } from './postgres.ts'
import { startShop } from './shop.ts'
import { isRunning } from './stray-processes.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The shop that the browser tests use: seeded like the demo, with a database of its own. */
    shop: { url: string; databaseUrl: string; depositHookSecret: string; authSecret: string }
    browserPath: string
  }
}

const folder = join(import.meta.dirname, '../.data/e2e')

function remove(run: string): void {
  removePostgres(join(folder, run, 'postgres'))
  rmSync(join(folder, run), { recursive: true, force: true })
}

/** Builds, seeds and starts one shop for all browser tests of the run, and stops and removes it after the last one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const earlier = existsSync(folder) ? readdirSync(folder) : []
  for (const run of earlier) if (!isRunning(Number(run), 'vitest')) remove(run)
  const own = String(process.pid)
  project.provide('browserPath', await ensureBrowser())
  const port = await freePort()
  // The browser tests' own receiver of webhooks listens on loopback.
  const env = { ALLOW_PRIVATE_WEBHOOKS: 'true' }
  const shop = await startShop({ folder: join(folder, own), port, postgresSettings: testSettings, env })
  const depositHookSecret = shop.env.DEPOSIT_HOOK_SECRET ?? ''
  const authSecret = shop.env.AUTH_SECRET ?? ''
  project.provide('shop', { url: shop.url, databaseUrl: shop.databaseUrl, depositHookSecret, authSecret })
  return async () => {
    await shop.stop()
    remove(own)
  }
}
