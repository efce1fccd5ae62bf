'use client'

import { useEffect, useRef, useState } from 'react'
import { reauthRules } from '#lib/accounts/errors.ts'
import { firstBroken } from '#lib/core/form-errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { callApi } from '../../chrome/call-api.ts'
import { offerToAsk, type Proof } from '../../chrome/reauth.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'

type Given = (proof: Proof | null) => void

/**
 * Asks for the password when a call is refused for want of a fresh one (decisions 6): callApi waits for the answer and
 * sends the call again. Stands once, in the console's frame; no room has to know of it.
 */
export function ReauthDialog() {
  const [given, setGiven] = useState<Given | null>(null)
  useEffect(() => offerToAsk(() => new Promise<Proof | null>((resolve) => setGiven(() => resolve))), [])
  if (!given) return null
  const close: Given = (proof) => {
    given(proof)
    setGiven(null)
  }
  return (
    <Dialog open onClose={() => close(null)} title="비밀번호 확인">
      <PasswordForm onGiven={close} />
    </Dialog>
  )
}

function PasswordForm({ onGiven }: { readonly onGiven: Given }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { busy, errorOf, formProps } = useForm(async (data) => {
    const password = textOf(data, 'password')
    const broken = firstBroken(reauthRules(password))
    if (broken) return broken
    const answer = await callApi<Proof>('POST', '/auth/reauth', { password })
    if (!answer.ok) return { path: 'password', message: answer.message || messages.fault }
    onGiven(answer.body)
    return 'leaving'
  })
  return (
    <form {...formProps} data-covers className="grid gap-4">
      <p className="text-ink-2">중요한 작업이라 비밀번호를 다시 확인해요. 5분 동안은 다시 묻지 않아요.</p>
      <TextField
        ref={field}
        label="현재 비밀번호"
        name="password"
        type="password"
        autoComplete="current-password"
        error={errorOf('password')}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={() => onGiven(null)}>닫기</Button>
        <Button type="submit" tone="main" busy={busy}>
          확인
        </Button>
      </div>
    </form>
  )
}
