'use client'

import { resetPasswordRules } from '#lib/accounts/errors.ts'
import { accountMessages } from '#lib/accounts/labels.ts'
import { firstIssue } from '#lib/core/form-errors.ts'
import { passwordMessages } from '#lib/members/errors.ts'
import { callApi } from '../chrome/call-api.ts'
import { markLoginToOpen } from '../sessions/open-login-mark.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { toast, toastOnNextPage } from '../ui/toast-store.ts'
import { textOf, useForm } from '../ui/use-form.ts'

/**
 * Form in which the holder of a reset link enters a new password twice (docs/product.md#reset-password). Errors of the
 * first field are shown at the field, all others as toasts.
 */
export function ResetPasswordForm({ token }: { readonly token: string }) {
  const { busy, errorOf, formProps } = useForm(async (data) => {
    const password = textOf(data, 'password')
    const inputIssue = firstIssue(resetPasswordRules(password, textOf(data, 'passwordConfirm')))
    if (inputIssue?.path === 'password') return inputIssue
    if (inputIssue) {
      toast(inputIssue.message, { tone: 'bad' })
      return null
    }
    const answer = await callApi('POST', '/service/reset-password', { token, password })
    if (answer.message === passwordMessages.weak) return { path: 'password', message: answer.message }
    const message = answer.ok ? accountMessages.reset : answer.message || accountMessages.failed
    if (!answer.ok) {
      toast(message, { tone: 'bad' })
      return null
    }
    toastOnNextPage(message, { tone: 'good' })
    markLoginToOpen()
    // /logout ends guest mode and redirects to `/`. In guest mode, the next page would have no login.
    location.assign('/logout')
    return 'leaving'
  })
  return (
    <form {...formProps} className="grid gap-4">
      <PasswordField
        label="새 비밀번호"
        name="password"
        autoComplete="new-password"
        placeholder="8~20자"
        error={errorOf('password')}
      />
      <PasswordField
        label="새 비밀번호 확인"
        name="passwordConfirm"
        typed="다시 입력한 글자"
        autoComplete="new-password"
      />
      <Button type="submit" tone="main" size="l" full busy={busy}>
        재설정
      </Button>
    </form>
  )
}
