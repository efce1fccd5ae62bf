import { AppError } from '#lib/core/errors.ts'
import { requestRefusalText } from '#lib/requests/errors.ts'
import type { V2ActionContext } from './action.ts'
import { incorrectOrder, orderNotCancellable, tryAgainLater } from './errors.ts'

/**
 * True if a cancellation was refused with this error because the order is being sent to a provider right now. A little
 * later the order can be cancelled, or its cancellation requested.
 */
const isBeingSent = (error: unknown): boolean =>
  error instanceof AppError && error.message === requestRefusalText('CANCEL', 'SENDING')

const isRefusal = (error: unknown, code: AppError['code']): boolean => error instanceof AppError && error.code === code

/**
 * Cancels a member's order or auto order. An order that is pending and wasn't sent is cancelled at once; for any other
 * order a cancellation is requested, if its service allows that. Of an auto order, the runs that weren't made yet are
 * cancelled.
 * @throws AppError with the text for clients of API v2: there is no such order, it is another member's, or not even a
 * request is possible
 */
export async function cancelOrderById({ orders }: V2ActionContext, id: number | null): Promise<1> {
  if (id === null) throw incorrectOrder()
  try {
    await orders.cancel(id)
    return 1
  } catch (error) {
    if (isRefusal(error, 'NOT_FOUND')) throw incorrectOrder()
    if (isBeingSent(error)) throw tryAgainLater()
    throw isRefusal(error, 'CONFLICT') ? orderNotCancellable() : error
  }
}
