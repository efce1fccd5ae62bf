import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks } from './check.ts'
import { tableFaults } from './messages-table.ts'

type Tally = { passed: number; failed: number }

const root = join(import.meta.dirname, '..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

/** What vitest counted; a run that broke before it could count is one failure. */
function tallyOf(report: string, status: number | null): Tally {
  try {
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed, failed: status === 0 ? failed : Math.max(failed, 1) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function runVitest(project: string): Tally {
  const report = join(root, `.data/${project}-report.json`)
  mkdirSync(join(root, '.data'), { recursive: true })
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const flags = ['--disable-warning=ExperimentalWarning', vitest, 'run', '--project', project, ...reporters]
  const { status } = spawnSync(process.execPath, flags, { cwd: root, stdio: 'inherit' })
  return tallyOf(report, status)
}

/** The table of messages in docs/ is what the browser tests saw just now. */
function checkMessages(): Tally {
  const faults = tableFaults()
  for (const fault of faults) console.log(`✗ ${fault}`)
  return { passed: faults.length === 0 ? 1 : 0, failed: faults.length }
}

const parts = { check: runChecks, unit: () => runVitest('unit'), e2e: () => runVitest('e2e'), messages: checkMessages }
type Part = keyof typeof parts

const asked = process.argv.slice(2).filter((each): each is Part => each in parts)
const sum: Tally = { passed: 0, failed: 0 }
for (const part of asked.length > 0 ? asked : (Object.keys(parts) as Part[])) {
  console.log(`\n── ${part} ──`)
  const { passed, failed } = await parts[part]()
  sum.passed += passed
  sum.failed += failed
}
console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0)
