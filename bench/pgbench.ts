import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

const pgbenchPath = globSync('/usr/lib/postgresql/*/bin/pgbench').at(-1)

/**
 * Runs a script against PostgreSQL alone, with 16 clients of pgbench. Returns transactions per second; null if pgbench
 * isn't installed.
 */
export function runPgbench(
  url: string,
  script: string,
  seconds: number,
  values: Record<string, bigint | number>,
): number | null {
  if (!pgbenchPath) return null
  const variables = Object.entries(values).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const flags = ['-n', '-M', 'prepared', '-c', '16', '-j', '2', '-T', String(seconds), ...variables, '-f', script, url]
  const { stdout, stderr } = spawnSync(pgbenchPath, flags, { encoding: 'utf8' })
  const rate = /tps = ([\d.]+)/.exec(stdout)
  if (!rate) throw new Error(`pgbench: ${stderr}`)
  return Number(rate[1])
}
