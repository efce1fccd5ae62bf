'use client'

import { countdownText } from './seoul-time.ts'
import { useNow } from './use-now.ts'

/** Time left until a moment, as `H:MM:SS`, `M:SS` without hours, then the text `ended`. Times in milliseconds. */
export function Countdown({
  until,
  now,
  ended,
  withHours = true,
  className,
}: {
  readonly until: number
  readonly now: number
  readonly ended: string
  readonly withHours?: boolean
  readonly className?: string
}) {
  const left = Math.ceil(until / 1000) - useNow(Math.floor(now / 1000))
  return <span className={className}>{left > 0 ? countdownText(left, withHours) : ended}</span>
}
