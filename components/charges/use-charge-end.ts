'use client'

import { useEffect, useEffectEvent } from 'react'
import { chargeMessages, chargeStatus } from '#lib/charges/labels.ts'
import type { ChargeRow } from '#lib/charges/schema.ts'
import { callApi } from '../chrome/call-api.ts'
import { toast } from '../ui/toast-store.ts'

const POLL_INTERVAL_MS = 10_000
/** Number of newest charges to load: three times as many as can be pending, so that the charge is among them. */
const MAX_LOADED_CHARGES = 30

/** Polls the charge while the page is visible; when it is no longer pending, shows a toast and calls `onEnded`. */
export function useChargeEnd(id: number, onEnded: (isCredited: boolean) => void) {
  const checkCharge = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible') return
    const answer = await callApi<ChargeRow[]>('GET', `/service/point-history?size=${MAX_LOADED_CHARGES}`)
    const row = answer.ok ? answer.body.find((each) => each.id === id) : undefined
    if (!row || row.status === chargeStatus.PENDING) return
    const isCredited = row.status === chargeStatus.SUCCESS
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
