import { call } from '#lib/core/call.ts'
import { profileOf } from './queries.ts'
import { profile } from './schema.ts'

export const profileCall = call({
  method: 'GET',
  path: '/auth/profile',
  access: 'member',
  answer: profile,
  run: ({ db, caller }) => profileOf(db, caller),
})
