import { AppError } from '#lib/core/errors.ts'
import type { ActionContext } from './action.ts'
import { incorrectOrder, orderNotCancellable } from './errors.ts'

const isRefusal = (error: unknown, code: AppError['code']): boolean => error instanceof AppError && error.code === code

/**
 * Cancels an order as its member may: at once while it is pending and was not sent, else by a request, where its service
 * allows that; of an auto order the runs that were not made.
 * @throws AppError with its text for clients of API v2: no such order, another member's, or too late
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
