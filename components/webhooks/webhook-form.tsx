'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { firstIssue } from '#lib/core/form-errors.ts'
import { webhookRules } from '#lib/webhooks/errors.ts'
import { webhookDeliveryTexts, webhookMessages } from '#lib/webhooks/labels.ts'
import type { Webhook } from '#lib/webhooks/schema.ts'
import { callApi, refuseGuest } from '../chrome/call-api.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { seoulTime } from '../ui/seoul-time.ts'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast-store.ts'
import { textOf, useForm } from '../ui/use-form.ts'
import { TryWebhook } from './try-webhook.tsx'
import { NewSecretNotice, RenewSecretButton } from './webhook-secret.tsx'

type SavedWebhook = Pick<Webhook, 'url' | 'enabled'> & { readonly secret: string | null }

/**
 * Form for a member's webhook: its address, a switch that turns it on, and a switch that adds service changes to its
 * events. The signing secret is shown only once: after the first address is saved, or after the secret is renewed.
 */
export function WebhookForm({ webhook, isGuest }: { readonly webhook: Webhook; readonly isGuest: boolean }) {
  const router = useRouter()
  const [secret, setSecret] = useState<string | null>(null)
  const { busy, errorOf, formProps } = useForm(async (data) => {
    if (isGuest) {
      refuseGuest()
      return null
    }
    const isOn = (name: string) => data.get(name) !== null
    const input = { url: textOf(data, 'url').trim(), enabled: isOn('enabled'), serviceChanges: isOn('serviceChanges') }
    const inputIssue = firstIssue(webhookRules(input))
    if (inputIssue) return inputIssue
    const answer = await callApi<SavedWebhook>('PUT', '/service/webhook', input)
    if (!answer.ok)
      return { path: answer.status === 400 ? 'url' : '', message: answer.message || webhookMessages.failed }
    if (answer.body.secret) setSecret(answer.body.secret)
    toast(webhookMessages.saved, { tone: 'good' })
    router.refresh()
    return null
  })
  return (
    <>
      <form {...formProps} className="grid gap-4">
        <TextField
          label="웹훅 주소"
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={2000}
          defaultValue={webhook.url}
          error={errorOf('url')}
        />
        <Switch label="웹훅 사용" name="enabled" defaultChecked={webhook.url === '' || webhook.enabled} />
        <Switch
          label={webhookDeliveryTexts.serviceChanges}
          hint={webhookDeliveryTexts.serviceChangesHint}
          name="serviceChanges"
          defaultChecked={webhook.serviceChanges}
        />
        <FormAlert message={errorOf('')} />
        <Button type="submit" full busy={busy}>
          웹훅 저장
        </Button>
      </form>
      {secret && <NewSecretNotice secret={secret} />}
      {webhook.url !== '' && <RenewSecretButton onRenewed={setSecret} />}
      {webhook.formerUntil && (
        <p className="text-s text-ink-3">{webhookDeliveryTexts.former(seoulTime(webhook.formerUntil))}</p>
      )}
      {webhook.enabled && <TryWebhook />}
    </>
  )
}
