'use client'

import { useRouter } from 'next/navigation'
import { cancelMessages } from '#lib/orders/labels.ts'
import { useCall } from '../chrome/use-call.ts'
import { toast } from '../ui/toast-store.ts'

/** A member takes his order back, once at a time. */
export function useCancelOrder(id: number, onAnswered: () => void) {
  const router = useRouter()
  const { busy, call } = useCall()
  const cancel = async () => {
    const answer = await call('POST', `/service/order/${id}/cancel`)
    if (!answer) return
    onAnswered()
    const text = answer.ok ? cancelMessages.done : answer.message || cancelMessages.failed
    toast(text, { tone: answer.ok ? 'good' : 'bad' })
    // A refusal means that it has gone on meanwhile: the list catches up.
    if (answer.ok || answer.status === 409) router.refresh()
  }
  return { busy, cancel }
}
