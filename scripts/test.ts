import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runChecks } from './check.ts'
import { findRowTypeFaults } from './check-row-types.ts'
import { findMessagesTableFaults } from './messages-table.ts'
import { columnRecordFile } from './record-columns.ts'
import { selectTests, type TestRunPart } from './select-tests.ts'

type Assertion = { status: string; fullName: string; failureMessages: string[] }
type Report = { numPassedTests: number; numFailedTests: number; testResults: Suite[] }
type Suite = { name: string; status: string; message: string; assertionResults: Assertion[] }
type Tally = { passed: number; failed: number; faults: string[] }

const root = join(import.meta.dirname, '..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

/** Tests that failed at first and passed when they were run again. The end of the run lists them. */
const passedOnRetry: string[] = []

const firstLines = (text = '') => text.split('\n').slice(0, 8).join('\n    ')

/**
 * Tests of a file that failed at least once and finally ended as `ending`, each with the first lines of its failure.
 */
const failuresOf = ({ name, assertionResults }: Suite, ending: 'failed' | 'passed'): string[] =>
  assertionResults
    .filter(({ status, failureMessages }) => status === ending && failureMessages.length > 0)
    .map(
      ({ fullName, failureMessages }) => `${relative(root, name)}: ${fullName}\n    ${firstLines(failureMessages[0])}`,
    )

/** Failed tests of one file, or the file itself if it failed outside its tests. */
function faultsOf(suite: Suite): string[] {
  const faults = failuresOf(suite, 'failed')
  const broken = suite.status === 'failed' && faults.length === 0
  return broken ? [`${relative(root, suite.name)}\n    ${firstLines(suite.message)}`] : faults
}

/**
 * Counts passed and failed tests in the report of a vitest run. A run that ended before it wrote its report, or
 * failed outside of any test, counts as one failure.
 */
function tallyOf(part: TestRunPart, report: string, status: number | null): Tally {
  const broken = `${part}: ended with ${status}, its own lines above say why`
  try {
    const { numPassedTests: passed, numFailedTests, testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
    for (const each of testResults) passedOnRetry.push(...failuresOf(each, 'passed'))
    const faults = testResults.flatMap(faultsOf)
    if (status !== 0 && faults.length === 0) faults.push(broken)
    return { passed, failed: Math.max(numFailedTests, faults.length), faults }
  } catch {
    return { passed: 0, failed: 1, faults: [broken] }
  }
}

/** The projects of vitest.config.ts that each part of a test run consists of. */
const projects = { unit: ['pure', 'unit', 'alone'], e2e: ['e2e'] }

// A test run starts many processes, for single test files and for the shops of the browser tests. Through this folder
// they share compiled code.
process.env.NODE_COMPILE_CACHE ??= join(root, '.data/compile-cache')

function runVitest(part: keyof typeof projects, vitestArgs: string[]): Tally {
  const report = join(root, `.data/${part}-report.json`)
  mkdirSync(join(root, '.data'), { recursive: true })
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const chosen = projects[part].map((project) => `--project=${project}`)
  const flags = ['--disable-warning=ExperimentalWarning', vitest, 'run', ...chosen, ...reporters, ...vitestArgs]
  const { status } = spawnSync(process.execPath, flags, { cwd: root, stdio: 'inherit' })
  return tallyOf(part, report, status)
}

const tallyOfCheck = (faults: string[]): Tally => ({
  passed: faults.length === 0 ? 1 : 0,
  failed: faults.length,
  faults,
})

/**
 * Runs unit tests. Without arguments it runs all of them, and then compares the declared types of rows with what the
 * statements returned.
 */
function runUnit(vitestArgs: string[]): Tally {
  if (vitestArgs.length > 0) return runVitest('unit', vitestArgs)
  rmSync(columnRecordFile, { force: true })
  process.env.RECORD_ROWS = 'true'
  const tests = runVitest('unit', [])
  const rows = tallyOfCheck(findRowTypeFaults())
  return {
    passed: tests.passed + rows.passed,
    failed: tests.failed + rows.failed,
    faults: [...tests.faults, ...rows.faults],
  }
}

/** Checks that docs/messages.md matches the messages that the browser tests saw in their last run. */
const checkMessages = (): Tally => tallyOfCheck(findMessagesTableFaults())

const selected = selectTests(process.argv.slice(2))
if (!selected) {
  console.error(
    'Files and flags go to one kind of tests: npm run test:unit -- <file> -t <name>, or npm run test:e2e -- …',
  )
  process.exit(1)
}
const { vitest: vitestArgs } = selected
const runPart: Record<TestRunPart, () => Tally | Promise<Tally>> = {
  check: runChecks,
  unit: () => runUnit(vitestArgs),
  e2e: () => runVitest('e2e', vitestArgs),
  messages: checkMessages,
}

const total: Tally = { passed: 0, failed: 0, faults: [] }
for (const part of selected.parts) {
  console.log(`\n── ${part} ──`)
  const { passed, failed, faults } = await runPart[part]()
  total.passed += passed
  total.failed += failed
  total.faults.push(...faults)
}
for (const each of passedOnRetry) console.log(`\nat the second try: ${each}`)
for (const fault of total.faults) console.log(`\n✗ ${fault}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
