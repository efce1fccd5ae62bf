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

/**
 * Answers 200 if the shop can serve requests: the database can be reached and has been migrated, and this process isn't
 * about to end.
 */
export const readyCall = call({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  answer: aliveAnswer,
  run: async ({ db }) => {
    if (isDraining()) throw unavailable()
    try {
      await db.rows('SELECT FROM cache_versions LIMIT 1')
    } catch {
      throw unavailable()
    }
    return { ok: true as const }
  },
})
