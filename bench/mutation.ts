/**
 * Mutation testing by Stryker. Changes the code of lib/money and of each rules.ts that has a rules.test.ts, one place
 * at a time, and counts the changes that make a test fail. Runs only tests that need no database. `npm run prove --
 * mutation [beginning of a path] …` prints each unnoticed change, and fails if less than 90 % are noticed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.ts'

const MIN_NOTICED = 0.9

type Mutant = {
  status: string
  mutatorName: string
  replacement?: string
  location: { start: { line: number; column: number }; end: { line: number; column: number } }
}
type Report = { files: Record<string, { source: string; mutants: Mutant[] }> }

const folder = join(root, 'bench/mutation')
const stryker = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js')
// `--legacy-peer-deps` installs no peer dependencies: Stryker has to find the shop's own Vitest, not a second copy in
// its own folder.
const install = ['ci', '--prefix', folder, '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund']
if (!existsSync(stryker)) spawnSync('npm', install, { stdio: 'inherit' })

const pathPrefixes = process.argv.slice(2)
const sources = [
  ...globSync('lib/money/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts')),
  ...globSync('lib/**/rules.ts', { cwd: root }).filter((path) =>
    existsSync(join(root, path.replace('.ts', '.test.ts'))),
  ),
]
  .filter((path) => pathPrefixes.length === 0 || pathPrefixes.some((start) => path.startsWith(start)))
  .toSorted()

mkdirSync(join(root, '.data'), { recursive: true })
const reportFile = '.data/mutation.json'
const configFile = join(root, '.data/stryker.json')
const config = {
  testRunner: 'vitest',
  plugins: [join(folder, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
  vitest: { configFile: 'bench/mutation/vitest.config.ts' },
  mutate: sources,
  // This file doesn't exist, so Stryker reads no tsconfig.json. To read one, Stryker would need TypeScript's
  // programming interface, which TypeScript 7 doesn't have.
  tsconfigFile: 'bench/mutation/no-tsconfig.json',
  ignorePatterns: [
    '/*',
    '!/lib',
    '!/bench',
    '!/tests',
    '!/package.json',
    '/bench/*',
    '!/bench/mutation',
    '/bench/mutation/node_modules',
  ],
  tempDirName: '.data/stryker',
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: reportFile },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 20_000,
}
writeFileSync(configFile, JSON.stringify(config))
/**
 * Glob of the tests of a source file: all tests of lib/money for a file of this folder, else the test file beside the
 * rules.
 */
const testsOf = (path: string) =>
  path.startsWith('lib/money/') ? 'lib/money/**/*.test.ts' : path.replace('.ts', '.test.ts')
const env = { ...process.env, TZ: 'UTC', MUTATION_TESTS: [...new Set(sources.map(testsOf))].join(' ') }
const result = spawnSync(process.execPath, [stryker, 'run', configFile], { cwd: root, env, stdio: 'inherit' })
if (result.status !== 0) process.exit(result.status ?? 1)

const { files } = JSON.parse(readFileSync(join(root, reportFile), 'utf8')) as Report
const isNoticed = ({ status }: Mutant) => status === 'Killed' || status === 'Timeout'
const isCounted = ({ status }: Mutant) =>
  isNoticed({ status } as Mutant) || status === 'Survived' || status === 'NoCoverage'
let [noticed, counted] = [0, 0]
for (const [path, { source, mutants }] of Object.entries(files).toSorted()) {
  const all = mutants.filter(isCounted)
  const missed = all.filter((mutant) => !isNoticed(mutant))
  noticed += all.length - missed.length
  counted += all.length
  console.log(`${path}: ${all.length - missed.length} of ${all.length}`)
  const lines = source.split('\n')
  for (const { location, replacement, status } of missed)
    console.log(`  ${location.start.line}: ${lines[location.start.line - 1]?.trim()}\n    → ${replacement} (${status})`)
}
const share = noticed / counted
console.log(`noticed ${noticed} of ${counted} changes, ${(share * 100).toFixed(1)} % (at least ${MIN_NOTICED * 100} %)`)
process.exit(share >= MIN_NOTICED ? 0 : 1)
