'use client'

import { orderActions, orderStatus } from '#lib/orders/labels.ts'
import { Button } from '../ui/button.tsx'
import { useSheet } from '../ui/use-sheet.ts'
import type { ListedOrder } from './listed-order.ts'
import { OrderAgain } from './order-again.tsx'
import { OrderSheet } from './order-sheet.tsx'

/** Buttons on an order's card on a phone: cancel it while it is pending, order the same again. */
export function OrderActions({ order }: { readonly order: ListedOrder }) {
  const { open, show, hide } = useSheet()
  const waits = order.status === orderStatus.PENDING
  if (!waits && !open && !order.orderable) return null
  return (
    <div className="flex flex-wrap gap-2 pt-1">
      {waits && (
        <Button size="s" tone="soft" aria-label={`${orderActions.cancel}, ${order.id}번`} onClick={show}>
          {orderActions.cancel}
        </Button>
      )}
      <OrderAgain order={order} size="s" />
      <OrderSheet order={order} open={open} onClose={hide} cancelling />
    </div>
  )
}
