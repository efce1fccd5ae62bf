import { call } from '#lib/core/call.ts'
import { settings } from '#lib/settings/queries.ts'
import { issueReferralCode } from './issue-referral-code.ts'
import { issuedReferralCode } from './schema.ts'

export const referralCodeCall = call({
  method: 'POST',
  path: '/auth/referral-code',
  access: 'member',
  answer: issuedReferralCode,
  run: async ({ db, caller }) => {
    const enabled = (await settings(db)).ENABLE_REFERRAL
    return { referralCode: await issueReferralCode(db, caller.memberId, { enabled }) }
  },
})
