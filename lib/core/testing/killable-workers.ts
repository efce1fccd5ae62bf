import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Kills a process as `kill -9` does. Resolves when it has ended and its output is closed. */
export async function killProcess(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

type KillableWorkers = {
  /** Starts one more process. Resolves at its first output, which the script writes once it works. */
  start(): Promise<void>
  /** Kills one process at random. Does nothing if none runs. */
  killOne(): Promise<void>
  killAll(): Promise<void>
}

/** Makes processes of a script that works until it is killed, for tests of what a dying worker leaves behind. */
export function makeKillableWorkers(script: string): KillableWorkers {
  const workers: ChildProcess[] = []
  const killOne = async () => {
    const [child] = workers.splice(Math.floor(Math.random() * workers.length), 1)
    if (child) await killProcess(child)
  }
  return {
    async start() {
      const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
      workers.push(child)
      await once(child.stdout, 'data')
    },
    killOne,
    async killAll() {
      while (workers.length > 0) await killOne()
    },
  }
}
