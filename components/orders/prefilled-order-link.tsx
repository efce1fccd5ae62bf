'use client'

import type { OrderDetails } from '#lib/catalog/order-details.ts'
import { orderActionLabels } from '#lib/orders/labels.ts'
import { productHref } from '../catalog/product-list.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import type { ListedOrder } from './listed-order.ts'
import { markReturnToDraft, storeDraft } from './stored-draft.ts'

interface OrderAgainProps {
  readonly order: ListedOrder
  /** The details of the order; absent until they are loaded. */
  readonly details?: OrderDetails | null | undefined
  /** Whether the order form replaces the current entry of the browser history, which an open dialog has added. */
  readonly replace?: boolean
  readonly size?: 's' | 'm'
}

/** An order's details as texts, in the form in which they are typed. */
const typedTexts = (details: OrderDetails) =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'object' ? value.join('\n') : String(value),
    ]),
  )

/**
 * Link to the order form, filled in with product, link, quantity and, if given, the details of an earlier order. The
 * link itself orders nothing. Renders nothing if the product can't be ordered now.
 */
export function PrefilledOrderLink({
  order: { id, serviceId, link, amount, orderable },
  details,
  replace,
  size,
}: OrderAgainProps) {
  if (!orderable) return null
  // The owner is null, as in a draft typed before the login, because this component doesn't know the member's id.
  const typed = details && { details: typedTexts(details) }
  const draft = {
    ...typed,
    serviceId,
    link,
    amount: String(amount),
    auto: false,
    runs: '0',
    interval: '0',
    owner: null,
  }
  return (
    <ButtonLink
      href={productHref(serviceId)}
      replace={replace}
      size={size}
      aria-label={`${orderActionLabels.again}, ${id}번`}
      onClick={() => {
        storeDraft(draft)
        markReturnToDraft()
      }}
    >
      {orderActionLabels.again}
    </ButtonLink>
  )
}
