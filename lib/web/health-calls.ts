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

/**
 * Answers 200 if the shop can serve requests: the database can be reached and has been migrated, and this process isn't
 * about to end. With `without=database` it doesn't query the database. A proxy that uses this keeps sending requests
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
    try {
      await db.rows('SELECT FROM cache_versions LIMIT 1')
    } catch {
      throw unavailable()
    }
    return { ok: true as const }
  },
})
