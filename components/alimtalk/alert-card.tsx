'use client'

import { useState } from 'react'
import { alertChoices, alertTexts } from '#lib/alimtalk/labels.ts'
import type { AlertChoices, AlertSettings } from '#lib/alimtalk/schema.ts'
import { callApi } from '../chrome/call-api.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast-store.ts'
import { VerifyPhoneForm } from './verify-phone-form.tsx'

const choiceNames = [
  ['charge', 'CHARGE'],
  ['hold', 'HOLD'],
  ['order', 'ORDER'],
] as const

const allOff: AlertChoices = { charge: false, hold: false, order: false }

/**
 * Card in which a member chooses the notices that he gets on his phone, by AlimTalk or, where that fails, as text
 * messages: a switch for each kind, and a button that turns all off.
 */
export function AlertCard({ initial }: { readonly initial: AlertSettings }) {
  const [state, setState] = useState(initial)
  const [busy, setBusy] = useState(false)
  const { phone, isVerified } = state

  async function choose(choices: AlertChoices, done: string) {
    setBusy(true)
    const answer = await callApi<AlertSettings>('PUT', '/service/alerts', choices)
    setBusy(false)
    if (answer.ok) setState(answer.body)
    toast(answer.ok ? done : answer.message || alertTexts.failed, { tone: answer.ok ? 'good' : 'bad' })
  }

  const { charge, hold, order } = state
  const isAnyOn = charge || hold || order
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle>{alertTexts.title}</CardTitle>
      {phone === null && <p className="text-s text-ink-2">{alertTexts.noPhone}</p>}
      {phone !== null && isVerified && <p className="text-s text-ink-2">{alertTexts.hint(phone)}</p>}
      {phone !== null && !isVerified && <VerifyPhoneForm phone={phone} onVerified={setState} />}
      {choiceNames.map(([name, kind]) => (
        <Switch
          key={kind}
          label={alertChoices[kind].label}
          hint={alertChoices[kind].hint}
          checked={state[name]}
          disabled={busy || (!isVerified && !state[name])}
          onChange={({ target: { checked } }) =>
            void choose({ charge, hold, order, [name]: checked }, alertChoices[kind][checked ? 'on' : 'off'])
          }
        />
      ))}
      <p className="text-s text-ink-3">{alertTexts.hours}</p>
      {isAnyOn && (
        <Button
          size="s"
          className="justify-self-start"
          disabled={busy}
          onClick={() => void choose(allOff, alertTexts.turnedAllOff)}
        >
          {alertTexts.allOff}
        </Button>
      )}
    </Card>
  )
}
