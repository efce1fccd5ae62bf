import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { removePostgres } from '#scripts/postgres.ts'

/**
 * What a fleet (tests/faults/fleet.ts) leaves on the disk: the folders of PostgreSQL and of the logs, and a small disk
 * if one was mounted for it.
 */
export type FleetLeftovers = { folder: string; logs: string; mounted?: string | undefined }

/** Ids of the processes that the process `pid` has started. Empty on a system without /proc. */
export function findChildPids(pid: number): number[] {
  if (!existsSync('/proc')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid)
    .map(Number)
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

/** Sends a signal to each of these processes. Ignores those that have ended meanwhile. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch {}
}

/** Ids of PostgreSQL's main process and of the processes that it has started; empty if it doesn't run. */
export function findPostgresPids(data: string): number[] {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return []
  const postmaster = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return [postmaster, ...findChildPids(postmaster)]
}

/** Stops a PostgreSQL that still runs, even if it is paused, and removes all folders. */
export function cleanUpFleet({ folder, logs, mounted }: FleetLeftovers): void {
  const note = join(folder, 'outside')
  const home = existsSync(note) ? readFileSync(note, 'utf8').trim() : folder
  signalAll(findPostgresPids(join(home, 'data')), 'SIGCONT')
  removePostgres(folder)
  rmSync(logs, { recursive: true, force: true })
  if (!mounted) return
  spawnSync('umount', ['-l', mounted])
  rmSync(mounted, { recursive: true, force: true })
}
