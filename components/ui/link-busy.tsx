'use client'

import { useLinkStatus } from 'next/link'

/**
 * Used inside a link: marks the page with `data-busy` while the link's target is loading, so that CSS can dim the
 * content that will be replaced.
 */
export function LinkBusy() {
  return useLinkStatus().pending ? <span hidden data-busy /> : null
}
