import { AppError } from '#lib/core/errors.ts'
import type { ActionContext } from './action.ts'
import { incorrectOrder, orderNotCancellable } from './errors.ts'

const isRefusal = (error: unknown, code: AppError['code']): boolean => error instanceof AppError && error.code === code

/**
 * Cancels an order or auto order as its member may. An order that is pending and not yet sent is cancelled at once; for
 * any other order a cancellation is requested, if its service allows that. Of an auto order, the runs that weren't made
 * yet are cancelled.
 * @throws AppError no such order, another member's, or one whose cancellation can't even be requested; its text is that
 * for clients of API v2
 */
export async function cancelOne({ orders }: ActionContext, id: number | null): Promise<1> {
  if (id === null) throw incorrectOrder()
  try {
    await orders.cancel(id)
    return 1
  } catch (error) {
    if (isRefusal(error, 'NOT_FOUND')) throw incorrectOrder()
    throw isRefusal(error, 'CONFLICT') ? orderNotCancellable() : error
  }
}
