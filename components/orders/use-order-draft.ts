'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { Product } from '../catalog/product.ts'
import { takeDraft } from './kept-draft.ts'
import { draftFor, type OrderDraft } from './order-draft.ts'

/** The chosen product, which the address names, and what is typed for it. */
export function useOrderDraft(products: readonly Product[]) {
  const named = useSearchParams().get('service')
  const product = products.find(({ id }) => String(id) === named) ?? products[0]
  const [draft, setDraft] = useState<OrderDraft>(() => draftFor(product))
  // Another product by whatever way (the list, a tile, the browser's own back) starts a new draft with the same link.
  if (draft.serviceId !== (product?.id ?? 0)) setDraft(draftFor(product, draft.link))

  // What a visitor had typed before signing in comes back, once.
  useEffect(() => {
    const kept = takeDraft()
    if (kept) setDraft((now) => (now.serviceId === kept.serviceId ? { ...now, ...kept } : now))
  }, [])

  return { product, draft, setDraft }
}
