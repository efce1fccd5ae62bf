'use client'

import { useEffect, useState } from 'react'
import { savedDraftText } from '#lib/orders/labels.ts'
import { Notice } from '../ui/badge.tsx'
import { isDraftAwaiting, readStoredDraft } from './stored-draft.ts'

/** Above the login, for a visitor whom the order button sent there: his order is kept. */
export function SavedDraftNotice({ next }: { readonly next: string }) {
  const [isShown, setIsShown] = useState(false)
  // Only the browser knows the draft.
  useEffect(() => setIsShown(isDraftAwaiting(next, readStoredDraft(null))), [next])
  return (
    <div role="status" className="empty:hidden">
      {isShown && <Notice tone="main">{savedDraftText}</Notice>}
    </div>
  )
}
