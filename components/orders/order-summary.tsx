import Link from 'next/link'
import type { Issue } from '#lib/core/errors.ts'
import { formatWon, type Points, wonText } from '#lib/money/points.ts'
import { insufficientPointsMessage } from '#lib/orders/errors.ts'
import { activeOrderLabel, chargeBalanceLabel, chargeMissingPointsLabel } from '#lib/orders/labels.ts'
import type { Product } from '../catalog/product.ts'
import { ViewerPrice } from '../catalog/viewer-price.tsx'
import { Amount, Facts } from '../ui/amount.tsx'
import { hrefOf } from '../ui/href.ts'
import { SummaryButton, SummaryCard } from '../ui/summary-card.tsx'
import { computeQuantities, isLinkless, type OrderDraft, quantityText } from './order-draft.ts'
import type { OrderFailure, OrderFormViewer } from './use-place-order.ts'

interface OrderSummaryProps {
  readonly viewer: OrderFormViewer
  readonly product: Product | undefined
  readonly draft: OrderDraft
  /** Total quantity and price; null if they aren't known (`computeQuote`). */
  readonly quote: { readonly quantity: number; readonly price: Points } | null
  readonly failure: OrderFailure | null
  /** Error that the balance doesn't cover the draft, shown while the member types; null without this error. */
  readonly shortage: Issue | null
  /** Whole won that are missing to pay the draft; 0 if none are missing, or if no member is signed in. */
  readonly missing: number
  readonly busy: boolean
}

/** Longest total, in characters, that fits on one line at size xl. */
const MAX_LARGE_TOTAL_LENGTH = 14

/**
 * Paths of errors that belong to no field of the form: '' for the whole order, 'serviceId' for a missing product. The
 * summary shows these errors.
 */
const fieldlessIssuePaths = ['', 'serviceId']

/**
 * Price and order button: beside the form on screens of 881px and more, otherwise fixed at the bottom of the screen.
 */
export function OrderSummary({ viewer, product, draft, quote, failure, shortage, missing, busy }: OrderSummaryProps) {
  const { amount: quantityPerRun, runs } = computeQuantities(draft, product)
  const total = quote ? formatWon(quote.price) : '-'
  const isRefused = failure !== null && fieldlessIssuePaths.includes(failure.path)
  return (
    <SummaryCard label="주문 요약">
      <Facts
        className="mt-4 max-wide:hidden"
        facts={[
          // A name may have no space: its longest word alone may be wider than the card.
          { term: '상품', value: <span className="wrap-anywhere">{product?.name ?? '-'}</span> },
          { term: '단가', value: product ? <ViewerPrice {...product} /> : '-' },
          { term: '수량', value: quote ? quantityText(quantityPerRun, runs, isLinkless(product)) : '-' },
          { term: '주문 후 잔액', value: <BalanceAfter viewer={viewer} price={quote?.price} /> },
        ]}
      />
      {isRefused && <OrderFailureNotice failure={failure} missing={missing} />}
      {/* This element is always rendered, because screen readers don't announce a live region that is added
          together with its text. */}
      <div role="status" className="contents">
        {!isRefused && shortage && <OrderFailureNotice failure={shortage} missing={missing} calm />}
      </div>
      <p className="grid max-wide:flex-[999_1_8rem] wide:mt-4 wide:flex wide:flex-wrap wide:items-baseline wide:justify-between wide:gap-x-4 wide:border-t wide:border-line wide:pt-4">
        <span className="max-wide:text-s max-wide:text-ink-3">총 결제금액</span>
        <Amount
          size={total.length > MAX_LARGE_TOTAL_LENGTH ? 'l' : 'xl'}
          text={total}
          className="max-wide:text-l max-wide:whitespace-normal max-wide:wrap-anywhere wide:ml-auto"
        />
      </p>
      <SummaryButton busy={busy}>주문하기</SummaryButton>
      <p className="mt-3 text-s text-ink-3 max-wide:hidden">결제 후 72시간 안에만 환불할 수 있어요.</p>
    </SummaryCard>
  )
}

function BalanceAfter({ viewer, price }: { readonly viewer: OrderFormViewer; readonly price: Points | undefined }) {
  if (viewer.kind !== 'member') return <span className="font-normal text-ink-3">로그인 후 표시</span>
  if (price === undefined) return '-'
  const balanceAfter = viewer.balance - price
  return balanceAfter < 0n ? <span className="text-bad">{formatWon(-balanceAfter)} 부족</span> : formatWon(balanceAfter)
}

/**
 * Why the order failed or can't be placed. Adds a note that a retry is safe if the outcome is unknown; a link to the
 * order that must end first, if there is one; and a link to the charge screen if points are missing.
 */
function OrderFailureNotice({
  failure,
  missing,
  calm = false,
}: {
  readonly failure: OrderFailure
  readonly missing: number
  /** True while the order is being typed: screen readers then don't interrupt to announce the error. */
  readonly calm?: boolean
}) {
  return (
    <div
      role={calm ? undefined : 'alert'}
      // A single line on phones while the member types; a taller bar would cover the quantity field.
      className={`gap-x-3 gap-y-0.5 rounded-field bg-bad-soft px-3.5 py-2.5 text-s max-wide:basis-full max-wide:mb-3 wide:mt-4 wide:grid ${calm ? 'flex flex-wrap' : 'grid'}`}
    >
      <p className="font-semibold text-bad">{failure.message}</p>
      {failure.unknown && <p className="text-ink-2">연결이 고르지 않아요. 다시 눌러도 두 번 결제되지 않아요.</p>}
      {failure.activeOrder && (
        <Link
          href={hrefOf('/order-history', { order: failure.activeOrder })}
          prefetch={false}
          className="relative font-semibold text-main-text after:absolute after:-inset-x-2 after:-inset-y-2.5"
        >
          {activeOrderLabel}
        </Link>
      )}
      {failure.message === insufficientPointsMessage && (
        <Link
          href={hrefOf('/point', { amount: missing || null })}
          prefetch={false}
          className="relative font-semibold wrap-anywhere text-main-text after:absolute after:-inset-x-2 after:-inset-y-2.5"
        >
          {missing > 0 ? chargeMissingPointsLabel(wonText(missing)) : chargeBalanceLabel}
        </Link>
      )}
    </div>
  )
}
