import { defineConfig } from 'vitest/config'

/** The tests that Stryker runs: those beside the code that it changes, which need no database. */
const include = (process.env.MUTATION_TESTS ?? '').split(' ')

export default defineConfig({ test: { testTimeout: 600_000, include } })
