import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// `node --import ./scripts/load-secrets.ts …`: puts the secrets in SECRETS_FOLDERS (one file each) into the environment
// before anything else runs. Variables that are already set stay as they are.

const { env } = process

for (const folder of (env.SECRETS_FOLDERS ?? '').split(':').filter((each) => existsSync(each)))
  for (const name of readdirSync(folder)) env[name] ||= readFileSync(join(folder, name), 'utf8').trim()

/** Connection string of a role on the PostgreSQL of docker-compose.yml; undefined without a host or password. */
function urlOf(role: string, password: string | undefined): string | undefined {
  const host = env.POSTGRES_HOST
  return host && password ? `postgres://${role}:${encodeURIComponent(password)}@${host}:5432/shop` : undefined
}

const urls = {
  DATABASE_URL: urlOf('shop_runtime', env.RUNTIME_PASSWORD),
  MIGRATE_DATABASE_URL: urlOf('shop', env.POSTGRES_PASSWORD),
  BACKUP_DATABASE_URL: urlOf('shop_backup', env.BACKUP_PASSWORD),
}
for (const [name, url] of Object.entries(urls)) if (url) env[name] ||= url
