'use client'

import { useEffect } from 'react'
import { recordServerTime } from '../ui/server-time.ts'

/** When the browser received the first byte of the page that it has loaded, by its clock, in milliseconds. */
function pageReceivedAt(): number {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return Date.now() - (performance.now() - (load?.responseStart ?? 0))
}

/**
 * Compares the clocks of browser and server when the page has loaded, so that countdowns and days are right from the
 * start on a device whose clock is wrong. `renderedAt` is the server's time when it rendered the page.
 */
export function ServerTimeRecorder({ renderedAt }: { readonly renderedAt: number }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the time of the page that was loaded counts
  useEffect(() => recordServerTime(renderedAt, pageReceivedAt()), [])
  return null
}
