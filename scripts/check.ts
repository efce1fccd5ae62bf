import { exec } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureClient } from './ensure-client.ts'

/** How many checks passed and failed, and what to print about each failed one. */
type Tally = { passed: number; failed: number; faults: string[] }

const root = join(import.meta.dirname, '..')

/** All `check:…` scripts of package.json: style, types, import rules, dead code, schema and so on. */
function checks(): [name: string, command: string][] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  return Object.entries(scripts).filter(([name]) => name.startsWith('check:'))
}

type CheckResult = { good: boolean; output: string }

function runCheck(command: string): Promise<CheckResult> {
  return new Promise((resolve) => {
    exec(command, { cwd: root, maxBuffer: 64 << 20 }, (error, stdout, stderr) =>
      resolve({ good: error === null, output: `${stdout}${stderr}`.trim() }),
    )
  })
}

/**
 * Runs all checks, one on each core, even after one has failed. The output of a failed check is printed, cut to its
 * last lines.
 */
export async function runChecks(): Promise<Tally> {
  await ensureClient()
  const tally: Tally = { passed: 0, failed: 0, faults: [] }
  const waiting = checks()
  const runWaiting = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, command] = next
      const started = Date.now()
      const { good, output } = await runCheck(command)
      tally[good ? 'passed' : 'failed']++
      console.log(`${good ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
      if (good) continue
      console.log(output)
      tally.faults.push(`${name}\n    ${output.split('\n').slice(-12).join('\n    ')}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))
  return tally
}

if (import.meta.main) process.exit((await runChecks()).failed > 0 ? 1 : 0)
