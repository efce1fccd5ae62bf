'use client'

import { useState } from 'react'
import { alertTexts } from '#lib/alimtalk/labels.ts'
import type { AlertSettings } from '#lib/alimtalk/schema.ts'
import { verificationCodeRules } from '#lib/verification/rules.ts'
import { callApi } from '../chrome/call-api.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast-store.ts'
import { textOf, useForm } from '../ui/use-form.ts'

interface VerifyPhoneProps {
  /** The member's phone number with its middle masked. */
  readonly phone: string
  readonly onVerified: (state: AlertSettings) => void
}

/** Form in which a member verifies his phone number with a code, because it wasn't verified at sign-up. */
export function VerifyPhoneForm({ phone, onVerified }: VerifyPhoneProps) {
  const [isSent, setIsSent] = useState(false)
  const [busy, setBusy] = useState(false)
  async function sendCode() {
    setBusy(true)
    const answer = await callApi('POST', '/service/alerts/phone')
    setBusy(false)
    if (answer.ok) setIsSent(true)
    toast(answer.ok ? alertTexts.codeSent : answer.message || alertTexts.failed, { tone: answer.ok ? 'good' : 'bad' })
  }
  const form = useForm(async (data) => {
    const answer = await callApi<AlertSettings>('PUT', '/service/alerts/phone', { sendCode: textOf(data, 'sendCode') })
    if (!answer.ok) return { path: 'sendCode', message: answer.message || alertTexts.failed }
    toast(alertTexts.verified, { tone: 'good' })
    onVerified(answer.body)
    return null
  })
  return (
    <form {...form.formProps} className="grid gap-3">
      <p className="text-s text-ink-2">{alertTexts.unverified(phone)}</p>
      {isSent && (
        <TextField
          label={alertTexts.code}
          name="sendCode"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={verificationCodeRules.digits}
          error={form.errorOf('sendCode')}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {isSent && (
          <Button type="submit" size="s" tone="main" busy={form.busy}>
            {alertTexts.verify}
          </Button>
        )}
        <Button size="s" busy={busy} onClick={() => void sendCode()}>
          {isSent ? alertTexts.resendCode : alertTexts.sendCode}
        </Button>
      </div>
    </form>
  )
}
