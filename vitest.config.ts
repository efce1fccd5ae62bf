import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests wait for the database more than they count: two at once on one core too. */
const maxWorkers = Math.max(2, availableParallelism())

process.env.TZ = 'UTC'

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{lib,components,scripts,app,prisma}/**/*.test.{ts,tsx}'],
          globalSetup: 'scripts/test-server.ts',
          setupFiles: 'scripts/test-worker.ts',
          testTimeout: 20_000,
          hookTimeout: 20_000,
          maxWorkers,
          execArgv: ['--disable-warning=ExperimentalWarning'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          globalSetup: 'scripts/test-app.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // What a busy machine shows late is no fault of the page.
          expect: { poll: { timeout: 10_000 } },
          // Nor is a browser that a full machine starved once; a second failure is one. The report names what was tried twice.
          retry: 1,
          maxConcurrency: 2,
          maxWorkers,
        },
      },
    ],
  },
})
