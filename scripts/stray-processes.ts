import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The command line of a process, or '' when it is gone: a number alone may belong to somebody else by now. */
function commandOf(pid: number): string {
  const proc = `/proc/${pid}/cmdline`
  if (existsSync(proc)) return readFileSync(proc, 'utf8').replaceAll('\0', ' ').trim()
  if (existsSync('/proc/self/cmdline')) return ''
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
}

/** Whether a process is alive and is the one we mean: its command names `mark`. */
export const isRunning = (pid: number, mark: string): boolean => pid > 0 && commandOf(pid).includes(mark)

const pause = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

/** Asks a process to end, waits, then ends it. Does nothing to a process that isn't the one we mean. */
export function stopProcess(pid: number, mark: string, signal: NodeJS.Signals, patience = 10_000): void {
  if (!isRunning(pid, mark)) return
  process.kill(pid, signal)
  for (let waited = 0; waited < patience && isRunning(pid, mark); waited += 50) pause(50)
  if (!isRunning(pid, mark)) return
  process.kill(pid, 'SIGKILL')
  while (isRunning(pid, mark)) pause(50)
}

/**
 * Clears what a killed start left in a data folder: a server that still runs (SIGINT is PostgreSQL's fast shutdown), or
 * a pid file whose number another process has by now, over which PostgreSQL would refuse to start.
 */
export function stopStray(data: string): void {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  stopProcess(pid, data, 'SIGINT')
  rmSync(file, { force: true })
}
