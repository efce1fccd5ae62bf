import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureClient } from './ensure-client.ts'

type Tally = { passed: number; failed: number; faults: string[] }

const root = join(import.meta.dirname, '..')

/** Every `check:…` of package.json: style, types, walls, dead code, schema. */
function checks(): [name: string, command: string][] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  return Object.entries(scripts).filter(([name]) => name.startsWith('check:'))
}

/** Runs all checks, the later ones too when an earlier one fails; what a failed one says is printed, its end kept. */
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
