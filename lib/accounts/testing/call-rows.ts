import { db } from '#lib/core/db.ts'
import { makeMember, TEST_PASSWORD } from '#lib/members/testing/members.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { sendCodeAndRead } from './codes.ts'
import { createResetTokenFor } from './links.ts'

let emailCount = 0

/**
 * Creates a member and returns his e-mail address. Each request needs a different member, because e-mails to one member
 * are limited.
 */
async function emailOfNewMember(): Promise<string> {
  const email = `account_row${++emailCount}@example.com`
  await makeMember({ email })
  return email
}

const failedText = '오류가 발생했습니다'

export const callTestRows: CallTestRows = {
  'GET /auth/profile': { access: 'member' },
  'POST /auth/change-password': {
    access: 'member',
    body: () => ({ currentPassword: TEST_PASSWORD, newPassword: 'another-password' }),
    malformed: failedText,
  },
  'POST /auth/change-email': {
    access: 'member',
    headers: reauthHeaders,
    body: async () => {
      const email = `changed_row${++emailCount}@example.com`
      return { email, emailCode: await sendCodeAndRead('EMAIL', email) }
    },
    malformed: failedText,
  },
  'POST /auth/change-phone-number': {
    access: 'member',
    headers: reauthHeaders,
    body: async () => {
      const phoneNumber = `019${String(++emailCount).padStart(8, '0')}`
      return { phoneNumber, sendCode: await sendCodeAndRead('PHONE', phoneNumber) }
    },
    malformed: failedText,
  },
  'POST /auth/reauth': { access: 'member', body: () => ({ password: TEST_PASSWORD }) },
  'DELETE /auth/account': {
    access: 'member',
    // Staff can't delete their accounts, so the role is removed first.
    headers: async (caller) => {
      await db().rows("UPDATE members SET role = 'MEMBER' WHERE id = $1", [caller.id])
      return reauthHeaders(caller)
    },
  },
  'POST /service/find-id': { access: 'public', body: async () => ({ email: await emailOfNewMember() }) },
  'POST /service/find-password': { access: 'public', body: async () => ({ email: await emailOfNewMember() }) },
  'POST /service/reset-password': {
    access: 'public',
    body: async () => ({ token: await createResetTokenFor(await makeMember()), password: 'another-password' }),
    malformed: failedText,
  },
}
