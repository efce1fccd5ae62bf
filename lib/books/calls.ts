import { z } from 'zod'
import { call } from '#lib/core/call.ts'
import { balances, bookFaults } from './queries.ts'

const ids = z.array(z.int())

/** Red or green, with the rows behind it (decisions 2). */
export const booksCall = call({
  method: 'GET',
  path: '/api/admin/books',
  access: 'SUPPORT',
  answer: z.object({ balanced: z.boolean(), faults: z.record(z.string(), ids) }),
  run: async ({ db }) => {
    const faults = await bookFaults(db)
    return { balanced: balances(faults), faults }
  },
})
