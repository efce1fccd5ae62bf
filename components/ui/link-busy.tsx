'use client'

import { useLinkStatus } from 'next/link'

/**
 * Used inside a link. While the target of the link is loading, marks the page with `data-busy`, so that CSS can dim the
 * content that will be replaced.
 */
export function LinkBusy() {
  return useLinkStatus().pending ? <span hidden data-busy /> : null
}
