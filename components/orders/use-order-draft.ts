'use client'

import { useSearchParams } from 'next/navigation'
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useState } from 'react'
import type { Product } from '../catalog/product.ts'
import { wasSubmittedEarly } from '../ui/early-submits.ts'
import { draftFor, type OrderDraft } from './order-draft.ts'
import { takeStoredDraft } from './stored-draft.ts'

type FormRef = RefObject<HTMLFormElement | null>

/**
 * The product picked last, by a press or by the address. A press must count even if the address doesn't show it: a
 * navigation that ends after the press sets an address without a product, which must not change the selection.
 */
function usePickedProduct(products: readonly Product[]) {
  const named = useSearchParams().get('service')
  const [picked, setPicked] = useState({ named, id: named })
  if (picked.named !== named) setPicked({ named, id: named ?? picked.id })
  const product = products.find(({ id }) => String(id) === picked.id) ?? products[0]
  return { product, pick: (id: number) => setPicked({ named, id: String(id) }) }
}

/** The selected product and the draft typed for it. */
export function useOrderDraft(form: FormRef, products: readonly Product[]) {
  const { product, pick } = usePickedProduct(products)
  const [draft, setDraft] = useState<OrderDraft>(() => draftFor(product))
  // Selecting another product in any way (list, tile, browser history) starts a new draft with the same link.
  if (draft.serviceId !== (product?.id ?? 0)) setDraft(draftFor(product, draft.link))

  // Restores, once, the draft that a visitor typed before signing in.
  useEffect(() => {
    const stored = takeStoredDraft()
    if (stored) setDraft((now) => (now.serviceId === stored.serviceId ? { ...now, ...stored } : now))
  }, [])
  useEarlyOrderInput(form, setDraft)

  return { product, pick, draft, setDraft }
}

/** Copies values that were typed before hydration into the draft, and submits the form if it was submitted then. */
function useEarlyOrderInput(form: FormRef, setDraft: Dispatch<SetStateAction<OrderDraft>>) {
  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    if (!form.current) return
    const { elements } = form.current
    const typed = Object.fromEntries(['link', 'amount'].flatMap((name) => typedFieldsOf(elements.namedItem(name))))
    setDraft((now) => ({ ...now, ...typed }))
    setPressed(wasSubmittedEarly(form.current))
  }, [form, setDraft])
  useEffect(() => {
    if (pressed) form.current?.requestSubmit()
  }, [form, pressed])
}

function typedFieldsOf(field: RadioNodeList | Element | null): [string, string][] {
  const typed = field instanceof HTMLInputElement && field.value !== field.defaultValue
  return typed ? [[field.name, field.value]] : []
}
