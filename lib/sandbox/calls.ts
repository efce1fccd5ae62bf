import { z } from 'zod'
import { call } from '#lib/core/call.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { resetSandbox } from './reset-sandbox.ts'

export const resetSandboxCall = call({
  method: 'POST',
  path: '/auth/sandbox/reset',
  access: 'member',
  answer: z.object({ point: z.number() }),
  run: async ({ db, caller }) => ({
    point: pointsToNumber(await resetSandbox(db, { memberId: caller.memberId, visitor: null })),
  }),
})
