import { z } from 'zod'
import { call } from '#lib/core/call.ts'
import { issueApiKey } from './issue-api-key.ts'

export const issueApiKeyCall = call({
  method: 'POST',
  path: '/auth/api-key',
  access: 'member',
  answer: z.object({ apiKey: z.string() }),
  run: async ({ db, caller }) => ({ apiKey: await issueApiKey(db, caller.memberId) }),
})
