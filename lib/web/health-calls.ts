import { z } from 'zod'
import { call } from '#lib/core/call.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'

const aliveAnswer = z.object({ ok: z.literal(true) })

export const healthCall = call({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  answer: aliveAnswer,
  run: async () => ({ ok: true as const }),
})

/** Answers 200 if the shop can serve requests: the database can be reached and has been migrated. */
export const readyCall = call({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  answer: aliveAnswer,
  run: async ({ db }) => {
    try {
      await db.rows('SELECT FROM cache_versions LIMIT 1')
    } catch {
      throw new AppError('UNAVAILABLE', messages.unavailable)
    }
    return { ok: true as const }
  },
})
