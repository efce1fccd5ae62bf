import { exec } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensurePrismaClient } from './ensure-prisma-client.ts'

/** The number of checks that passed and failed, and the text to print about each failed one. */
type Tally = { passed: number; failed: number; faults: string[] }

const root = join(import.meta.dirname, '..')

/** All `check:…` scripts of package.json: style, types, import rules, dead code, schema and so on. */
function checks(): [name: string, command: string][] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  return Object.entries(scripts).filter(([name]) => name.startsWith('check:'))
}

type CheckResult = { isPassed: boolean; output: string }

function runCheck(command: string): Promise<CheckResult> {
  return new Promise((resolve) => {
    exec(command, { cwd: root, maxBuffer: 64 << 20 }, (error, stdout, stderr) =>
      resolve({ isPassed: error === null, output: `${stdout}${stderr}`.trim() }),
    )
  })
}

/**
 * Runs all checks, as many at a time as there are cores, even after one has failed. Prints the whole output of each
 * failed check; `faults` of the result contains its last lines.
 */
export async function runChecks(): Promise<Tally> {
  await ensurePrismaClient()
  const tally: Tally = { passed: 0, failed: 0, faults: [] }
  const waiting = checks()
  const runWaiting = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, command] = next
      const started = Date.now()
      const { isPassed, output } = await runCheck(command)
      tally[isPassed ? 'passed' : 'failed']++
      console.log(`${isPassed ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
      if (isPassed) continue
      console.log(output)
      tally.faults.push(`${name}\n    ${output.split('\n').slice(-12).join('\n    ')}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))
  return tally
}

if (import.meta.main) process.exit((await runChecks()).failed > 0 ? 1 : 0)
