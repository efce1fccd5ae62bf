import { wonText } from '#lib/money/points.ts'
import { orderCancelMessages, orderStatus } from '#lib/orders/labels.ts'
import { isCancellable } from './cancellable.ts'
import type { ListedOrder } from './listed-order.ts'

/**
 * Asks whether to cancel the order. If the order has been sent to a provider in the meantime, says that it can't be
 * cancelled any more. Renders nothing once the order is cancelled.
 */
export function CancelOrderQuestion({
  order,
}: {
  readonly order: Pick<ListedOrder, 'status' | 'requestInfo' | 'point'>
}) {
  if (order.status === orderStatus.CANCELED) return null
  return (
    <p role="alert" className="rounded-field bg-bad-soft px-3.5 py-2.5 font-semibold text-bad">
      {isCancellable(order) ? `${wonText(order.point)}을 돌려받아요. 주문을 취소할까요?` : orderCancelMessages.tooLate}
    </p>
  )
}
