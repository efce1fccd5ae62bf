'use client'

import { seoulTime } from './seoul-time.ts'
import { useNow } from './use-now.ts'

/**
 * The current time in Seoul, updated every second. `now` is the server's time when it rendered the page, in
 * milliseconds.
 */
export function Clock({ now, className }: { readonly now: number; readonly className?: string }) {
  const at = useNow(Math.floor(now / 1000)) * 1000
  return (
    <time dateTime={new Date(at).toISOString()} className={className}>
      {seoulTime(at)}
    </time>
  )
}
