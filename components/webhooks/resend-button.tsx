'use client'

import { useRouter } from 'next/navigation'
import { webhookDeliveryTexts, webhookMessages } from '#lib/webhooks/labels.ts'
import type { WebhookDeliveryRow } from '#lib/webhooks/schema.ts'
import { useCall } from '../chrome/use-call.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast-store.ts'

interface ResendButtonProps {
  readonly delivery: Pick<WebhookDeliveryRow, 'id' | 'state'>
  readonly onResent: () => void
}

/**
 * Button that sends a delivered or failed delivery again. Renders nothing while a delivery is waiting or being sent.
 */
export function ResendDeliveryButton({ delivery: { id, state }, onResent }: ResendButtonProps) {
  const router = useRouter()
  const { busy, call } = useCall()
  if (state === 'PENDING' || state === 'SENDING') return null
  const resend = async () => {
    const answer = await call('POST', `/service/webhook/deliveries/${id}/resend`)
    if (!answer) return
    if (answer.ok) {
      toast(webhookMessages.resent, { tone: 'good' })
      onResent()
    } else toast(answer.message || webhookMessages.failed, { tone: 'bad' })
    router.refresh()
  }
  return (
    <Button tone="main" busy={busy} onClick={resend}>
      {webhookDeliveryTexts.resend}
    </Button>
  )
}
