'use client'

import { useRouter } from 'next/navigation'
import { webhookMessages } from '#lib/webhooks/labels.ts'
import { useCall } from '../chrome/use-call.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast-store.ts'

export function ResendDeliveryButton({ id, orderId }: { readonly id: number; readonly orderId: number }) {
  const router = useRouter()
  const { busy, call } = useCall()
  const resend = async () => {
    const answer = await call('POST', `/service/webhook/deliveries/${id}/resend`)
    if (!answer) return
    if (answer.ok) toast(webhookMessages.resent, { tone: 'good' })
    else toast(answer.message || webhookMessages.failed, { tone: 'bad' })
    router.refresh()
  }
  return (
    <Button size="s" tone="soft" busy={busy} onClick={resend} aria-label={`주문 ${orderId} 웹훅 다시 보내기`}>
      다시 보내기
    </Button>
  )
}
