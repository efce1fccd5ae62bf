import { z } from 'zod'
import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { outboxForStaff } from './queries.ts'
import { resendMessage } from './resend-message.ts'
import { adminOutbox, adminOutboxQuery } from './schema.ts'

export const adminOutboxCall = call({
  method: 'GET',
  path: '/api/admin/outbox',
  secret: true,
  access: 'SUPPORT',
  query: adminOutboxQuery,
  answer: adminOutbox,
  run: ({ db, query }) => outboxForStaff(db, query),
})

export const resendMessageCall = call({
  method: 'POST',
  path: '/api/admin/outbox/{id}/resend',
  access: 'MANAGER',
  params: idParams,
  answer: z.object({ id: z.number().int() }),
  run: async ({ db, params, ...context }) => {
    await resendMessage(db, staffActor(context), { id: params.id })
    return { id: params.id }
  },
})
