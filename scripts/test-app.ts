import type { TestProject } from 'vitest/node'
import { ensureBrowser } from './ensure-browser.ts'
import { freePort, testSettings } from './postgres.ts'
import { openRunFolder } from './run-folder.ts'
import { startShop } from './shop.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The shop that all browser tests use, seeded like the demo, with a database of its own. */
    shop: { url: string; databaseUrl: string; depositHookSecret: string; authSecret: string }
    browserPath: string
  }
}

/** Builds, seeds and starts one shop for all browser tests of the run, and stops and removes it after the last one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = openRunFolder('e2e')
  project.provide('browserPath', await ensureBrowser())
  const port = await freePort()
  // The browser tests' own receiver of webhooks listens on loopback.
  const env = { ALLOW_PRIVATE_WEBHOOKS: 'true' }
  const shop = await startShop({ folder: folder.path, port, postgresSettings: testSettings, env })
  const depositHookSecret = shop.env.DEPOSIT_HOOK_SECRET ?? ''
  const authSecret = shop.env.AUTH_SECRET ?? ''
  project.provide('shop', { url: shop.url, databaseUrl: shop.databaseUrl, depositHookSecret, authSecret })
  return async () => {
    await shop.stop()
    folder.remove()
  }
}
