'use client'

import { CircleCheck } from 'lucide'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { wonText } from '#lib/money/points.ts'
import { alreadyPlacedMessage } from '#lib/orders/labels.ts'
import { Facts } from '../ui/amount.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { quantityText } from './order-draft.ts'
import type { PlacedOrderView } from './use-place-order.ts'

// Offers to show notifications about the order. The code of the offer is loaded only after an order was placed, so that
// the order form doesn't wait for it. If loading fails, the card is shown without the offer.
const PushOffer = lazy(() =>
  import('../push/push-offer.tsx').then(
    (loaded) => ({ default: loaded.PushOffer }),
    () => ({ default: () => <></> }),
  ),
)

/** Card at the top of the screen with the order that was just placed (docs/product.md#order-screen). */
export function PlacedOrderCard({
  placed,
  pressesAfterOrder,
}: {
  readonly placed: PlacedOrderView
  /** Number of presses of the order button since the order was placed, with nothing typed in between. */
  readonly pressesAfterOrder: number
}) {
  const card = useRef<HTMLElement>(null)
  // Moves the focus to the card, for keyboards and screen readers. The screen has already scrolled to the top.
  useEffect(() => card.current?.focus({ preventScroll: true }), [])
  // Scrolls back to the card when the order button, further down, is pressed again.
  useEffect(() => {
    if (pressesAfterOrder > 0) window.scrollTo({ top: 0 })
  }, [pressesAfterOrder])
  const { orderId, autoOrderId, serviceId, name, link, amount: quantityPerRun, runs, isMaximum, point } = placed
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label="주문 완료"
      className="grid animate-sink gap-3 rounded-card bg-good-soft px-[18px] py-4 [--ink-3:var(--ink-2)]"
    >
      <h2 className="flex items-center gap-2 text-l font-semibold text-good">
        <Icon shape={CircleCheck} size={20} />
        {autoOrderId === undefined ? '주문이 접수됐어요' : '자동주문이 시작됐어요'}
      </h2>
      <Facts
        align="start"
        facts={[
          // Id of the auto order, as on /auto-order-history. `orderId` is the id of its first run's order.
          ...(autoOrderId === undefined ? [] : [{ term: '자동주문번호', value: autoOrderId }]),
          { term: '주문번호', value: orderId },
          { term: '상품', value: name },
          { term: '상품번호', value: serviceId },
          { term: '링크', value: link },
          { term: '수량', value: quantityText(quantityPerRun, runs, isMaximum) },
          { term: '결제금액', value: wonText(point) },
        ]}
      />
      <p role="status" className={pressesAfterOrder > 0 ? 'font-semibold' : 'sr-only'}>
        {pressesAfterOrder > 0 && alreadyPlacedMessage}
      </p>
      <div>
        <ButtonLink href={autoOrderId === undefined ? '/order-history' : '/auto-order-history'} size="s">
          내역 보기
        </ButtonLink>
      </div>
      <Suspense>
        <PushOffer />
      </Suspense>
    </section>
  )
}
