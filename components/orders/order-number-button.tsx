'use client'

import { Badge } from '../ui/badge.tsx'
import { useSheet } from '../ui/use-sheet.ts'
import type { ListedOrder } from './listed-order.ts'
import { OrderSheet } from './order-sheet.tsx'

/** Button with an order's id that opens a dialog with the order's timeline. */
export function OrderNumberButton({ order }: { readonly order: ListedOrder }) {
  const { open, hasOpened, show, hide } = useSheet()
  return (
    <span className="tabular-nums">
      <button
        type="button"
        aria-label={`주문번호 ${order.id} 진행 과정`}
        onClick={show}
        className="relative font-semibold whitespace-nowrap text-main-text after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline"
      >
        {order.id}
      </button>
      {order.autoOrderId !== null && (
        <Badge pill className="ml-1.5">
          자동
        </Badge>
      )}
      {hasOpened && <OrderSheet order={order} open={open} onClose={hide} />}
    </span>
  )
}
