'use client'

import { useState } from 'react'
import type { ListedOrder } from './listed-order.ts'
import { OrderSheet } from './order-sheet.tsx'

/**
 * Dialog with the order in the URL's parameter `order`. A notification about an ended order links to such a URL.
 * Closing the dialog removes the parameter.
 */
export function OpenedOrderDialog({ order }: { readonly order: ListedOrder }) {
  const [open, setOpen] = useState(true)
  const close = () => {
    setOpen(false)
    const url = new URL(location.href)
    url.searchParams.delete('order')
    window.history.replaceState(null, '', url)
  }
  return <OrderSheet order={order} open={open} onClose={close} />
}
