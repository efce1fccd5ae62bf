'use client'

import { useState } from 'react'
import { changeNoticeTexts } from '#lib/change-notices/labels.ts'
import { useCall } from '../chrome/use-call.ts'
import { Card } from '../ui/card.tsx'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast-store.ts'

interface ChangeMailSwitchProps {
  /** Whether the e-mails are on when the page opens. */
  readonly initial: boolean
  /** Whether the shop can send e-mails. */
  readonly canMail: boolean
}

/**
 * Switch for e-mails about changed services that the member has ordered. Without a way to send e-mails (`canMail` is
 * false) it is hidden, unless the e-mails are still turned on: the member can then turn them off.
 */
export function ChangeMailSwitch({ initial, canMail }: ChangeMailSwitchProps) {
  const [isOn, setIsOn] = useState(initial)
  const { busy, call } = useCall()
  async function change(next: boolean) {
    setIsOn(next)
    const answer = await call('PUT', '/service/change-notices', { on: next })
    if (!answer) return
    if (!answer.ok) setIsOn(!next)
    const done = next ? changeNoticeTexts.followed : changeNoticeTexts.unfollowed
    toast(answer.ok ? done : answer.message || changeNoticeTexts.failed, {
      tone: answer.ok ? 'good' : 'bad',
    })
  }
  if (!canMail && !initial) return null
  return (
    <Card>
      <Switch
        label={changeNoticeTexts.follow}
        hint={changeNoticeTexts.followHint}
        checked={isOn}
        disabled={busy}
        onChange={(event) => void change(event.target.checked)}
      />
    </Card>
  )
}
