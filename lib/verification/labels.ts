import { templateText } from '#lib/messages/rules.ts'

/** Subject and text of a message with a verification code, by e-mail or text message. */
export const verificationCodeMessage = {
  subject: '인증번호 안내',
  body: (code: string): string => templateText('CODE', { 인증번호: code }),
} as const
