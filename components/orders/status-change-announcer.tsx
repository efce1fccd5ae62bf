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
 * Announces to screen readers which listed orders have changed their status. RefreshWhileOpen updates the list without
 * any press, so people who use a screen reader wouldn't notice a change otherwise.
 */
export function StatusChangeAnnouncer({ orders }: { readonly orders: readonly OrderState[] }) {
  const [previous, setPrevious] = useState(orders)
  const [text, setText] = useState('')
  if (previous !== orders) {
    setPrevious(orders)
    setText(changesText(previous, orders) || text)
  }
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
