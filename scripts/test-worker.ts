import { afterAll, expect, inject } from 'vitest'

import { cloneDatabase } from '#lib/core/testing/database.ts'
import { unlabelledAuditFields } from './audit-fields.ts'
import { recordColumns } from './record-columns.ts'

const { env } = process
const secret = 'VtY2mTz8KqWn4LhRx6BcJd9PsGf3EaUv'

// Must be set before any module reads the environment. Each test file then copies the migrated template.
env.POSTGRES_URL = inject('postgresUrl')
env.RUNTIME_URL = inject('runtimeUrl')
env.DATABASE_URL = await cloneDatabase(`worker_${env.VITEST_POOL_ID}`)
env.AUTH_SECRET = secret
env.DEPOSIT_HOOK_SECRET = `deposits-${secret}`
env.METRICS_TOKEN = `metrics-${secret}`
env.PUBLIC_URL = 'http://127.0.0.1:3000'
env.ALLOW_PRIVATE_PROVIDERS = 'true'
env.ALLOW_PRIVATE_WEBHOOKS = 'true'
env.ALLOW_PRIVATE_PUSH = 'true'
env.LOG_LEVEL ??= 'silent'

if (env.RECORD_ROWS) recordColumns()

// Whatever a use case writes to the audit trail has Korean words there: lib/audit/trail/labels.ts.
const databaseUrl = env.DATABASE_URL
afterAll(async () => expect(await unlabelledAuditFields(databaseUrl)).toEqual([]))
