'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Product } from '../catalog/product.ts'
import { productHref } from '../catalog/product-list.tsx'
import { wasSubmittedEarly } from '../ui/early-submits.ts'
import { hasTypedInput, newDraftFor, type OrderDraft } from './order-draft.ts'
import {
  consumeReturnToDraft,
  type DraftOwner,
  readStoredDraft,
  removeStoredDraft,
  storeDraft,
} from './stored-draft.ts'

type FormRef = RefObject<HTMLFormElement | null>

/** `shownAt`: query of the URL at which the form showed the product; null if it hasn't been shown yet. */
interface PickedProduct {
  readonly idInUrl: string | null
  readonly id: string | null
  readonly shownAt: string | null
}

/**
 * Returns the selected product, and the function `pick`, which selects another one. The selected product is the one
 * that was pressed last or named last by `?service=` in the URL. If the URL names a category or platform instead, it is
 * the first product of `products`. A product pressed while a category or platform is still loading stays selected.
 *
 * A refresh of the page may bring a changed list. The selected product stays selected even if it is no longer the first
 * one. If staff have withdrawn it, no product is selected, because the user has chosen no other.
 */
function usePickedProduct(products: readonly Product[]) {
  const searchParams = useSearchParams()
  const idInUrl = searchParams.get('service')
  const query = searchParams.toString()
  const [picked, setPicked] = useState<PickedProduct>({ idInUrl, id: idInUrl, shownAt: null })
  const found = products.find(({ id }) => String(id) === picked.id)
  const isWithdrawn = !found && picked.shownAt === query
  const product = isWithdrawn ? undefined : (found ?? products[0])
  if (picked.idInUrl !== idInUrl) {
    const isFirstWanted = searchParams.size > 0 && picked.id === picked.idInUrl
    setPicked({ idInUrl, id: idInUrl ?? (isFirstWanted ? null : picked.id), shownAt: null })
  } else if (product && (found || idInUrl === null)) {
    const id = String(product.id)
    if (picked.id !== id || picked.shownAt !== query) setPicked({ idInUrl, id, shownAt: query })
  }
  return { product, pick: (id: number) => setPicked({ idInUrl, id: String(id), shownAt: query }) }
}

/**
 * The selected product and its draft. Each change of the draft is stored for `owner`. `onRestored` is called after a
 * stored draft has filled an empty form; `isReturn` is true if the user was led back to the draft by a login, a charge
 * or the button to order again.
 */
export function useOrderDraft(
  form: FormRef,
  products: readonly Product[],
  { owner, onRestored }: { readonly owner: DraftOwner; onRestored(isReturn: boolean): void },
) {
  const { product, pick } = usePickedProduct(products)
  const [draft, setDraft] = useState<OrderDraft>(() => newDraftFor(product))
  const id = product?.id ?? 0
  // Selecting another product in any way (list, tile, browser history) starts a new draft with the same link and
  // details.
  if (draft.serviceId !== id) setDraft(newDraftFor(product, draft.link, draft.details))

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
 * Restores the stored draft when the form shows its product, and stores what is typed. If the URL names no product,
 * category or platform, goes to the draft's product. If the URL names another product than the draft's, or a category
 * or platform, the form shows what the URL names, and the draft stays stored.
 */
function useStoredDraft({ product, draft, owner, onRestored, setDraft, form }: StoredDraftOptions) {
  const router = useRouter()
  const searchParams = useSearchParams()
  const id = product?.id ?? 0
  // True once the stored draft is this form's draft. Until then, the stored draft may belong to another product, and an
  // empty form must not remove it.
  const isDraftOfForm = useRef(false)
  const restore = useEffectEvent(() => {
    const stored = readStoredDraft(owner)
    // The URL names the draft's product, but it is no longer on sale: only the draft's link can be restored.
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
    // Removes the mark of `markReturnToDraft`: a login sets it even if there is no draft.
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
    if (hasTypedInput(draft, product)) {
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
 * Copies values typed before hydration into the draft, and submits the form if its button was pressed before hydration.
 * Does not submit if the focus is still in the link field: Enter there must not place an order (`handleEnter` in
 * order-screen.tsx), but before hydration the browser treats it like a press of the button.
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
