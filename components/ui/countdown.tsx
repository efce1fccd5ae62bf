'use client'

import { countdownText } from './seoul-time.ts'
import { useNow } from './use-now.ts'

/**
 * Time left until `until`, as `H:MM:SS`, or as `M:SS` if `withHours` is false; after that the value of `ended`. `until`
 * and `now` are in milliseconds.
 */
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
