/** E-mail or text message that contains a verification code. */
export const codeMessage = {
  subject: '인증번호 안내',
  body: (code: string): string => `인증번호 ${code} · 3분 안에 입력해 주세요.`,
} as const
