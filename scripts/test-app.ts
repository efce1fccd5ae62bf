import type { TestProject } from 'vitest/node'
import { buildPages } from './build.ts'
import { ensureBrowser } from './ensure-browser.ts'
import { ensurePrismaClient } from './ensure-prisma-client.ts'
import { findFreePort, startPostgres, testPostgresSettings } from './postgres.ts'
import type { DatabaseUrls } from './prepare-database.ts'
import { openRunFolder } from './run-folder.ts'
import { ensureRuntimeUrl } from './runtime-role.ts'
import { copySeededDatabase, createSeededDatabase } from './seeded-database.ts'
import { type Shop, startShop } from './shop.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The shop that all browser tests use, seeded like the demo, with its own database. */
    shop: { url: string; databaseUrl: string; runtimeUrl: string; depositHookSecret: string; authSecret: string }
    browserPath: string
  }
}

/** Builds the pages and, at the same time, creates the database that is copied for each shop of the run. */
async function prepareRun(server: DatabaseUrls): Promise<void> {
  await ensurePrismaClient()
  console.log('Building the pages, if their sources changed, and seeding the database: some minutes without output …')
  await Promise.all([buildPages(process.env), createSeededDatabase(server)])
}

async function startSharedShop(folder: string, server: DatabaseUrls): Promise<Shop> {
  await prepareRun(server)
  const { ownerUrl, url: databaseUrl } = await copySeededDatabase('shop', server)
  // The browser tests' own receiver of webhooks listens on loopback.
  const env = { ALLOW_PRIVATE_WEBHOOKS: 'true' }
  return startShop({ folder, port: await findFreePort(), databaseUrl, ownerUrl, prepared: true, env })
}

/**
 * Builds, seeds and starts the shop that all browser tests of the run share. Returns a function that stops and removes
 * it after the last test.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = openRunFolder('e2e')
  project.provide('browserPath', await ensureBrowser())
  const postgres = await startPostgres(folder.postgres, testPostgresSettings)
  const end = async () => {
    await postgres.stop()
    folder.remove()
  }
  try {
    const server = { ownerUrl: postgres.url, url: ensureRuntimeUrl(folder.path, postgres.url) }
    const shop = await startSharedShop(folder.path, server)
    const { DEPOSIT_HOOK_SECRET: depositHookSecret = '', AUTH_SECRET: authSecret = '', DATABASE_URL = '' } = shop.env
    project.provide('shop', {
      url: shop.url,
      databaseUrl: shop.databaseUrl,
      runtimeUrl: DATABASE_URL,
      depositHookSecret,
      authSecret,
    })
    return async () => {
      await shop.stop()
      await end()
    }
  } catch (error) {
    await end()
    throw error
  }
}
