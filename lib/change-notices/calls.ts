import { call } from '#lib/core/call.ts'
import { followChanges } from './follow-changes.ts'
import { followState } from './schema.ts'

export const followChangesCall = call({
  method: 'PUT',
  path: '/service/change-notices',
  access: 'member',
  body: followState,
  answer: followState,
  run: async ({ db, caller, body: { on } }) => {
    await followChanges(db, caller.memberId, on)
    return { on }
  },
})
