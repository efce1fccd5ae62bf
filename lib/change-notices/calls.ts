import { call } from '#lib/core/call.ts'
import { followChanges } from './follow-changes.ts'
import { changeMailsSetting } from './schema.ts'

export const followChangesCall = call({
  method: 'PUT',
  path: '/service/change-notices',
  access: 'member',
  body: changeMailsSetting,
  answer: changeMailsSetting,
  run: async ({ db, caller, body: { on } }) => {
    await followChanges(db, caller.memberId, on)
    return { on }
  },
})
