'use client'

import { useSyncExternalStore } from 'react'
import { orderDraftCardTexts } from '#lib/orders/labels.ts'
import { productHref } from '../catalog/product-list.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Card } from '../ui/card.tsx'
import { type DraftOwner, markReturnToDraft, readStoredDraft } from './stored-draft.ts'

const neverChanges = () => () => {}

/**
 * Card on the charge screen with the order that the member was typing, and a link back to it. Renders nothing if there
 * is no such draft.
 */
export function WaitingDraft({ owner }: { readonly owner: DraftOwner }) {
  // The draft is in the browser's storage, so the server renders nothing.
  const draft = useSyncExternalStore(
    neverChanges,
    () => JSON.stringify(readStoredDraft(owner)),
    () => 'null',
  )
  const { serviceId, link }: { serviceId?: number; link?: string } = JSON.parse(draft) ?? {}
  if (serviceId === undefined) return null
  return (
    <Card aria-label={orderDraftCardTexts.title} className="flex flex-wrap items-center gap-x-4 gap-y-3 wide:py-5">
      <div className="min-w-0 flex-1 basis-52">
        <h2 className="font-semibold">{orderDraftCardTexts.title}</h2>
        {link && <p className="line-clamp-1 text-s wrap-anywhere text-ink-2">{link}</p>}
        <p className="text-s text-ink-3">{orderDraftCardTexts.text}</p>
      </div>
      <ButtonLink href={productHref(serviceId)} size="s" tone="tint" onClick={markReturnToDraft}>
        {orderDraftCardTexts.back}
      </ButtonLink>
    </Card>
  )
}
