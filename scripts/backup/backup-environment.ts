import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRunningPostgres } from '../postgres.ts'

const demoFolder = join(import.meta.dirname, '../../.data')

/** Encryption key of the demo's backups, created on first use. */
function demoKey(): string {
  const file = join(demoFolder, 'backup-key')
  if (!existsSync(file)) {
    mkdirSync(demoFolder, { recursive: true, mode: 0o711 })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8')
}

/**
 * Environment variables of a backup: those of this process. If BACKUP_STORE isn't set, adds the values of the demo that
 * runs from this clone.
 */
export function readBackupEnvironment(): NodeJS.ProcessEnv {
  if (process.env.BACKUP_STORE) return process.env
  const url = process.env.BACKUP_DATABASE_URL || (findRunningPostgres(join(demoFolder, 'postgres')) ?? '')
  const demo = { BACKUP_STORE: join(demoFolder, 'backups'), BACKUP_KEY: demoKey(), BACKUP_DATABASE_URL: url }
  return { ...process.env, ...demo }
}

/** Connection string of the role that makes backups. */
export function readBackupUrl(environment: NodeJS.ProcessEnv): string {
  const url = environment.BACKUP_DATABASE_URL
  if (!url) throw new Error('BACKUP_DATABASE_URL is not set, and no demo runs here: which database?')
  return url
}

/** Reads a positive number from the environment; `otherwise` if the variable isn't set. */
export function readPositiveNumber(environment: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const value = Number(environment[name] || otherwise)
  if (!(value > 0)) throw new Error(`${name}: a number above 0`)
  return value
}

/**
 * Number of days for which backups are kept: the shop can be restored to any moment of these days. Logical copies are
 * kept for the same time.
 */
export const readKeepDays = (environment: NodeJS.ProcessEnv): number =>
  readPositiveNumber(environment, 'BACKUP_KEEP_DAYS', 14)
