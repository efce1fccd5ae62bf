import { templateText } from '#lib/messages/rules.ts'

/** E-mail or text message that contains a verification code. */
export const codeMessage = {
  subject: '인증번호 안내',
  body: (code: string): string => templateText('CODE', { 인증번호: code }),
} as const
