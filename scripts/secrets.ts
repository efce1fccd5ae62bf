import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Secrets = { AUTH_SECRET: string; DEPOSIT_HOOK_SECRET: string }

const newSecret = () => randomBytes(32).toString('hex')

/** Secrets of the demo. They are generated at the first start, stored in `folder`, and readable only by their owner. */
export function ensureSecrets(folder: string): Secrets {
  const file = join(folder, 'secrets.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const secrets = { AUTH_SECRET: newSecret(), DEPOSIT_HOOK_SECRET: newSecret() }
  writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return secrets
}
