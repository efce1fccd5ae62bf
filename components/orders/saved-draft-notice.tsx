'use client'

import { useEffect, useState } from 'react'
import { savedDraftText } from '#lib/orders/labels.ts'
import { Notice } from '../ui/badge.tsx'
import { StatusRegion } from '../ui/status-region.tsx'
import { isDraftAwaiting, readStoredDraft } from './stored-draft.ts'

/** Notice above the login form, for a visitor whom the order button sent there, that his typed order is stored. */
export function SavedDraftNotice({ next }: { readonly next: string }) {
  const [isShown, setIsShown] = useState(false)
  // In an effect, because only the browser has the draft.
  useEffect(() => setIsShown(isDraftAwaiting(next, readStoredDraft(null))), [next])
  return <StatusRegion>{isShown && <Notice tone="main">{savedDraftText}</Notice>}</StatusRegion>
}
