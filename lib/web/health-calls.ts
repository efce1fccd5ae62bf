import { z } from 'zod'
import { call } from '#lib/core/call.ts'
import { unavailable } from '#lib/core/outage.ts'
import { isDraining } from './draining.ts'

const aliveAnswer = z.object({ ok: z.literal(true) })

export const healthCall = call({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  answer: aliveAnswer,
  run: async () => ({ ok: true as const }),
})

const readyQuery = z.object({ without: z.enum(['database']).optional().catch(undefined) })

// Fails if the tables don't exist.
const readySql = `
  SELECT current_setting('transaction_read_only') = 'off' AS is_writable FROM (SELECT count(*) FROM cache_versions) AS migrated`

/**
 * Answers 200 if the shop can serve requests: the database can be reached, accepts writes and has been migrated, and
 * this process isn't about to end. A read-only database, such as the former primary after a failover, would refuse each
 * order; the proxy must send requests to another process.
 *
 * With `without=database` the call doesn't query the database. A proxy that uses this parameter keeps sending requests
 * while the database is down or slow, so that clients get the shop's own answer to an outage.
 */
export const readyCall = call({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  query: readyQuery,
  answer: aliveAnswer,
  run: async ({ db, query }) => {
    if (isDraining()) throw unavailable()
    if (query.without === 'database') return { ok: true as const }
    const [state] = await db.rows<{ isWritable: boolean }>(readySql).catch(() => [])
    if (!state?.isWritable) throw unavailable()
    return { ok: true as const }
  },
})
