import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureClient } from './ensure-client.ts'

type Tally = { passed: number; failed: number; faults: string[] }

const root = join(import.meta.dirname, '..')

/** All `check:…` scripts of package.json: style, types, import rules, dead code, schema and so on. */
function checks(): [name: string, command: string][] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  return Object.entries(scripts).filter(([name]) => name.startsWith('check:'))
}

/** Runs all checks, even after one has failed. The output of a failed check is printed, cut to its end. */
export async function runChecks(): Promise<Tally> {
  await ensureClient()
  const tally: Tally = { passed: 0, failed: 0, faults: [] }
  for (const [name, command] of checks()) {
    const started = Date.now()
    const result = spawnSync(command, { cwd: root, shell: true, encoding: 'utf8', maxBuffer: 64 << 20 })
    const good = result.status === 0
    tally[good ? 'passed' : 'failed']++
    console.log(`${good ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
    if (good) continue
    const output = `${result.stdout}${result.stderr}`.trim()
    console.log(output)
    tally.faults.push(`${name}\n    ${output.split('\n').slice(-12).join('\n    ')}`)
  }
  return tally
}

if (import.meta.main) process.exit((await runChecks()).failed > 0 ? 1 : 0)
