import { type AppError, badField } from '#lib/core/errors.ts'
import type { VerificationChannel } from './rules.ts'

/** The form field in which the code for an e-mail address or phone number is entered. */
const codeFields = { EMAIL: 'emailCode', PHONE: 'sendCode' } as const satisfies Record<VerificationChannel, string>

export const wrongCode = (channel: VerificationChannel): AppError =>
  badField(codeFields[channel], '인증번호가 올바르지 않습니다')

export const expiredCode = (channel: VerificationChannel): AppError =>
  badField(codeFields[channel], '인증번호가 만료되었습니다')
