'use client'

import { snsLabels } from '#lib/sns/labels.ts'
import type { SnsLoginOption } from '#lib/sns/queries.ts'
import { SnsButton } from './sns-button.tsx'
import { useSnsLogin } from './use-sns-login.ts'

interface SnsButtonsProps {
  readonly doors: readonly SnsLoginOption[]
  /** Path to go to after a login. */
  readonly next: string
  /**
   * Selects the labels only: in both cases a person with an account is signed in, and one without goes on to the
   * sign-up.
   */
  readonly purpose: keyof typeof snsLabels
  /** Called after a login in place of going to `next`; a person without an account stays then. */
  readonly onLoggedIn?: (() => void) | undefined
}

/** One button for each enabled provider, in its colours. */
export function SnsButtons({ doors, next, purpose, onLoggedIn }: SnsButtonsProps) {
  const { busy, enter } = useSnsLogin(next, onLoggedIn)
  return (
    <div className="grid gap-2">
      {doors.map((door) => (
        <SnsButton
          key={door.provider}
          provider={door.provider}
          label={snsLabels[purpose][door.provider]}
          busy={busy === door.provider}
          onClick={() => void enter(door)}
        />
      ))}
    </div>
  )
}
