'use client'

import { useEffect, useState } from 'react'
import { savedDraftText } from '#lib/orders/labels.ts'
import { Notice } from '../ui/badge.tsx'
import { StatusRegion } from '../ui/status-region.tsx'
import { isDraftAwaiting, readStoredDraft } from './stored-draft.ts'

/**
 * Message above the login form that the typed order is stored. It is for somebody whom the order button has sent to the
 * login.
 */
export function SavedDraftNotice({ next }: { readonly next: string }) {
  const [isShown, setIsShown] = useState(false)
  // In an effect, because the draft is stored in the browser, where the server can't read it.
  useEffect(() => setIsShown(isDraftAwaiting(next, readStoredDraft(null))), [next])
  return <StatusRegion>{isShown && <Notice tone="main">{savedDraftText}</Notice>}</StatusRegion>
}
