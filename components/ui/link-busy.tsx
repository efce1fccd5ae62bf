'use client'

import { useLinkStatus } from 'next/link'

/** Inside a link: marks the page as busy (`data-busy`) while that link is on its way, so that what it replaces can dim. */
export function LinkBusy() {
  return useLinkStatus().pending ? <span hidden data-busy /> : null
}
