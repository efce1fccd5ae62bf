'use client'

import { type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { Product } from '../catalog/product.ts'
import { productHref } from '../catalog/product-list.tsx'
import { draftFor, type OrderDraft, quoteOf } from './order-draft.ts'
import { OrderSteps } from './order-steps.tsx'
import { OrderSummary } from './order-summary.tsx'
import { SuccessCard } from './success-card.tsx'
import { useOrderDraft } from './use-order-draft.ts'
import { type OrderViewer, usePlaceOrder } from './use-place-order.ts'

interface OrderScreenProps {
  readonly products: readonly Product[]
  readonly platform: { readonly id: number; readonly text: string } | null
  readonly viewer: OrderViewer
  /** Rendered on the server: notices and tiles, and the chips of step 1. */
  readonly head: ReactNode
  readonly categories: ReactNode
}

/** The order form: everything chosen on the left, what it costs and the one button on the right. */
export function OrderScreen({ products, platform, viewer, head, categories }: OrderScreenProps) {
  const form = useRef<HTMLFormElement>(null)
  const { product, draft, setDraft } = useOrderDraft(form, products)
  const { busy, failure, placed, place, clearFailure } = usePlaceOrder({
    onPlaced: () => {
      setDraft(draftFor(product))
      window.scrollTo({ top: 0 })
    },
    onRefused: ({ path }) => {
      const field = path && form.current?.elements.namedItem(path)
      if (field instanceof HTMLElement) field.focus()
    },
  })
  const change = (changed: Partial<OrderDraft>) => {
    setDraft({ ...draft, ...changed })
    clearFailure()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void place({ viewer, product, draft })
  }
  return (
    <form
      ref={form}
      method="dialog"
      noValidate
      aria-label="주문"
      onSubmit={submit}
      onKeyDown={keepComposing}
      className="group/screen grid grid-cols-1 items-start gap-3 wide:grid-cols-[minmax(0,1fr)_clamp(288px,32vw,360px)] wide:gap-6"
    >
      <div className="grid min-w-0 grid-cols-1 gap-3 wide:gap-4">
        {placed && <SuccessCard key={placed.orderId} placed={placed} />}
        {head}
        <OrderSteps
          products={products}
          platform={platform}
          categories={categories}
          onChoose={(id) => {
            clearFailure()
            window.history.replaceState(null, '', productHref(id))
          }}
          fields={{ draft, product, failure, onChange: change }}
        />
      </div>
      <OrderSummary
        viewer={viewer}
        product={product}
        draft={draft}
        quote={quoteOf(draft, product)}
        failure={failure}
        busy={busy}
      />
    </form>
  )
}

/** Enter that ends a Hangul composition writes a syllable; it orders nothing. */
function keepComposing(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.nativeEvent.isComposing) event.preventDefault()
}
