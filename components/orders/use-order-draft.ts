'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Product } from '../catalog/product.ts'
import { productHref } from '../catalog/product-list.tsx'
import { wasSubmittedEarly } from '../ui/early-submits.ts'
import { draftFor, isTyped, type OrderDraft } from './order-draft.ts'
import {
  consumeReturnToDraft,
  type DraftOwner,
  readStoredDraft,
  removeStoredDraft,
  storeDraft,
} from './stored-draft.ts'

type FormRef = RefObject<HTMLFormElement | null>

/**
 * The product that was selected last, by a press or by `?service=` in the URL. If the URL names a category or platform
 * instead, the first product in `products`. A product that is pressed while such a navigation is still under way stays
 * selected.
 */
function usePickedProduct(products: readonly Product[]) {
  const searchParams = useSearchParams()
  const idInUrl = searchParams.get('service')
  const [picked, setPicked] = useState({ idInUrl, id: idInUrl })
  if (picked.idInUrl !== idInUrl)
    setPicked({ idInUrl, id: idInUrl ?? (searchParams.size > 0 && picked.id === picked.idInUrl ? null : picked.id) })
  const product = products.find(({ id }) => String(id) === picked.id) ?? products[0]
  return { product, pick: (id: number) => setPicked({ idInUrl, id: String(id) }) }
}

/**
 * The selected product and the draft typed for it. The draft is stored with every change, for `owner`; `onRestored` is
 * called when a stored draft has filled an empty form, with `isReturn` true if a login, a charge or the button to order
 * again has led back to it.
 */
export function useOrderDraft(
  form: FormRef,
  products: readonly Product[],
  { owner, onRestored }: { readonly owner: DraftOwner; onRestored(isReturn: boolean): void },
) {
  const { product, pick } = usePickedProduct(products)
  const [draft, setDraft] = useState<OrderDraft>(() => draftFor(product))
  const id = product?.id ?? 0
  // Selecting another product in any way (list, tile, browser history) starts a new draft with the same link and details.
  if (draft.serviceId !== id) setDraft(draftFor(product, draft.link, draft.details))

  useStoredDraft({ product, draft, owner, onRestored, setDraft, form })
  useEarlyOrderInput(form, setDraft)

  return { product, pick, draft, setDraft }
}

interface StoredDraftOptions {
  readonly product: Product | undefined
  readonly draft: OrderDraft
  readonly owner: DraftOwner
  readonly onRestored: (isReturn: boolean) => void
  readonly setDraft: Dispatch<SetStateAction<OrderDraft>>
  readonly form: FormRef
}

/**
 * Restores the stored draft when the form shows its product, and stores what is typed. If the URL names neither
 * product, category nor platform, goes to the draft's product; if it does, the user wants another one, and the draft
 * stays stored.
 */
function useStoredDraft({ product, draft, owner, onRestored, setDraft, form }: StoredDraftOptions) {
  const router = useRouter()
  const searchParams = useSearchParams()
  const id = product?.id ?? 0
  // True once the stored draft is the one in this form. Until then it may be a draft for another product, which an
  // empty form must not remove.
  const isDraftOfForm = useRef(false)
  const restore = useEffectEvent(() => {
    const stored = readStoredDraft(owner)
    // The draft's product is in the URL but not on sale any more: only the draft's link can be restored.
    if (!product && stored && String(stored.serviceId) === searchParams.get('service')) {
      removeStoredDraft()
      setDraft((now) => ({ ...now, link: stored.link }))
    }
    if (isDraftOfForm.current || stored?.serviceId !== id) return
    isDraftOfForm.current = true
    const { owner: _, ...restored } = stored
    setDraft({ ...restored, auto: restored.auto && product?.enableAuto === true })
    onRestored(consumeReturnToDraft())
  })
  const goToStored = useEffectEvent(() => {
    const stored = readStoredDraft(owner)
    // Removes the mark of `markReturnToDraft`, which a login sets even if there is no draft.
    if (!stored) consumeReturnToDraft()
    const isSelectionInUrl = ['service', 'category', 'platform'].some((name) => searchParams.has(name))
    if (!stored || isSelectionInUrl || stored.serviceId === id || hasEarlyInput(form.current)) return
    router.replace(productHref(stored.serviceId), { scroll: false })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stored draft is looked for once for each product shown.
  useEffect(() => restore(), [id])
  useEffect(() => goToStored(), [])
  useEffect(() => {
    if (!product) return
    if (isTyped(draft, product)) {
      isDraftOfForm.current = true
      storeDraft({ ...draft, owner })
    } else if (isDraftOfForm.current) removeStoredDraft()
  }, [draft, product, owner])
}

const textFields = ['link', 'amount']

const earlyInputOf = (form: HTMLFormElement): [string, string][] =>
  textFields.flatMap((name) => typedFieldsOf(form.elements.namedItem(name)))

const hasEarlyInput = (form: HTMLFormElement | null): boolean => form !== null && earlyInputOf(form).length > 0

/**
 * Copies values that were typed before hydration into the draft, and submits the form if its button was pressed then.
 * Enter in the link field must not place an order (`handleEnter` in order-screen.tsx), but before hydration the browser
 * treats it like a press of the button. So if the focus is still in the link field, nothing is submitted.
 */
function useEarlyOrderInput(form: FormRef, setDraft: Dispatch<SetStateAction<OrderDraft>>) {
  const [wasPressed, setWasPressed] = useState(false)
  useEffect(() => {
    if (!form.current) return
    const typed = Object.fromEntries(earlyInputOf(form.current))
    setDraft((now) => ({ ...now, ...typed }))
    const isInLink = document.activeElement === form.current.elements.namedItem('link')
    setWasPressed(wasSubmittedEarly(form.current) && !isInLink)
  }, [form, setDraft])
  useEffect(() => {
    if (wasPressed) form.current?.requestSubmit()
  }, [form, wasPressed])
}

function typedFieldsOf(field: RadioNodeList | Element | null): [string, string][] {
  const typed = field instanceof HTMLInputElement && field.value !== field.defaultValue
  return typed ? [[field.name, field.value]] : []
}
