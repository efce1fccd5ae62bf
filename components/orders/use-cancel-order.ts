'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { cancelMessages } from '#lib/orders/labels.ts'
import { callApi } from '../chrome/call-api.ts'
import { toast } from '../ui/toast-store.ts'

/** A member takes his order back, once at a time. */
export function useCancelOrder(id: number, onAnswered: () => void) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const inFlight = useRef(false)
  const cancel = async () => {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    const answer = await callApi('POST', `/service/order/${id}/cancel`)
    inFlight.current = false
    setBusy(false)
    onAnswered()
    const text = answer.ok ? cancelMessages.done : answer.message || cancelMessages.failed
    toast(text, { tone: answer.ok ? 'good' : 'bad' })
    // A refusal means that it has gone on meanwhile: the list catches up.
    if (answer.ok || answer.status === 409) router.refresh()
  }
  return { busy, cancel }
}
