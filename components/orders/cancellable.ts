import { orderStatus } from '#lib/orders/labels.ts'
import type { ListedOrder } from './listed-order.ts'

/**
 * True if the member can cancel the order at once: it is pending and, as far as the list knows, not yet sent to a
 * provider.
 */
export function isCancellable({ status, requestInfo }: Pick<ListedOrder, 'status' | 'requestInfo'>): boolean {
  const cancel = requestInfo?.offers.find(({ kind }) => kind === 'CANCEL')
  return status === orderStatus.PENDING && (cancel === undefined || cancel.why === 'UNSENT')
}
