import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildPages } from '#scripts/build.ts'
import { webFlags } from '#scripts/web-flags.ts'
import type { Load, LoadResult } from './load-worker.ts'

/** Path of the repository. */
export const root = join(import.meta.dirname, '..')

type Server = { port: number; child: ChildProcess }

const PRODUCTION: Record<string, string> = { NODE_ENV: 'production', PORT: '0', PUBLIC_URL: 'http://127.0.0.1:3000' }

/** Starts a server script that reports its port in a message to this process. */
async function startServer(script: string, environment: Record<string, string>): Promise<Server> {
  const child = fork(join(root, script), {
    cwd: root,
    execArgv: [...process.execArgv, ...webFlags],
    env: { ...process.env, ...PRODUCTION, ...environment },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port))
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
  })
  return { port, child }
}

/** Environment variables with which no load reaches a rate limit. */
export const WITHOUT_RATE_LIMITS = { RATE_LIMIT_FACTOR: '1000000' }

/** Starts the whole web process, after building its pages if the sources have changed since the last build. */
export async function startWeb(environment: Record<string, string>): Promise<Server> {
  await buildPages(process.env)
  return startServer('scripts/server.ts', environment)
}

/** Starts the worker and waits until it reports that it is ready. */
export async function startWorker(): Promise<ChildProcess> {
  const child = fork(join(root, 'scripts/worker.ts'), {
    cwd: root,
    env: { ...process.env, ...PRODUCTION },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`scripts/worker.ts ended with ${code}`)))
  })
  return child
}

/**
 * Starts only the part of the web process that answers resellers' calls, without Next.js, so that no build is needed.
 */
export const startApiServer = (environment: Record<string, string>): Promise<Server> =>
  startServer('bench/entry-server.ts', environment)

/**
 * Builds and starts a Next.js app with a handler `/empty` and a page `/empty-page` that do next to nothing, as the
 * baseline of measurements.
 */
export async function startEmptyApp(): Promise<Server> {
  const next = join(root, 'node_modules/next/dist/bin/next')
  const args = [next, 'build', join(root, 'bench/empty-app')]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the empty app did not build: ${stdout}${stderr}`)
  return startServer('bench/empty-app/server.ts', {})
}

/** Sends a load from a child process. Returns the rate of the responses and their number by status. */
export function measureLoad(load: Load): Promise<LoadResult> {
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

/** Prints the last value of each series on one line. All values are rates per second. */
export function printRound(rates: Record<string, number[]>): void {
  console.log(
    Object.entries(rates)
      .map(([name, list]) => `${name} ${Math.round(list.at(-1) ?? 0)}`)
      .join('  '),
  )
}
