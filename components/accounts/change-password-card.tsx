'use client'

import { changePasswordIssues } from '#lib/accounts/errors.ts'
import { accountMessages } from '#lib/accounts/labels.ts'
import { passwordMessages } from '#lib/members/errors.ts'
import { callApi, refuseGuest } from '../chrome/call-api.ts'
import { storeNextLoginId } from '../sessions/next-login-id.ts'
import { markLoginToOpen } from '../sessions/open-login-mark.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { textOf, useForm } from '../ui/use-form.ts'

const PASSWORD_LENGTH_TEXT = '8~20자'

interface ChangePasswordCardProps {
  readonly loginId: string
  readonly isGuest: boolean
  readonly hasApiKey: boolean
}

/**
 * Form to change the password. The server then ends all sessions of the member, including this one. It also revokes his
 * API keys, unless he clears the checkbox. The browser then goes to the order screen and opens the login dialog, with
 * the login id filled in.
 */
export function ChangePasswordCard({ loginId, isGuest, hasApiKey }: ChangePasswordCardProps) {
  const { busy, errorOf, formProps } = useForm(async (data) => {
    if (isGuest) {
      refuseGuest()
      return null
    }
    const input = { currentPassword: textOf(data, 'currentPassword'), newPassword: textOf(data, 'newPassword') }
    const inputIssues = changePasswordIssues(input, textOf(data, 'newPasswordConfirm'))
    if (inputIssues.length > 0) return inputIssues
    const revokeApiKeys = data.has('revokeApiKeys')
    const answer = await callApi('POST', '/auth/change-password', { ...input, revokeApiKeys })
    if (!answer.ok) return refusalMessageOf(answer)
    storeNextLoginId(loginId)
    markLoginToOpen()
    location.assign('/logout')
    return 'leaving'
  })
  return (
    <Card className="grid gap-4">
      <CardTitle>비밀번호 변경</CardTitle>
      <form {...formProps} className="grid gap-4">
        <PasswordField
          label="현재 비밀번호"
          name="currentPassword"
          typed="지금 쓰는 글자"
          autoComplete="current-password"
          placeholder={PASSWORD_LENGTH_TEXT}
          error={errorOf('currentPassword')}
        />
        <PasswordField
          label="새 비밀번호"
          name="newPassword"
          autoComplete="new-password"
          placeholder={PASSWORD_LENGTH_TEXT}
          error={errorOf('newPassword')}
        />
        <PasswordField
          label="새 비밀번호 확인"
          name="newPasswordConfirm"
          typed="다시 입력한 글자"
          autoComplete="new-password"
          placeholder={PASSWORD_LENGTH_TEXT}
          error={errorOf('newPasswordConfirm')}
        />
        {hasApiKey && (
          <div className="grid gap-1">
            <Checkbox name="revokeApiKeys" label="API 키도 함께 폐기" defaultChecked />
            <p className="text-s text-ink-3">
              다른 사람이 키를 봤을 수 있다면 폐기해 주세요. 연결된 프로그램에는 새 키를 넣어야 해요.
            </p>
          </div>
        )}
        <FormAlert message={errorOf('')} />
        <Button type="submit" full busy={busy}>
          비밀번호 변경
        </Button>
      </form>
    </Card>
  )
}

/**
 * Message of a refused change, and the field at which to show it: the current password for a 409, the new password if
 * it is too weak, otherwise none ('').
 */
function refusalMessageOf({ status, message }: { readonly status: number; readonly message: string }) {
  if (message === passwordMessages.weak) return { path: 'newPassword', message }
  return { path: status === 409 ? 'currentPassword' : '', message: message || accountMessages.failed }
}
