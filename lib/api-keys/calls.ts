import { z } from 'zod'
import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { renewApiKey } from './renew-api-key.ts'
import { revokeApiKey } from './revoke-api-key.ts'

export const issueApiKeyCall = call({
  method: 'POST',
  path: '/auth/api-key',
  secret: true,
  access: 'member',
  reauth: true,
  answer: z.object({ apiKey: z.string() }),
  run: async ({ db, caller, address }) => ({ apiKey: await renewApiKey(db, caller, address) }),
})

export const revokeApiKeyCall = call({
  method: 'DELETE',
  path: '/api/admin/members/{id}/api-key',
  access: 'MANAGER',
  params: idParams,
  answer: z.object({ memberNo: z.int() }),
  run: async ({ db, params: { id }, ...context }) => {
    await revokeApiKey(db, staffActor(context), { memberId: id })
    return { memberNo: id }
  },
})
