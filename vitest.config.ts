import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** One more than there are cores: tests wait for the database, the browser and processes that they start. */
const maxWorkers = availableParallelism() + 1

process.env.TZ = 'UTC'

/** What is safe in a browser (docs/architecture.md) opens no database, so its tests need none and share their processes. */
const pure = ['components/**/*.test.{ts,tsx}', 'lib/**/rules.test.ts', 'lib/money/**/*.test.ts']

/** Files that take longest: begun last, they would run on alone. Without a cache vitest knows only their size. */
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
          name: 'unit',
          include: ['{lib,components,scripts,app,prisma,tests}/**/*.test.{ts,tsx}'],
          exclude: [...pure, '**/node_modules/**'],
          globalSetup: 'scripts/test-server.ts',
          setupFiles: 'scripts/test-worker.ts',
          // Long enough for a machine that does much else; what hangs is caught all the same.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // As below: starved once is no fault. What passed only at its second try is named at the end of the run.
          retry: 1,
          maxWorkers,
          execArgv: ['--disable-warning=ExperimentalWarning'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/journeys/*.spec.ts'],
          globalSetup: 'scripts/test-app.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // What a busy machine shows late is no fault of the page.
          expect: { poll: { timeout: 10_000 } },
          // Nor is a browser that a full machine starved once; a second failure is one. The run's last lines name what was tried twice.
          retry: 1,
          maxConcurrency: 2,
          maxWorkers,
        },
      },
    ],
  },
})
