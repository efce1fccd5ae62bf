import { memberActor } from '#lib/audit/actor.ts'
import { AppError } from '#lib/core/errors.ts'
import { cancelAutoOrder } from '#lib/orders/auto/cancel-auto-order.ts'
import { cancelOrder } from '#lib/orders/cancel-order.ts'
import type { ActionContext } from './action.ts'
import { incorrectOrder, orderNotCancellable } from './errors.ts'

const isRefusal = (error: unknown, code: AppError['code']): boolean => error instanceof AppError && error.code === code

/** Cancels the member's order of this number; if there is none, his auto order. */
async function cancelEither({ db, memberId }: ActionContext, id: number): Promise<void> {
  const actor = memberActor(memberId)
  try {
    await cancelOrder(db, actor, { orderId: id })
  } catch (error) {
    if (!isRefusal(error, 'NOT_FOUND')) throw error
    await cancelAutoOrder(db, actor, { autoOrderId: id, reason: '' })
  }
}

/**
 * Cancels an order as its member may: while it is pending and was not sent; of an auto order the runs that were not
 * made.
 * @throws AppError with its text for clients of API v2: no such order, another member's, or too late
 */
export async function cancelOne(context: ActionContext, id: number | null): Promise<1> {
  if (id === null) throw incorrectOrder()
  try {
    await cancelEither(context, id)
    return 1
  } catch (error) {
    if (isRefusal(error, 'NOT_FOUND')) throw incorrectOrder()
    throw isRefusal(error, 'CONFLICT') ? orderNotCancellable() : error
  }
}
