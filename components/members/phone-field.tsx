import type { ComponentProps, FormEvent } from 'react'
import { phoneRules } from '#lib/members/errors.ts'
import { TextField } from '../ui/field.tsx'
import { type CodeChannel, CodeField } from './code-field.tsx'

const phoneChannel: CodeChannel = {
  path: '/auth/send-phone-number',
  name: 'phoneNumber',
  codeName: 'sendCode',
  codeLabel: '휴대전화 인증번호',
  rules: phoneRules,
  sent: '인증번호가 발송되었습니다.',
}

const phoneInputProps = {
  label: '휴대전화',
  type: 'tel',
  inputMode: 'numeric',
  autoComplete: 'tel-national',
  // Normalizes the input to plain digits: 010-1234-5678, and +82 10-1234-5678 as address books store it.
  onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    currentTarget.value = currentTarget.value.replace(/^\s*\+82[\s()-]*0?/, '0').replace(/\D/g, '')
  },
} as const

type PhoneFieldProps = Omit<ComponentProps<typeof CodeField>, 'channel' | 'input'> & { readonly verification: boolean }

/** A new member's phone number: verified by a code if `verification` is on, else optional (docs/product.md#sign-up). */
export function PhoneField({ verification, ...rest }: PhoneFieldProps) {
  if (verification)
    return (
      <CodeField
        channel={phoneChannel}
        input={{ ...phoneInputProps, required: true, placeholder: '숫자 11자리' }}
        {...rest}
      />
    )
  return (
    <TextField
      {...phoneInputProps}
      name="phoneNumber"
      placeholder="숫자 11자리 (선택)"
      error={rest.errorOf('phoneNumber')}
    />
  )
}
