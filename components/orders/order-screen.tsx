'use client'

import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { insufficientPointsMessage } from '#lib/orders/errors.ts'
import { notOrderableMessage, platformMismatchQuestion } from '#lib/orders/labels.ts'
import type { Product } from '../catalog/product.ts'
import { isComposing } from '../ui/composing.ts'
import type { LinkContext } from './link-advice.ts'
import {
  computeQuote,
  findBalanceIssue,
  findBrokenFields,
  findFieldToFillIn,
  findFirstBrokenRule,
  isLinkless,
  missingWon,
  newDraftFor,
  type OrderDraft,
  touchedFieldErrors,
} from './order-draft.ts'
import { OrderSteps } from './order-steps.tsx'
import { OrderSummary } from './order-summary.tsx'
import type { PlatformQuestionProps } from './platform-question.tsx'
import { useDetailFields } from './use-detail-fields.ts'
import { useDraftReturn } from './use-draft-return.ts'
import { useIsSettled } from './use-is-settled.ts'
import { useLinkHelp } from './use-link-help.ts'
import { useOrderDraft } from './use-order-draft.ts'
import { type OrderFormViewer, usePlaceOrder } from './use-place-order.ts'
import { usePlatformQuestion } from './use-platform-question.ts'
import { useProductChoice } from './use-product-choice.ts'

interface OrderScreenProps {
  readonly products: readonly Product[]
  readonly context: LinkContext
  readonly viewer: OrderFormViewer
  /**
   * Parts that the page renders. `head`: announcements, favorites and platform tiles. `categories`: the chips of step
   * 1.
   */
  readonly head: ReactNode
  readonly categories: ReactNode
}

const loadPlacedOrderCard = () => import('./placed-order-card.tsx')

// The card is loaded while the order is being placed. If loading fails, only the toast says that the order was placed.
const PlacedOrderCard = lazy(() =>
  loadPlacedOrderCard().then(
    (loaded) => ({ default: loaded.PlacedOrderCard }),
    () => ({ default: () => <></> }),
  ),
)

// The question is loaded when an order's link belongs to another platform, which is rare. If loading fails,
// `window.confirm` asks it instead.
const PlatformQuestion = lazy<ComponentType<PlatformQuestionProps>>(() =>
  import('./platform-question.tsx').then(
    (loaded) => ({ default: loaded.PlatformQuestion }),
    () => ({ default: PlainPlatformQuestion }),
  ),
)

const noTouchedFields: ReadonlySet<string> = new Set()
const restoredFields: ReadonlySet<string> = new Set(['link', 'amount', 'details'])

