'use client'

import { useSearchParams } from 'next/navigation'
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useState } from 'react'
import type { Product } from '../catalog/product.ts'
import { sentEarly } from '../ui/early-submits.ts'
import { takeDraft } from './kept-draft.ts'
import { draftFor, type OrderDraft } from './order-draft.ts'

type Form = RefObject<HTMLFormElement | null>

/** The chosen product, which the address names, and what is typed for it. */
export function useOrderDraft(form: Form, products: readonly Product[]) {
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
  useTypedEarly(form, setDraft)

  return { product, draft, setDraft }
}

/** What was typed, and pressed, before the page was alive counts. */
function useTypedEarly(form: Form, setDraft: Dispatch<SetStateAction<OrderDraft>>) {
  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    if (!form.current) return
    const { elements } = form.current
    const typed = Object.fromEntries(['link', 'amount'].flatMap((name) => typedIn(elements.namedItem(name))))
    setDraft((now) => ({ ...now, ...typed }))
    setPressed(sentEarly(form.current))
  }, [form, setDraft])
  useEffect(() => {
    if (pressed) form.current?.requestSubmit()
  }, [form, pressed])
}

function typedIn(field: RadioNodeList | Element | null): [string, string][] {
  const typed = field instanceof HTMLInputElement && field.value !== field.defaultValue
  return typed ? [[field.name, field.value]] : []
}
