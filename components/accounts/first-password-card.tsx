'use client'

import { useState } from 'react'
import { accountMessages, firstPasswordLabels } from '#lib/accounts/labels.ts'
import { callApi } from '../chrome/call-api.ts'
import { Notice } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { StatusRegion } from '../ui/status-region.tsx'
import { useForm } from '../ui/use-form.ts'
import { EmailLookupResult } from './email-lookup-form.tsx'

interface FirstPasswordCardProps {
  /** The member's e-mail address; null if he has none. */
  readonly email: string | null
  /** Whether the shop can send e-mails. */
  readonly canMail: boolean
}

/**
 * Card for a member who signs in with Naver or Kakao and has no password. Its button sends a link to his e-mail
 * address, with which he can set a password (docs/contract.md#password-reset). In a shop that can't send e-mails the
 * card says so instead.
 */
export function FirstPasswordCard({ email, canMail }: FirstPasswordCardProps) {
  const [isSent, setSent] = useState(false)
  const { busy, errorOf, formProps } = useForm(async () => {
    setSent(false)
    const answer = await callApi('POST', '/service/find-password', { email })
    if (!answer.ok) return { path: '', message: answer.message || accountMessages.failed }
    setSent(true)
    return null
  })
  return (
    <Card className="grid gap-4">
      <CardTitle>{firstPasswordLabels.title}</CardTitle>
      {canMail ? (
        <p className="text-s text-ink-3">{email ? firstPasswordLabels.hint : firstPasswordLabels.noEmail}</p>
      ) : (
        <Notice tone="warn">{firstPasswordLabels.noMail}</Notice>
      )}
      {canMail && email && (
        <form {...formProps} className="grid gap-4">
          <FormAlert message={errorOf('')} />
          <StatusRegion>
            {isSent && <EmailLookupResult>{firstPasswordLabels.sentTo(email)}</EmailLookupResult>}
          </StatusRegion>
          <Button type="submit" full busy={busy}>
            {firstPasswordLabels.send}
          </Button>
        </form>
      )}
    </Card>
  )
}
