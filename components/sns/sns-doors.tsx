'use client'

import { snsLabels } from '#lib/sns/labels.ts'
import type { SnsDoor } from '#lib/sns/queries.ts'
import type { Provider } from '#lib/sns/rules.ts'
import { cx } from '../ui/class-names.ts'
import { SnsMark } from './sns-mark.tsx'
import { useSnsLogin } from './use-sns-login.ts'

const grounds = {
  NAVER: 'bg-naver hover:bg-naver-hover',
  KAKAO: 'bg-kakao hover:bg-kakao-hover',
} as const satisfies Record<Provider, string>

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
        <button
          key={door.provider}
          type="button"
          aria-busy={busy === door.provider || undefined}
          onClick={() => void enter(door)}
          className={cx(
            'flex h-12 items-center justify-center gap-2 rounded-field px-4 font-semibold text-on-sns transition-colors duration-150',
            'aria-busy:cursor-progress aria-busy:opacity-60',
            grounds[door.provider],
          )}
        >
          <SnsMark provider={door.provider} />
          {snsLabels[purpose][door.provider]}
        </button>
      ))}
    </div>
  )
}
