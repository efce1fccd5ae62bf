'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { Product } from '../catalog/product.ts'
import { productHref } from '../catalog/product-list.tsx'
import { takeDraft } from './kept-draft.ts'
import { draftFor, type OrderDraft } from './order-draft.ts'

/** The chosen product, which the address names, and what is typed for it. */
export function useOrderDraft(products: readonly Product[]) {
  const address = useSearchParams()
  const product = products.find(({ id }) => String(id) === address.get('service')) ?? products[0]
  const [draft, setDraft] = useState<OrderDraft>(() => sentTooEarly(address, product))
  // Another product by whatever way (the list, a tile, the browser's own back) starts a new draft with the same link.
  if (draft.serviceId !== (product?.id ?? 0)) setDraft(draftFor(product, draft.link))

  // What a visitor had typed before signing in comes back, once. No address keeps a link.
  useEffect(() => {
    const { searchParams } = new URL(window.location.href)
    if (searchParams.has('link'))
      window.history.replaceState(null, '', productHref(Number(searchParams.get('service'))))
    const kept = takeDraft()
    if (kept) setDraft((now) => (now.serviceId === kept.serviceId ? { ...now, ...kept } : now))
  }, [])

  return { product, draft, setDraft }
}

/** A press before the page was alive sends the form as an address: nothing is ordered, and what was typed is still there. */
function sentTooEarly(address: { get(name: string): string | null }, product: Product | undefined): OrderDraft {
  const draft = draftFor(product, address.get('link') ?? '')
  return { ...draft, amount: address.get('amount') ?? draft.amount }
}
