import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The secrets of the compose file, by the folder that holds them: a container gets all secrets of the folders it
 * mounts.
 */
const secrets: Record<string, string[]> = {
  owner: ['POSTGRES_PASSWORD'],
  shop: ['RUNTIME_PASSWORD', 'AUTH_SECRET', 'METRICS_TOKEN'],
  backup: ['BACKUP_PASSWORD', 'BACKUP_KEY'],
}

/**
 * Stores a secret: the value in the environment, also in place of another stored one, or else a new random one if none
 * is stored. Returns which of the two it stored; null if neither.
 */
function storeSecret(folder: string, name: string): 'given' | 'made' | null {
  const file = join(folder, name)
  const givenValue = process.env[name]
  if (existsSync(file) && (!givenValue || readFileSync(file, 'utf8') === givenValue)) return null
  // Everybody who can see the folder may read it: PostgreSQL runs as another user.
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
