import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Command line of a process, by which `isProcessRunning` recognises the expected process; '' if the process has ended.
 */
function commandOf(pid: number): string {
  const proc = `/proc/${pid}/cmdline`
  if (existsSync(proc)) return readFileSync(proc, 'utf8').replaceAll('\0', ' ').trim()
  if (existsSync('/proc/self/cmdline')) return ''
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
}

/**
 * True if the process is alive and its command line contains `mark`. A process without the mark is another process,
 * which got the same id after the expected process had ended.
 */
export const isProcessRunning = (pid: number, mark: string): boolean => pid > 0 && commandOf(pid).includes(mark)

const pause = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

/**
 * Sends a signal to a process, waits up to `timeout` milliseconds, and kills the process if it hasn't ended by then.
 * Does nothing if its command line doesn't contain `mark`.
 */
export function stopProcess(pid: number, mark: string, signal: NodeJS.Signals, timeout = 10_000): void {
  if (!isProcessRunning(pid, mark)) return
  process.kill(pid, signal)
  for (let waited = 0; waited < timeout && isProcessRunning(pid, mark); waited += 50) pause(50)
  if (!isProcessRunning(pid, mark)) return
  process.kill(pid, 'SIGKILL')
  while (isProcessRunning(pid, mark)) pause(50)
}

/**
 * Cleans up a PostgreSQL data folder after the process that started its server was killed. Stops the server if it still
 * runs (SIGINT is PostgreSQL's fast shutdown). Removes the pid file: if another process now has the id in it,
 * PostgreSQL would refuse to start.
 */
export function stopStrayServer(data: string): void {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  stopProcess(pid, data, 'SIGINT')
  rmSync(file, { force: true })
}
