'use client'

import { useEffect, useRef, useState } from 'react'
import { reauthRules } from '#lib/accounts/errors.ts'
import { firstIssue } from '#lib/core/form-errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { popupBlockedText, snsLoginFailedTexts, snsWindowFailedTexts } from '#lib/sns/errors.ts'
import { snsProviderNames } from '#lib/sns/labels.ts'
import type { ReauthWays, SnsLoginOption } from '#lib/sns/queries.ts'
import { PROOF_STATE_PREFIX, snsMessageSources, snsPathNames } from '#lib/sns/rules.ts'
import { callApi } from '../chrome/call-api.ts'
import type { ReauthProof } from '../chrome/reauth.ts'
import { logInByPopup, newLoginState } from '../sns/sign-in-window.ts'
import { SnsButton } from '../sns/sns-button.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { textOf, useForm } from '../ui/use-form.ts'

/** Receives the proof of a re-authentication, or null if the dialog was closed without one. */
export type OnProof = (proof: ReauthProof | null) => void

interface ReauthDialogProps {
  /** Ways in which the user can authenticate again. */
  readonly ways: ReauthWays
  /** Called with the proof, or with null if the dialog is closed without one. */
  readonly onProof: OnProof
}

/** Dialog in which the user authenticates again, by password or by a new login at Naver or Kakao. */
export function ReauthDialog({ ways, onProof }: ReauthDialogProps) {
  const { password, snsLogins } = ways
  return (
    <Dialog open onClose={() => onProof(null)} title={password ? '비밀번호 확인' : '본인 확인'}>
      {password && <ReauthPasswordForm onProof={onProof} />}
      {!password && snsLogins.length > 0 && <p className="text-ink-2">{reauthReasonText('본인인지')}</p>}
      {snsLogins.length > 0 && <ProviderButtons snsLogins={snsLogins} onProof={onProof} />}
      {!password && snsLogins.length === 0 && (
        <p className="text-ink-2">지금은 이 계정의 본인 확인을 할 수 없어요. 고객센터로 문의해 주세요.</p>
      )}
    </Dialog>
  )
}

const reauthReasonText = (subject: string) => `중요한 작업이라 ${subject} 다시 확인해요. 5분 동안은 다시 묻지 않아요.`

function ReauthPasswordForm({ onProof }: { readonly onProof: OnProof }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { busy, errorOf, formProps } = useForm(async (data) => {
    const password = textOf(data, 'password')
    const inputIssue = firstIssue(reauthRules(password))
    if (inputIssue) return inputIssue
    const answer = await callApi<ReauthProof>('POST', '/auth/reauth', { password })
    if (!answer.ok) return { path: 'password', message: answer.message || messages.fault }
    onProof(answer.body)
    return 'leaving'
  })
  return (
    <form {...formProps} data-covers className="grid gap-4">
      <p className="text-ink-2">{reauthReasonText('비밀번호를')}</p>
      <TextField
        ref={field}
        label="현재 비밀번호"
        name="password"
        type="password"
        autoComplete="current-password"
        error={errorOf('password')}
      />
      <div className="flex justify-end gap-2">
        <Button data-close onClick={() => onProof(null)}>
          닫기
        </Button>
        <Button type="submit" tone="main" busy={busy}>
          확인
        </Button>
      </div>
    </form>
  )
}

/** Authenticates again by a login in a popup of Naver or Kakao. Resolves to the proof, or to an error message. */
async function proveByProvider(
  { provider, authorizeUrl }: SnsLoginOption,
  signal: AbortSignal,
): Promise<ReauthProof | string> {
  const source = snsMessageSources[provider]
  const outcome = await logInByPopup({ authorizeUrl, source, state: newLoginState(PROOF_STATE_PREFIX), signal })
  if (outcome === 'blocked') return popupBlockedText
  if (outcome === 'failed') return snsWindowFailedTexts[provider]
  const answer = await callApi<ReauthProof>('POST', '/auth/reauth', { [snsPathNames[provider]]: outcome })
  return answer.ok ? answer.body : answer.message || snsLoginFailedTexts[provider]
}

function ProviderButtons({
  snsLogins,
  onProof,
}: {
  readonly snsLogins: readonly SnsLoginOption[]
  readonly onProof: OnProof
}) {
  const [busy, setBusy] = useState<string | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const pendingLogin = useRef<AbortController | null>(null)
  useEffect(() => () => pendingLogin.current?.abort(), [])
  const press = async (option: SnsLoginOption) => {
    pendingLogin.current?.abort()
    const controller = new AbortController()
    pendingLogin.current = controller
    setBusy(option.provider)
    setMessage(null)
    const proof = await proveByProvider(option, controller.signal)
    if (controller.signal.aborted) return
    setBusy(null)
    if (typeof proof === 'string') setMessage(proof)
    else onProof(proof)
  }
  return (
    <div className="grid gap-2">
      {snsLogins.map((option) => (
        <SnsButton
          key={option.provider}
          provider={option.provider}
          label={`${snsProviderNames[option.provider]}로 확인`}
          busy={busy === option.provider}
          onClick={() => void press(option)}
        />
      ))}
      <FormAlert message={message} />
    </div>
  )
}
