'use client'

import { useEffect, useRef, useState } from 'react'
import { orderActionLabels } from '#lib/orders/labels.ts'
import { questionTexts } from '#lib/questions/labels.ts'
import type { RequestKind } from '#lib/requests/labels.ts'
import { askAboutOrderHref } from '../questions/questions-query.ts'
import { Facts } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { toast } from '../ui/toast-store.ts'
import { CancelOrderQuestion } from './cancel-order-question.tsx'
import { isCancellable } from './cancellable.ts'
import type { ListedOrder } from './listed-order.ts'
import { OrderRequestSection } from './order-request-section.tsx'
import { OrderStatusBadge } from './order-status-badge.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { PrefilledOrderLink } from './prefilled-order-link.tsx'
import { RepeatOrderButton } from './repeat-order-button.tsx'
import { useCancelOrder } from './use-cancel-order.ts'
import { useOrderTimeline } from './use-order-timeline.ts'

interface OrderSheetProps {
  readonly order: ListedOrder
  readonly open: boolean
  readonly onClose: () => void
  /** Whether the dialog opens with the question whether to cancel the order. */
  readonly cancelling?: boolean
  /** Kind of the request whose confirmation is shown when the dialog opens; null for none. */
  readonly requesting?: RequestKind | null
}

/** Dialog with one order of the history: its timeline, and the actions that the member can take. */
export function OrderSheet({ order, open, onClose, cancelling = false, requesting = null }: OrderSheetProps) {
  const timeline = useOrderTimeline(order, open)
  const [asksToCancel, setAsksToCancel] = useState(cancelling)
  const [request, setRequest] = useState<RequestKind | null>(requesting)
  // Text about a call whose response was lost. It stays, because a toast is gone before its two sentences are read.
  const [unknown, setUnknown] = useState<string | null>(null)
  const isOpen = useRef(open)
  useEffect(() => {
    isOpen.current = open
  }, [open])
  const showUnknown = (text: string | null) => {
    // Whoever has closed the dialog meanwhile would see the text only when he opens it again.
    if (text && !isOpen.current) toast(text, { tone: 'bad' })
    else setUnknown(text)
  }
  const { busy, cancel } = useCancelOrder(order.id, (text) => {
    setAsksToCancel(false)
    showUnknown(text)
  })
  const confirmCancellation = () => {
    setUnknown(null)
    void cancel()
  }
  const wrapper = useRef<HTMLDivElement>(null)
  const close = () => {
    setAsksToCancel(cancelling)
    setRequest(requesting)
    setUnknown(null)
    onClose()
    // If a cancellation has removed the button that opened the dialog, focuses the button with the order's id instead.
    // Until the next frame, the focus is still in the closed dialog.
    const focused = document.activeElement
    if (focused === document.body || wrapper.current?.contains(focused))
      wrapper.current?.closest('tr')?.querySelector('button')?.focus({ preventScroll: true })
  }
  const canCancel = isCancellable(order)
  const closeQuestion = cancelling ? close : () => setAsksToCancel(false)
  return (
    // Resets the table cell's alignment for the text of the dialog. `contents` takes the element out of the layout;
    // otherwise it would add a gap to the row of buttons once the dialog is opened.
    <div ref={wrapper} className="contents text-left font-normal whitespace-normal">
      <Dialog
        open={open}
        onClose={close}
        title={`주문 ${order.id}번`}
        footer={
          asksToCancel ? (
            <>
              <Button data-close={!canCancel || undefined} onClick={closeQuestion}>
                {canCancel ? '그대로 두기' : '닫기'}
              </Button>
              {canCancel && (
                <Button tone="bad" busy={busy} onClick={confirmCancellation}>
                  주문 취소하기
                </Button>
              )}
            </>
          ) : (
            <>
              {canCancel && (
                <Button tone="soft" onClick={() => setAsksToCancel(true)}>
                  {orderActionLabels.cancel}
                </Button>
              )}
              <ButtonLink tone="soft" href={askAboutOrderHref(order.id)}>
                {questionTexts.ask}
              </ButtonLink>
              <PrefilledOrderLink order={order} details={timeline.detail?.details} replace />
              {open && order.orderable && timeline.detail && (
                <RepeatOrderButton
                  order={order}
                  details={timeline.detail.details}
                  onPlaced={close}
                  onUnknown={showUnknown}
                />
              )}
            </>
          )
        }
      >
        {open && (
          <>
            <Facts
              align="start"
              facts={[
                { term: '상태', value: <OrderStatusBadge status={order.status} /> },
                { term: '상품', value: order.product },
                { term: '링크', value: <span className="wrap-anywhere">{order.link}</span> },
              ]}
            />
            <OrderRequestSection order={order} openRequest={request} onOpenRequest={setRequest} />
            <OrderTimeline {...timeline} />
            {asksToCancel && !(busy && !canCancel) && <CancelOrderQuestion order={order} />}
            {!asksToCancel && <FormAlert message={unknown} />}
          </>
        )}
      </Dialog>
    </div>
  )
}
