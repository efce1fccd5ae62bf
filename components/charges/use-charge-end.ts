'use client'

import { useEffect, useEffectEvent } from 'react'
import { chargeMessages } from '#lib/charges/labels.ts'
import { toast } from '../ui/toast-store.ts'
import { loadWasCredited } from './charge-end.ts'

const POLL_INTERVAL_MS = 10_000

/** Polls the charge while the page is visible. When it is no longer pending, shows a toast and calls `onEnded`. */
export function useChargeEnd(id: number, onEnded: (isCredited: boolean) => void) {
  const checkCharge = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible') return
    const isCredited = await loadWasCredited(id)
    if (isCredited === null) return
    toast(isCredited ? chargeMessages.credited : chargeMessages.ended, { tone: isCredited ? 'good' : 'neutral' })
    onEnded(isCredited)
  })
  useEffect(() => {
    const poll = () => checkCharge()
    const timer = setInterval(poll, POLL_INTERVAL_MS)
    // Polls at once when the member comes back to the page, for example from his bank's app.
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [])
}
