import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { webFlags } from './web-flags.ts'

export type ShopProcess = { name: string; ended: Promise<void>; stop(): Promise<void> }

type StartOptions = { script: string; args?: string[]; env: NodeJS.ProcessEnv; log: string }

const scripts = import.meta.dirname

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

const lastLines = (file: string): string => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-20).join('\n')

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (hasEnded(child)) return
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await ended
  clearTimeout(killTimer)
}

/**
 * Starts a process of the shop (web, worker, or the fake provider of the demo) and waits until it reports that it is
 * ready. The process ends when the calling process ends.
 */
export async function startShopProcess({ script, args = [], env, log }: StartOptions): Promise<ShopProcess> {
  const out = openSync(log, 'w')
  const flags = ['--disable-warning=ExperimentalWarning', '--import', join(scripts, 'end-with-parent.ts')]
  // The development server doesn't get the web flags: it also compiles pages, for which they leave too little memory.
  if (script === 'server.ts' && !args.includes('--dev')) flags.push(...webFlags)
  const child = spawn(process.execPath, [...flags, join(scripts, script), ...args], {
    cwd: join(scripts, '..'),
    env,
    stdio: ['ignore', out, out, 'ipc'],
  })
  closeSync(out)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = new Promise<void>((resolve) => child.once('message', () => resolve()))
  await Promise.race([ready, ended])
  if (hasEnded(child)) throw new Error(`scripts/${script} did not start:\n${lastLines(log)}`)
  return { name: script, ended, stop: () => stop(child, ended) }
}
