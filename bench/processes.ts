import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Load, LoadResult } from './load-worker.ts'

export const root = join(import.meta.dirname, '..')

/** Starts a server script that reports its port in a message to this process. */
export async function startServer(
  script: string,
  environment: Record<string, string>,
): Promise<{ port: number; child: ChildProcess }> {
  const child = fork(join(root, script), {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port))
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
  })
  return { port, child }
}

/** Sends a load from a process of its own. Returns the responses it counted. */
export function measure(load: Load): Promise<LoadResult> {
  const child = fork(join(root, 'bench/load-worker.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return new Promise((resolve, reject) => {
    child.once('message', (result: LoadResult) => {
      child.kill()
      resolve(result)
    })
    child.once('error', reject)
    child.send(load)
  })
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
