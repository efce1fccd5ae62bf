'use client'

import { useState } from 'react'
import { formatPoints, pointsFromNumber } from '#lib/money/points.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import type { OrderRow } from '#lib/orders/schema.ts'
import { Facts } from '../ui/amount.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { OrderStatusBadge } from './order-status-badge.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { useCancelOrder } from './use-cancel-order.ts'
import { useOrderTimeline } from './use-order-timeline.ts'

type NumberedOrder = OrderRow & { readonly product: string }

/** An order's number; pressing it opens a dialog with the order's timeline. */
export function OrderNumber({ order }: { readonly order: NumberedOrder }) {
  const [open, setOpen] = useState(false)
  return (
    <span className="whitespace-nowrap tabular-nums">
      <button
        type="button"
        aria-label={`주문번호 ${order.id} 진행 과정`}
        onClick={() => setOpen(true)}
        className="relative font-semibold text-main-text after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline"
      >
        {order.id}
      </button>
      {order.autoOrderId !== null && (
        <Badge pill className="ml-1.5">
          자동
        </Badge>
      )}
      <OrderDialog order={order} open={open} onClose={() => setOpen(false)} />
    </span>
  )
}

interface OrderDialogProps {
  readonly order: NumberedOrder
  readonly open: boolean
  readonly onClose: () => void
}

function OrderDialog({ order, open, onClose }: OrderDialogProps) {
  const timeline = useOrderTimeline(order, open)
  const [asking, setAsking] = useState(false)
  const { busy, cancel } = useCancelOrder(order.id, () => setAsking(false))
  const close = () => {
    setAsking(false)
    onClose()
  }
  const waits = order.status === orderStatus.PENDING
  return (
    // Resets the table cell's alignment for the dialog's text.
    <div className="text-left font-normal whitespace-normal">
      <Dialog
        open={open}
        onClose={close}
        title={`주문 ${order.id}번`}
        footer={waits && <CancelFooter {...{ asking, setAsking, busy, cancel }} />}
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
            <OrderTimeline {...timeline} />
            {waits && asking && (
              <p role="alert" className="rounded-field bg-bad-soft px-3.5 py-2.5 font-semibold text-bad">
                {formatPoints(pointsFromNumber(order.point) ?? 0n)}를 돌려받습니다. 주문을 취소할까요?
              </p>
            )}
          </>
        )}
      </Dialog>
    </div>
  )
}

interface FooterProps {
  readonly asking: boolean
  readonly setAsking: (asking: boolean) => void
  readonly busy: boolean
  readonly cancel: () => void
}

/** Cancel buttons of a pending order: the first press asks for confirmation, the second one cancels. */
function CancelFooter({ asking, setAsking, busy, cancel }: FooterProps) {
  if (!asking)
    return (
      <Button tone="soft" onClick={() => setAsking(true)}>
        주문 취소
      </Button>
    )
  return (
    <>
      <Button onClick={() => setAsking(false)}>그대로 두기</Button>
      <Button tone="bad" busy={busy} onClick={cancel}>
        주문 취소하기
      </Button>
    </>
  )
}
