import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * One worker more than there are cores, because tests often wait for the database, the browser or processes that they
 * start.
 */
const maxWorkers = availableParallelism() + 1

process.env.TZ = 'UTC'

/**
 * Tests of code that also runs in browsers (docs/architecture.md). This code opens no database, so its tests need none
 * and share their processes.
 */
const pure = ['components/**/*.test.{ts,tsx}', 'lib/**/rules.test.ts', 'lib/money/**/*.test.ts']

const unitFiles = ['{lib,components,scripts,app,prisma,tests}/**/*.test.{ts,tsx}']

/**
 * Tests that need a process of their own: they replace modules, count what a whole process does, or take so long that
 * starting a process adds little. All other tests share processes, which saves loading the shop's code for each file;
 * scripts/test-worker.ts cleans up after each file.
 */
const alone = [
  '{tests,scripts}/**/*.test.ts',
  'lib/core/{cache,db,env,log,outage,passwords,pooled}.test.ts',
  'lib/**/*killed*.test.ts',
  'lib/receipts/issuing/{barobill,popbill}.test.ts',
  'lib/web/page-access.test.ts',
  'lib/deposits/sources/{barobill,benta,payaction,popbill,poll-sources,reconcile-sources}.test.ts',
]

/** What all tests of the server's code have in common. */
const unit = {
  globalSetup: 'scripts/test-server.ts',
  setupFiles: 'scripts/test-worker.ts',
  // Long enough even on a busy machine; a test that hangs is still ended.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A test that fails once on a busy machine is run again; the end of the run lists the tests that passed only then.
  retry: 1,
  maxWorkers,
  execArgv: ['--disable-warning=ExperimentalWarning'],
}

/**
 * The test files that take longest. They start first, because one that started last would run on alone at the end.
 * Without a cache of earlier runs vitest knows only the sizes of files.
 */
const longest = /\/((screens|compose|demo)\.spec|(fuzz|long-texts|abuse|call-matrix|staff-plans)\.test)\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => longest.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: pure,
          isolate: false,
          maxWorkers,
          testTimeout: 120_000,
          execArgv: ['--disable-warning=ExperimentalWarning'],
        },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          include: unitFiles,
          exclude: [...pure, ...alone, '**/node_modules/**'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...unit, name: 'alone', include: alone, exclude: [...pure, '**/node_modules/**'] },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/journeys/*.spec.ts'],
          globalSetup: 'scripts/test-app.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // On a busy machine a page may show changes late, which is no fault of the page.
          expect: { poll: { timeout: 10_000 } },
          // A test that failed because the machine was too busy for its browser is run again; if it fails twice, it has
          // failed. The end of the run lists the tests that were run twice.
          retry: 1,
          maxConcurrency: 2,
          maxWorkers,
        },
      },
    ],
  },
})
