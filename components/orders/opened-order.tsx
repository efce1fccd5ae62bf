'use client'

import { useState } from 'react'
import type { ListedOrder } from './listed-order.ts'
import { OrderSheet } from './order-sheet.tsx'

/**
 * Dialog with the order that the URL names. The notification about the end of an order links to such a URL; closing the
 * dialog removes the order from it.
 */
export function OpenedOrder({ order }: { readonly order: ListedOrder }) {
  const [open, setOpen] = useState(true)
  const close = () => {
    setOpen(false)
    const url = new URL(location.href)
    url.searchParams.delete('order')
    window.history.replaceState(null, '', url)
  }
  return <OrderSheet order={order} open={open} onClose={close} />
}