/** The order form: the five steps on the left, the summary with the order button on the right. */
export function OrderScreen({ products, context, viewer, head, categories }: OrderScreenProps) {
  const form = useRef<HTMLFormElement>(null)
  const [touched, setTouched] = useState(noTouchedFields)
  const {
    product: chosen,
    pick,
    draft,
    setDraft,
  } = useOrderDraft(form, products, {
    owner: viewer.kind === 'member' ? viewer.memberId : null,
    // Marks the fields as touched, so that errors of a restored draft, such as missing points, are shown.
    onRestored: (isReturn) => {
      setTouched(restoredFields)
      if (isReturn) showForm()
    },
  })
  const { product, Fields } = useDetailFields(chosen)
  const showForm = useDraftReturn(form, findFieldToFillIn(draft, product))
  /** The empty draft that was set after the last order. As long as nothing is typed, `draft` is this same object. */
  const [draftAfterOrder, setDraftAfterOrder] = useState<OrderDraft | null>(null)
  const [pressesAfterOrder, setPressesAfterOrder] = useState(0)
  const question = usePlatformQuestion(context)
  const {
    busy,
    failure: lastFailure,
    placed,
    place,
    clearFailure,
  } = usePlaceOrder({
    onPlaced: () => {
      const empty = newDraftFor(product)
      setDraft(empty)
      setDraftAfterOrder(empty)
      setPressesAfterOrder(0)
      setTouched(noTouchedFields)
      window.scrollTo({ top: 0 })
    },
    onRefused: ({ path }) => {
      setTouched(new Set([...touched, ...(product?.type ? ['details', ...findBrokenFields(draft, product)] : [])]))
      if (path) focusField(form.current, path)
    },
  })
  const change = (changed: Partial<OrderDraft>, ...names: string[]) => {
    setDraft((now) => ({ ...now, ...changed }))
    // Switching auto-order on shows two more fields, which mustn't show errors before they are touched.
    setTouched(changed.auto === undefined ? new Set([...touched, ...Object.keys(changed), ...names]) : noTouchedFields)
    clearFailure()
  }
  const choice = useProductChoice(products, pick)
  const choose = (id: number) => {
    clearFailure()
    choice.chooseProduct(id)
  }
  const linkHelp = useLinkHelp(context, choice, {
    chosen: product?.id,
    link: draft.link,
    onLink: (link) => change({ link }),
  })
  // True if the last order was refused because of missing points or an unavailable product, and the reason no longer
  // applies.
  const isOver =
    viewer.kind === 'member' &&
    [insufficientPointsMessage, notOrderableMessage].some((message) => message === lastFailure?.message) &&
    !findFirstBrokenRule(draft, product, viewer.balance)
  const failure = isOver ? null : lastFailure
  const isSettled = useIsSettled(draft)
  const errors = {
    ...(isSettled && touchedFieldErrors(draft, product, touched)),
    ...(failure && { [failure.path]: failure.message }),
  }
  const shortage =
    viewer.kind === 'member' && isSettled && touched.size > 0 ? findBalanceIssue(draft, product, viewer.balance) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // An order was just placed and nothing has been typed since: this is the second press of a double tap and orders
    // nothing.
    if (placed && draft === draftAfterOrder) return setPressesAfterOrder((presses) => presses + 1)
    loadPlacedOrderCard().catch(() => {})
    const isReady = viewer.kind === 'member' && !findFirstBrokenRule(draft, product, viewer.balance)
    if (isReady && !isLinkless(product) && question.ask(draft.link)) return
    void place({ viewer, product, draft })
  }
  const answerQuestion = (isMeant: boolean) => {
    question.close()
    if (isMeant) void place({ viewer, product, draft })
    // Focuses the field later: until the dialog has closed, nothing outside it can take the focus.
    else setTimeout(() => focusField(form.current, 'link'))
  }
  return (
    <>
      <form
        ref={form}
        method="dialog"
        noValidate
        aria-label="주문"
        onSubmit={submit}
        onKeyDown={handleEnter}
        className="group/screen grid grid-cols-1 items-start gap-3 wide:grid-cols-[minmax(0,1fr)_clamp(288px,32vw,360px)] wide:gap-6"
      >
        <div className="grid min-w-0 grid-cols-1 gap-3 wide:gap-4" data-pending={choice.pending || undefined}>
          {placed && (
            <Suspense>
              <PlacedOrderCard key={placed.orderId} placed={placed} pressesAfterOrder={pressesAfterOrder} />
            </Suspense>
          )}
          {head}
          <OrderSteps
            products={products}
            favorites={viewer.favorites}
            categories={categories}
            isCategoryChosen={context.category !== null}
            onChoose={choose}
            onFound={(id) => {
              choose(id)
              focusField(form.current, 'link')
            }}
            linkHelp={linkHelp}
            fields={{ draft, product, errors, onChange: change }}
            details={
              product?.type && {
                type: product.type,
                Fields,
                onChange: (name, text) => change({ details: { ...draft.details, [name]: text } }, name),
              }
            }
          />
        </div>
        <OrderSummary
          viewer={viewer}
          product={product}
          draft={draft}
          quote={computeQuote(draft, product)}
          failure={failure}
          shortage={shortage}
          missing={viewer.kind === 'member' ? missingWon(draft, product, viewer.balance) : 0}
          busy={busy}
        />
      </form>
      {question.platform && (
        <Suspense>
          <PlatformQuestion
            platform={question.platform.text}
            productPlatform={context.platform?.text ?? ''}
            onAnswer={answerQuestion}
          />
        </Suspense>
      )}
    </>
  )
}

function PlainPlatformQuestion({ platform, productPlatform, onAnswer }: PlatformQuestionProps) {
  const ask = useEffectEvent(() => onAnswer(window.confirm(platformMismatchQuestion(platform, productPlatform).text)))
  useEffect(() => ask(), [])
  return null
}

function focusField(form: HTMLFormElement | null, name: string): void {
  // Without a quantity field, the quantity is the number of lines in a text area, which is focused instead. Without a
  // link field, the first field for a detail is focused.
  const fallbackSelector = name === 'amount' ? 'textarea' : '[data-detail]'
  const field = form?.elements.namedItem(name) ?? form?.querySelector(fallbackSelector)
  if (field instanceof HTMLElement) field.focus()
}

/**
 * Makes Enter in the link field or in a field for a detail focus the next field; it doesn't place the order. In every
 * field, an Enter that ends a Hangul composition does nothing else. In a text area, Enter starts a new line.
 */
function handleEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || event.target instanceof HTMLTextAreaElement) return
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('[name=link], [data-detail], [name=amount]')]
  const at = fields.findIndex((field) => field === event.target && field.getAttribute('name') !== 'amount')
  if (at < 0 && !isComposing(event)) return
  event.preventDefault()
  if (!isComposing(event)) fields[at + 1]?.focus()
}
