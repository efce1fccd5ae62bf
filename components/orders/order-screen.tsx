'use client'

import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Product } from '../catalog/product.ts'
import { isComposing } from '../ui/composing.ts'
import type { LinkContext } from './link-advice.ts'
import { balanceIssueOf, draftFor, type OrderDraft, quoteOf, touchedFieldErrors } from './order-draft.ts'
import { OrderSteps } from './order-steps.tsx'
import { OrderSummary } from './order-summary.tsx'
import { SuccessCard } from './success-card.tsx'
import { useProductChoice } from './use-choice.ts'
import { useLinkHelp } from './use-link-help.ts'
import { useOrderDraft } from './use-order-draft.ts'
import { type OrderViewer, usePlaceOrder } from './use-place-order.ts'
import { useIsSettled } from './use-settled.ts'

interface OrderScreenProps {
  readonly products: readonly Product[]
  readonly context: LinkContext
  readonly viewer: OrderViewer
  /** Rendered on the server: `head` contains notices and platform tiles, `categories` the chips of step 1. */
  readonly head: ReactNode
  readonly categories: ReactNode
}

const noTouchedFields: ReadonlySet<string> = new Set()

/** The order form: the five steps on the left, the summary with the submit button on the right. */
export function OrderScreen({ products, context, viewer, head, categories }: OrderScreenProps) {
  const form = useRef<HTMLFormElement>(null)
  const { product, pick, draft, setDraft } = useOrderDraft(form, products)
  const [touched, setTouched] = useState(noTouchedFields)
  const { busy, failure, placed, place, clearFailure } = usePlaceOrder({
    onPlaced: () => {
      setDraft(draftFor(product))
      setTouched(noTouchedFields)
      window.scrollTo({ top: 0 })
    },
    onRefused: ({ path }) => {
      const field = path && form.current?.elements.namedItem(path)
      if (field instanceof HTMLElement) field.focus()
    },
  })
  const change = (changed: Partial<OrderDraft>) => {
    setDraft((now) => ({ ...now, ...changed }))
    // Switching auto-order on shows two empty fields, which must not be marked as wrong before they are touched.
    setTouched(changed.auto === undefined ? new Set([...touched, ...Object.keys(changed)]) : noTouchedFields)
    clearFailure()
  }
  const choice = useProductChoice(products, pick)
  const linkHelp = useLinkHelp(context, choice, {
    chosen: product?.id,
    link: draft.link,
    onLink: (link) => change({ link }),
  })
  const calm = useIsSettled(draft)
  const errors = {
    ...(calm && touchedFieldErrors(draft, product, touched)),
    ...(failure && { [failure.path]: failure.message }),
  }
  const short =
    viewer.kind === 'member' && calm && touched.size > 0 ? balanceIssueOf(draft, product, viewer.balance) : null
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
      onKeyDown={ignoreComposingEnter}
      className="group/screen grid grid-cols-1 items-start gap-3 wide:grid-cols-[minmax(0,1fr)_clamp(288px,32vw,360px)] wide:gap-6"
    >
      <div className="grid min-w-0 grid-cols-1 gap-3 wide:gap-4" data-pending={choice.pending || undefined}>
        {placed && <SuccessCard key={placed.orderId} placed={placed} />}
        {head}
        <OrderSteps
          products={products}
          categories={categories}
          onChoose={(id) => {
            clearFailure()
            choice.chooseProduct(id)
          }}
          linkHelp={linkHelp}
          fields={{ draft, product, errors, onChange: change }}
        />
      </div>
      <OrderSummary
        viewer={viewer}
        product={product}
        draft={draft}
        quote={quoteOf(draft, product)}
        failure={failure}
        shortage={short}
        busy={busy}
      />
    </form>
  )
}

/** Prevents the Enter that ends a Hangul composition from submitting the form. */
function ignoreComposingEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
}
