'use client'

import { useLinkStatus } from 'next/link'

/**
 * Used inside a link: marks the page as busy (`data-busy`) while the link's page is loading, so that the content to be
 * replaced can dim.
 */
export function LinkBusy() {
  return useLinkStatus().pending ? <span hidden data-busy /> : null
}
