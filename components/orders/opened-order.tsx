'use client'

import { useState } from 'react'
import type { ListedOrder } from './listed-order.ts'
import { OrderSheet } from './order-sheet.tsx'

/**
 * Opens the sheet of the order named in the URL, to which the notice of its end links; closing it removes the order
 * from the URL.
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
