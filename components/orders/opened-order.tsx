'use client'

import { useState } from 'react'
import type { ListedOrder } from './listed-order.ts'
import { OrderSheet } from './order-sheet.tsx'

/** The sheet of the order that the address names, as the notice of its end does. The address loses it when it is closed. */
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
