'use client'

import { snsLabels } from '#lib/sns/labels.ts'
import type { SnsDoor } from '#lib/sns/queries.ts'
import { SnsButton } from './sns-button.tsx'
import { useSnsLogin } from './use-sns-login.ts'

interface SnsDoorsProps {
  readonly doors: readonly SnsDoor[]
  /** Where a login goes on to. */
  readonly next: string
  /** What the buttons are called: both sign in, and up whoever is unknown. */
  readonly purpose: keyof typeof snsLabels
}

/** A button for each provider that is switched on, in its own colours. */
export function SnsDoors({ doors, next, purpose }: SnsDoorsProps) {
  const { busy, enter } = useSnsLogin(next)
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
