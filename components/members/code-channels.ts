import type { FormEvent } from 'react'
import { emailRules, phoneRules } from '#lib/members/errors.ts'
import type { CodeChannel } from './code-field.tsx'

export const emailChannel: CodeChannel = {
  path: '/auth/send-email',
  name: 'email',
  codeName: 'emailCode',
  codeLabel: '이메일 인증번호',
  rules: emailRules,
  sentText: '인증코드가 발송되었습니다.',
}

export const emailInputProps = {
  label: '이메일',
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  placeholder: 'name@example.com',
} as const

export const phoneChannel: CodeChannel = {
  path: '/auth/send-phone-number',
  name: 'phoneNumber',
  codeName: 'sendCode',
  codeLabel: '휴대전화 인증번호',
  rules: phoneRules,
  sentText: '인증번호가 발송되었습니다.',
}

export const phoneInputProps = {
  label: '휴대전화',
  type: 'tel',
  inputMode: 'numeric',
  autoComplete: 'tel-national',
  // Reduces the input to digits: 010-1234-5678, and +82 10-1234-5678 as in address books.
  onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    currentTarget.value = currentTarget.value.replace(/^\s*\+82[\s()-]*0?/, '0').replace(/\D/g, '')
  },
} as const
