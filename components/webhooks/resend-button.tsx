'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { webhookMessages } from '#lib/webhooks/labels.ts'
import { callApi } from '../chrome/call-api.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast-store.ts'

export function ResendButton({ id, orderId }: { readonly id: number; readonly orderId: number }) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const inFlight = useRef(false)
  const resend = async () => {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    const answer = await callApi('POST', `/service/webhook/deliveries/${id}/resend`)
    inFlight.current = false
    setBusy(false)
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
