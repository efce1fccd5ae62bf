'use client'

import type { OrderDetails } from '#lib/catalog/order-details.ts'
import { wonText } from '#lib/money/points.ts'
import { repeatOrderTexts } from '#lib/orders/labels.ts'
import { Button } from '../ui/button.tsx'
import type { ListedOrder } from './listed-order.ts'
import { useRepeatOrder } from './use-repeat-order.ts'

interface RepeatOrderProps {
  readonly order: ListedOrder
  readonly details: OrderDetails | null
  readonly onPlaced: () => void
  /** Gets the text to show after a lost response; null once the order is sent again. */
  readonly onUnknown: (text: string | null) => void
}

/**
 * Button that places an earlier order again with one press. Renders nothing until the price is known, because its text
 * contains the price.
 */
export function RepeatOrderButton({ order, details, onPlaced, onUnknown }: RepeatOrderProps) {
  const { price, busy, repeat } = useRepeatOrder(order, details, { onPlaced, onUnknown })
  if (price === null) return null
  return (
    <Button tone="main" busy={busy} onClick={() => void repeat()}>
      {repeatOrderTexts.button(wonText(price))}
    </Button>
  )
}
