import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { removePostgres } from './postgres.ts'
import { isProcessRunning } from './stray-processes.ts'

const root = join(import.meta.dirname, '..')
const MEMORY_FOLDER = '/dev/shm'
/**
 * Free memory in bytes below which the databases of tests are stored on disk. It is several times what a test run
 * writes.
 */
const MIN_FREE_BYTES = 6 * 2 ** 30

const runsInMemory = join(MEMORY_FOLDER, `point-shop-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)
const runsOnDisk = join(root, '.data')

function memorySuffices(): boolean {
  if (!existsSync(MEMORY_FOLDER)) return false
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return Math.min(bavail * bsize, process.availableMemory()) > MIN_FREE_BYTES
}

/**
 * True if the folder exists and belongs to this account. Another account could have made it, because everybody may
 * create folders in /dev/shm.
 */
function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === process.getuid?.()
}

function mayUseMemory(): boolean {
  if (!memorySuffices()) return false
  mkdirSync(runsInMemory, { recursive: true, mode: 0o711 })
  return isOurs(runsInMemory)
}

type RunFolder = { path: string; postgres: string; remove(): void }

function runFolder(path: string): RunFolder {
  const postgres = join(path, 'postgres')
  const remove = () => {
    removePostgres(postgres)
    rmSync(path, { recursive: true, force: true })
  }
  return { path, postgres, remove }
}

/** Removes the folders of runs that were killed, and stops their servers. */
function clearKilledRuns(folder: string): void {
  const runs = existsSync(folder) ? readdirSync(folder) : []
  for (const run of runs) if (!isProcessRunning(Number(run), 'vitest')) runFolder(join(folder, run)).remove()
}

/**
 * Creates a folder for the database of this test run, named by its process id, so that runs don't affect each other.
 * The folder is in memory if enough memory is free: on a busy disk, copying a database for a test file takes up to a
 * hundred times as long.
 */
export function openRunFolder(kind: 'test' | 'e2e'): RunFolder {
  clearKilledRuns(join(runsOnDisk, kind))
  if (isOurs(runsInMemory)) clearKilledRuns(join(runsInMemory, kind))
  const folder = runFolder(join(mayUseMemory() ? runsInMemory : runsOnDisk, kind, String(process.pid)))
  mkdirSync(folder.path, { recursive: true, mode: 0o711 })
  return folder
}
