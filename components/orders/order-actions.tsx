'use client'

import { useState } from 'react'
import { orderActionLabels } from '#lib/orders/labels.ts'
import { type RequestKind, requestButtonTexts } from '#lib/requests/labels.ts'
import { Button } from '../ui/button.tsx'
import { useSheet } from '../ui/use-sheet.ts'
import { isCancellable } from './cancellable.ts'
import type { ListedOrder } from './listed-order.ts'
import { OrderSheet } from './order-sheet.tsx'
import { PrefilledOrderLink } from './prefilled-order-link.tsx'

/**
 * Buttons for an order: cancel it (until it is sent to a provider), request a refill, a cancellation or more speed,
 * order it again. Shows only those that are possible now.
 */
export function OrderActions({ order }: { readonly order: ListedOrder }) {
  const { open, hasOpened, show, hide } = useSheet()
  const [requestKind, setRequestKind] = useState<RequestKind | null>(null)
  const canCancel = isCancellable(order)
  const offers = (order.requestInfo?.offers ?? []).filter(({ allowed }) => allowed)
  if (!canCancel && !open && !order.orderable && offers.length === 0) return null
  const openWith = (kind: RequestKind | null) => {
    setRequestKind(kind)
    show()
  }
  return (
    <div className="flex flex-wrap items-center gap-2 pt-1">
      {canCancel && (
        <Button
          size="s"
          tone="soft"
          aria-label={`${orderActionLabels.cancel}, ${order.id}번`}
          onClick={() => openWith(null)}
        >
          {orderActionLabels.cancel}
        </Button>
      )}
      {offers.map(({ kind }) => (
        <Button
          key={kind}
          size="s"
          tone="soft"
          aria-label={`${requestButtonTexts[kind].button}, ${order.id}번`}
          onClick={() => openWith(kind)}
        >
          {requestButtonTexts[kind].button}
        </Button>
      ))}
      <PrefilledOrderLink order={order} size="s" />
      {offers.map(
        ({ kind, text }) =>
          kind === 'REFILL' && (
            <span key={kind} className="basis-full text-s whitespace-nowrap text-ink-3">
              {text}
            </span>
          ),
      )}
      {hasOpened && (
        <OrderSheet
          key={requestKind}
          order={order}
          open={open}
          onClose={hide}
          cancelling={requestKind === null}
          requesting={requestKind}
        />
      )}
    </div>
  )
}
