'use client'

import { type ReactNode, useState } from 'react'
import { accountMessages } from '#lib/accounts/labels.ts'
import { firstIssue } from '#lib/core/form-errors.ts'
import { emailRules } from '#lib/members/errors.ts'
import { callApi } from '../chrome/call-api.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { StatusRegion } from '../ui/status-region.tsx'
import { textOf, useForm } from '../ui/use-form.ts'

interface EmailLookupFormProps<T> {
  /** Path of the call that receives the e-mail address. */
  readonly path: string
  /** Text of the submit button. */
  readonly action: string
  readonly renderResult: (body: T) => ReactNode
}

/**
 * Form that posts an e-mail address to `path` and shows the result of `renderResult` for the response body. Submitting
 * again clears the result first.
 */
export function EmailLookupForm<T>({ path, action, renderResult }: EmailLookupFormProps<T>) {
  const [result, setResult] = useState<ReactNode>(null)
  const { busy, errorOf, formProps } = useForm(async (data) => {
    const input = { email: textOf(data, 'email').trim() }
    setResult(null)
    const inputIssue = firstIssue(emailRules(input.email))
    if (inputIssue) return inputIssue
    const answer = await callApi<T>('POST', path, input)
    if (!answer.ok) return { path: '', message: answer.message || accountMessages.failed }
    setResult(renderResult(answer.body))
    return null
  })
  return (
    <form {...formProps} className="grid gap-4">
      <TextField
        label="이메일"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="가입할 때 쓴 이메일"
        error={errorOf('email')}
      />
      <FormAlert message={errorOf('')} />
      <StatusRegion>{result}</StatusRegion>
      <Button type="submit" tone="main" size="l" full busy={busy}>
        {action}
      </Button>
    </form>
  )
}

/** Result of a lookup by e-mail address, on the green background of success messages. */
export const EmailLookupResult = ({ children }: { readonly children: ReactNode }) => (
  <p className="rounded-field bg-good-soft px-3.5 py-3 font-semibold wrap-anywhere text-good">{children}</p>
)
