import { z } from 'zod'
import { call, Reply } from '#lib/core/call.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { dropTokenCookie, guestCookie } from '#lib/core/session-cookies.ts'
import { emailRules } from '#lib/members/errors.ts'
import { signReauthToken } from '#lib/sessions/reauth-token.ts'
import { changeContact } from './change-contact.ts'
import { changePassword } from './change-password.ts'
import { countAccountLookup } from './count-lookups.ts'
import { deleteAccount } from './delete-account.ts'
import { accountMessages } from './labels.ts'
import { proveIdentityAgain } from './prove-identity-again.ts'
import { findLoginId, profileOf } from './queries.ts'
import { resetPassword } from './reset-password.ts'
import {
  changeEmailInput,
  changePasswordInput,
  changePhoneInput,
  emailInput,
  loginIdAnswer,
  profile,
  reauthAnswer,
  reauthInput,
  resetPasswordInput,
} from './schema.ts'
import { sendResetLink } from './send-reset-link.ts'

export const profileCall = call({
  method: 'GET',
  path: '/auth/profile',
  secret: true,
  access: 'member',
  reauth: 'optional',
  answer: profile,
  run: ({ db, caller }) => profileOf(db, caller),
})

export const changePasswordCall = call({
  method: 'POST',
  path: '/auth/change-password',
  access: 'member',
  body: changePasswordInput,
  malformed: accountMessages.failed,
  answer: z.object({}),
  run: async ({ db, caller, body, address }) => {
    await changePassword(db, caller, body, address)
    return {}
  },
})

export const reauthCall = call({
  method: 'POST',
  path: '/auth/reauth',
  secret: true,
  access: 'member',
  body: reauthInput,
  answer: reauthAnswer,
  run: async ({ db, caller, body, address }) => {
    await proveIdentityAgain(db, caller, body, address)
    const { token, expiresAt } = await signReauthToken(caller)
    return { token, expiresAt: expiresAt.toISOString() }
  },
})

/** Deletes the account and replaces the session cookie by a guest cookie (docs/contract.md#account-deletion). */
export const deleteAccountCall = call({
  method: 'DELETE',
  path: '/auth/account',
  access: 'member',
  reauth: true,
  answer: z.object({}),
  run: async ({ db, caller, address }) => {
    await deleteAccount(db, caller.memberId, address)
    return new Reply({}, { 'set-cookie': [dropTokenCookie(), guestCookie()] })
  },
})

export const findIdCall = call({
  method: 'POST',
  path: '/service/find-id',
  access: 'public',
  body: emailInput,
  answer: loginIdAnswer,
  run: async ({ db, body, address }) => {
    refuseBroken(emailRules(body.email))
    countAccountLookup('id', address)
    return { userId: await findLoginId(db, body.email) }
  },
})

export const findPasswordCall = call({
  method: 'POST',
  path: '/service/find-password',
  access: 'public',
  body: emailInput,
  answer: z.object({}),
  run: async ({ db, body, address }) => {
    refuseBroken(emailRules(body.email))
    countAccountLookup('password', address)
    await sendResetLink(db, body.email)
    return {}
  },
})

export const resetPasswordCall = call({
  method: 'POST',
  path: '/service/reset-password',
  access: 'public',
  limit: 'accounts',
  body: resetPasswordInput,
  malformed: accountMessages.failed,
  answer: z.object({}),
  run: async ({ db, body, address }) => {
    await resetPassword(db, body, address)
    return {}
  },
})

export const changeEmailCall = call({
  method: 'POST',
  path: '/auth/change-email',
  access: 'member',
  limit: 'accounts',
  reauth: true,
  body: changeEmailInput,
  malformed: accountMessages.failed,
  answer: z.object({ email: z.string() }),
  run: async ({ db, caller, body: { email, emailCode: code }, address }) => {
    await changeContact(db, { memberId: caller.memberId, channel: 'EMAIL', target: email, code, address })
    return { email }
  },
})

export const changePhoneCall = call({
  method: 'POST',
  path: '/auth/change-phone-number',
  access: 'member',
  limit: 'accounts',
  reauth: true,
  body: changePhoneInput,
  malformed: accountMessages.failed,
  answer: z.object({ phoneNumber: z.string() }),
  run: async ({ db, caller, body: { phoneNumber, sendCode: code }, address }) => {
    await changeContact(db, { memberId: caller.memberId, channel: 'PHONE', target: phoneNumber, code, address })
    return { phoneNumber }
  },
})
