import { afterAll, expect, inject, vi } from 'vitest'

import { cloneDatabase, dropDatabase } from '#lib/core/testing/database.ts'
import { findUnlabelledAuditFields } from './audit-fields.ts'
import { startRecordingColumns } from './record-columns.ts'

/** State of a process that runs several test files one after another (vitest.config.ts). */
type TestProcess = { env: NodeJS.ProcessEnv; files: number; intervals: Set<NodeJS.Timeout> }

const shared = globalThis as typeof globalThis & {
  testProcess?: TestProcess
  shopSingletons?: Map<string, { end?(): Promise<void>; $disconnect?(): Promise<void>; flush?(): Promise<void> }>
}

/**
 * Singletons that stay for the next test file, because they are slow to make and contain nothing of a test: threads
 * that hash passwords, and lists of common passwords.
 */
const lastingSingletons = new Set(['passwords', 'nobody-hash', 'common-passwords'])

/** Records every interval that is started in this process, so that those of a finished test file can be cleared. */
function recordIntervals(): Set<NodeJS.Timeout> {
  const intervals = new Set<NodeJS.Timeout>()
  const start = globalThis.setInterval
  globalThis.setInterval = ((...args: Parameters<typeof start>) => {
    const interval = start(...args)
    intervals.add(interval)
    return interval
  }) as typeof start
  return intervals
}

/** Discards the settings, caches and limits of the test file, and closes its connections. */
async function endSingletons(): Promise<void> {
  const singletons = [...(shared.shopSingletons ?? [])].filter(([name]) => !lastingSingletons.has(name))
  for (const [name] of singletons) shared.shopSingletons?.delete(name)
  for (const [, value] of singletons) {
    await value?.end?.()
    await value?.$disconnect?.()
  }
}

/** Ends everything that the test file has left running, so that the next test file finds the process like a new one. */
async function endTestFile({ intervals }: TestProcess): Promise<void> {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const interval of intervals) clearInterval(interval)
  intervals.clear()
  // Writes the waiting entries of the request log now; otherwise they would end up in the next test file's database.
  await shared.shopSingletons?.get('request-log')?.flush?.()
  await endSingletons()
}

const { env } = process
const secret = 'VtY2mTz8KqWn4LhRx6BcJd9PsGf3EaUv'

shared.testProcess ??= { env: { ...env }, files: 0, intervals: recordIntervals() }
const testProcess = shared.testProcess
// Each test file copies the migrated template.
Object.assign(env, { POSTGRES_URL: inject('postgresUrl'), RUNTIME_URL: inject('runtimeUrl') })
const databaseName = `worker_${process.pid * 1_000 + ++testProcess.files}`
const databaseUrl = await cloneDatabase(databaseName)

// Resets the environment, which the previous test file may have changed. This must happen before any module reads it.
const originalNames = new Set([...Object.keys(testProcess.env), 'POSTGRES_URL', 'RUNTIME_URL'])
for (const name of Object.keys(env)) if (!originalNames.has(name)) delete env[name]
Object.assign(env, testProcess.env)
env.DATABASE_URL = databaseUrl
const poolerHost = inject('poolerHost')
if (poolerHost) {
  const pooledUrl = Object.assign(new URL(databaseUrl), { host: poolerHost }).href
  Object.assign(env, { DATABASE_URL: pooledUrl, DATABASE_POOLED: 'true', DATABASE_DIRECT_URL: databaseUrl })
}
env.AUTH_SECRET = secret
env.DEPOSIT_HOOK_SECRET = `deposits-${secret}`
env.METRICS_TOKEN = `metrics-${secret}`
env.PUBLIC_URL = 'http://127.0.0.1:3000'
env.ALLOW_PRIVATE_PROVIDERS = 'true'
env.ALLOW_PRIVATE_WEBHOOKS = 'true'
env.ALLOW_PRIVATE_PUSH = 'true'
env.LOG_LEVEL ??= 'silent'

// Discards the singletons once more: code that was still running when the previous test file ended may have connected
// to that file's database again.
await endSingletons()

if (env.RECORD_ROWS) startRecordingColumns()

// Each field that a use case writes to the audit trail must have a Korean label in lib/audit/trail/labels.ts.
afterAll(async () => {
  try {
    expect(await findUnlabelledAuditFields(databaseUrl)).toEqual([])
  } finally {
    await endTestFile(testProcess)
    await dropDatabase(databaseName)
  }
})
