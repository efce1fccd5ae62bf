'use client'

import { useEffect, useState } from 'react'
import { pushOfferTexts } from '#lib/push/labels.ts'
import { Button } from '../ui/button.tsx'
import { enableDevicePush } from './device-push.ts'

const OFFERED_KEY = 'push-offered'

/**
 * True if this browser can show push notifications, has never asked the user for permission, and has never shown this
 * offer.
 */
function isDue(): boolean {
  try {
    return 'PushManager' in window && Notification.permission === 'default' && !localStorage.getItem(OFFERED_KEY)
  } catch {
    return false
  }
}

/** Offer to turn notifications on, shown below the first order placed in this browser. */
export function PushOffer() {
  const [isShown, setIsShown] = useState(isDue)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<string | null>(null)
  useEffect(() => {
    if (isShown) localStorage.setItem(OFFERED_KEY, '1')
  }, [isShown])
  async function accept() {
    setBusy(true)
    const { state, fault } = await enableDevicePush()
    setOutcome(state === 'on' ? pushOfferTexts.accepted : (fault ?? ''))
    setBusy(false)
  }
  if (!isShown) return null
  if (outcome !== null)
    return (
      <p role="status" className="text-s text-ink-2">
        {outcome}
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-s">
      <span className="text-ink-2">{pushOfferTexts.question}</span>
      <span className="flex gap-2">
        <Button size="s" busy={busy} onClick={accept}>
          {pushOfferTexts.accept}
        </Button>
        <Button size="s" onClick={() => setIsShown(false)}>
          {pushOfferTexts.dismiss}
        </Button>
      </span>
    </div>
  )
}
