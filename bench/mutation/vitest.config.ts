import { defineConfig } from 'vitest/config'

/** The tests that Stryker runs: the test files beside the changed code, which need no database. */
const include = (process.env.MUTATION_TESTS ?? '').split(' ')

export default defineConfig({ test: { testTimeout: 600_000, include } })
