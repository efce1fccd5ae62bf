import { z } from 'zod'
import { staffActor } from '#lib/audit/actor.ts'
import { call, Reply } from '#lib/core/call.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { withDaysInOrder } from '#lib/core/list-query.ts'
import { idParams } from '#lib/core/wire.ts'
import { exportCall } from '#lib/exports/export-call.ts'
import { settings } from '#lib/settings/queries.ts'
import { emailRules, phoneRules, registerMessages } from './errors.ts'
import { memberSheet } from './labels.ts'
import { membersForStaff } from './queries.ts'
import { deviceCookie, readVisit } from './record-visit.ts'
import { registerMember } from './register-member.ts'
import { restrictMember } from './restrict-member.ts'
import {
  adminMemberQuery,
  adminMembers,
  memoInput,
  registeredMember,
  registerInput,
  restrictInput,
  savedMemo,
  savedRestriction,
  sendEmailCodeInput,
  sendPhoneCodeInput,
} from './schema.ts'
import { sendMemberCode } from './send-member-code.ts'
import { setMemberMemo } from './set-member-memo.ts'

export const registerCall = call({
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  limit: 'accounts',
  body: registerInput,
  malformed: registerMessages.malformed,
  status: 201,
  answer: registeredMember,
  run: async ({ db, body, ...from }) => {
    const { ENABLE_EMAIL_VERIFY, ENABLE_PHONE_NUMBER, ENABLE_REFERRAL } = await settings(db)
    const policy = {
      emailVerification: ENABLE_EMAIL_VERIFY,
      phoneVerification: ENABLE_PHONE_NUMBER,
      referralsEnabled: ENABLE_REFERRAL,
    }
    const visit = readVisit(from)
    const member = await registerMember(db, body, { policy, visit })
    return new Reply(member, { 'set-cookie': deviceCookie(visit) })
  },
})

export const sendEmailCodeCall = call({
  method: 'POST',
  path: '/auth/send-email',
  access: 'public',
  limit: 'accounts',
  body: sendEmailCodeInput,
  answer: z.object({}),
  run: async ({ db, body, address }) => {
    refuseBroken(emailRules(body.email))
    await sendMemberCode(db, { channel: 'EMAIL', target: body.email, address })
    return {}
  },
})

export const sendPhoneCodeCall = call({
  method: 'POST',
  path: '/auth/send-phone-number',
  access: 'public',
  limit: 'accounts',
  body: sendPhoneCodeInput,
  answer: z.object({}),
  run: async ({ db, body, address }) => {
    refuseBroken(phoneRules(body.phoneNumber))
    await sendMemberCode(db, { channel: 'PHONE', target: body.phoneNumber, address })
    return {}
  },
})

export const adminMembersCall = call({
  method: 'GET',
  path: '/api/admin/members',
  access: 'SUPPORT',
  query: withDaysInOrder(adminMemberQuery),
  answer: adminMembers,
  run: ({ db, query }) => membersForStaff(db, query),
})

export const exportMembersCall = exportCall({
  list: '/api/admin/members',
  query: adminMemberQuery,
  sheet: memberSheet,
  page: membersForStaff,
})

export const restrictMemberCall = call({
  method: 'POST',
  path: '/api/admin/members/{id}/restriction',
  access: 'MANAGER',
  reauth: true,
  params: idParams,
  body: restrictInput,
  answer: savedRestriction,
  run: ({ db, params, body, ...context }) => restrictMember(db, staffActor(context), { memberId: params.id, ...body }),
})

export const setMemberMemoCall = call({
  method: 'POST',
  path: '/api/admin/members/{id}/memo',
  access: 'MANAGER',
  params: idParams,
  body: memoInput,
  answer: savedMemo,
  run: ({ db, params, body, ...context }) => setMemberMemo(db, staffActor(context), { memberId: params.id, ...body }),
})
