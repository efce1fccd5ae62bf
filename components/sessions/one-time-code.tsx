'use client'

import type { FormEvent } from 'react'
import { isTotpCode, normalizeCode } from '#lib/staff/rules.ts'
import { TextField } from '../ui/field.tsx'

/**
 * Field for an authenticator's code. It shows a numeric keyboard, lets the browser fill in the code, and allows spaces.
 * Submits the form when the code is complete.
 */
export function OneTimeCode({ error }: { readonly error: string | null }) {
  const submitWhenComplete = ({ currentTarget: field, nativeEvent }: FormEvent<HTMLInputElement>) => {
    if (!(nativeEvent as InputEvent).isComposing && isTotpCode(normalizeCode(field.value))) field.form?.requestSubmit()
  }
  return (
    <TextField
      label="인증 코드"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="6자리 숫자"
      className="text-center text-l font-semibold tracking-[0.3em] placeholder:text-m placeholder:font-normal placeholder:tracking-normal"
      error={error}
      onInput={submitWhenComplete}
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}
