import { join } from 'node:path'
import { findRunningPostgres } from './postgres.ts'
import { ensureRuntimeUrl } from './runtime-role.ts'
import { ensureSecrets } from './secrets.ts'

const demoFolder = join(import.meta.dirname, '../.data')

/**
 * Fills this process's environment with the database URL and the secrets of the demo that runs from this clone. Does
 * nothing if DATABASE_URL is set.
 * @throws Error DATABASE_URL isn't set, and no demo runs
 */
export function setShopEnvironment(): void {
  if (process.env.DATABASE_URL) return
  const url = findRunningPostgres(join(demoFolder, 'postgres'))
  if (!url) throw new Error('DATABASE_URL is not set, and no demo runs here: which shop?')
  Object.assign(process.env, { ...ensureSecrets(demoFolder), DATABASE_URL: ensureRuntimeUrl(demoFolder, url) })
}
