'use client'

import { useEffect, useState } from 'react'
import { pushTexts } from '#lib/push/labels.ts'
import { refuseGuest } from '../chrome/call-api.ts'
import { Card, CardTitle } from '../ui/card.tsx'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast-store.ts'
import type { DeviceState } from './device-push.ts'

const loadDevicePush = () => import('./device-push.ts')

/**
 * Card with a switch for notifications about ended orders in this browser (docs/product.md#account). The browser asks
 * the user for permission only when the switch is pressed.
 */
export function PushCard({ isGuest }: { readonly isGuest: boolean }) {
  const [state, setState] = useState<DeviceState | 'checking'>(isGuest ? 'off' : 'checking')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (isGuest) return
    // If the script can't be loaded, shows the switch as off. Pressing the switch then shows an error.
    const check = () =>
      loadDevicePush()
        .then(({ readDeviceState }) => readDeviceState())
        .then(setState, () => setState('off'))
    // When the user returns to this tab, he may have changed the permission in the browser's settings.
    const checkAgain = () => document.visibilityState === 'visible' && void check()
    void check()
    document.addEventListener('visibilitychange', checkAgain)
    return () => document.removeEventListener('visibilitychange', checkAgain)
  }, [isGuest])
  async function change(turnsOn: boolean) {
    if (isGuest) return refuseGuest()
    setBusy(true)
    const outcome = await loadDevicePush()
      .then(({ enableDevicePush, disableDevicePush }) => (turnsOn ? enableDevicePush() : disableDevicePush()))
      .catch(() => ({ state: turnsOn ? 'off' : 'on', fault: pushTexts.failed }) as const)
    setBusy(false)
    setState(outcome.state)
    const done = outcome.state === 'on' ? pushTexts.turnedOn : pushTexts.turnedOff
    toast(outcome.fault ?? done, { tone: outcome.fault ? 'bad' : 'good' })
  }
  const isImpossible = state === 'unsupported' || state === 'install'
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle>{pushTexts.title}</CardTitle>
      <Switch
        label={pushTexts.label}
        hint={<span aria-live="polite">{pushTexts[state]}</span>}
        checked={state === 'on'}
        disabled={isImpossible || busy || state === 'checking'}
        onChange={(event) => void change(event.target.checked)}
      />
    </Card>
  )
}
