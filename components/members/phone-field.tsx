import type { ComponentProps } from 'react'
import { TextField } from '../ui/field.tsx'
import { phoneChannel, phoneInputProps } from './code-channels.ts'
import { CodeField } from './code-field.tsx'

type PhoneFieldProps = Omit<ComponentProps<typeof CodeField>, 'channel' | 'input'> & { readonly verification: boolean }

/**
 * Field for a new member's phone number (docs/product.md#sign-up). If `verification` is true, the number is required
 * and verified by a code; otherwise it is optional.
 */
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
