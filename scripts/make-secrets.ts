import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The secrets of docker-compose.yml, by the folder that contains them. A container gets all secrets of the folders that
 * it mounts.
 */
const secrets: Record<string, string[]> = {
  owner: ['POSTGRES_PASSWORD'],
  shop: ['RUNTIME_PASSWORD', 'AUTH_SECRET', 'METRICS_TOKEN'],
  backup: ['BACKUP_PASSWORD', 'BACKUP_KEY'],
}

/**
 * Stores a secret. If the environment has a value for it, stores this value, even over another value, and returns
 * 'given'. Otherwise stores a random value if no value is stored yet, and returns 'made'. Returns null if it stored
 * nothing.
 */
function storeSecret(folder: string, name: string): 'given' | 'made' | null {
  const file = join(folder, name)
  const givenValue = process.env[name]
  if (existsSync(file) && (!givenValue || readFileSync(file, 'utf8') === givenValue)) return null
  // The file is readable by every account that can enter the folder, because PostgreSQL runs as another account.
  writeFileSync(`${file}.new`, givenValue || randomBytes(32).toString('hex'), { mode: 0o444 })
  renameSync(`${file}.new`, file)
  return givenValue ? 'given' : 'made'
}

const root = process.argv[2]
if (!root) throw new Error('node scripts/make-secrets.ts <folder>')
for (const [part, names] of Object.entries(secrets)) {
  const folder = join(root, part)
  mkdirSync(folder, { recursive: true })
  for (const name of names) {
    const outcome = storeSecret(folder, name)
    if (outcome) console.log(`${name}: ${outcome}`)
  }
}
