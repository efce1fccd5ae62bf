'use client'

import { countdownText } from './seoul-time.ts'
import { serverAheadMs } from './server-time.ts'
import { useNow } from './use-now.ts'

/**
 * Time left until `until`, as `H:MM:SS`, or as `M:SS` if `withHours` is false; afterwards, the text `ended`. `until`
 * and `now` are in milliseconds by the server's clock; `now` is its time when it rendered the page. A wrong clock of the
 * browser changes nothing (`serverAheadMs`).
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
  const secondsLeft = Math.ceil((until - serverAheadMs()) / 1000) - useNow(Math.floor(now / 1000))
  return <span className={className}>{secondsLeft > 0 ? countdownText(secondsLeft, withHours) : ended}</span>
}
