import { useState } from 'react'
import { type OrderStatus, orderStatusLabels } from '#lib/orders/labels.ts'
import type { ListedOrder } from './listed-order.ts'

type OrderState = Pick<ListedOrder, 'id' | 'status'>

const changesText = (before: readonly OrderState[], now: readonly OrderState[]): string =>
  now
    .filter(({ id, status }) => before.some((was) => was.id === id && was.status !== status))
    .map(({ id, status }) => `주문 ${id}번 ${orderStatusLabels[status as OrderStatus]}`)
    .join(', ')

/**
 * Tells a screen reader which of the listed orders have another status now, because the list follows them by itself
 * (RefreshWhileOpen).
 */
export function StatusChanges({ orders }: { readonly orders: readonly OrderState[] }) {
  const [shown, setShown] = useState(orders)
  const [text, setText] = useState('')
  if (shown !== orders) {
    setShown(orders)
    setText(changesText(shown, orders) || text)
  }
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
