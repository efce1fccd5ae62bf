import type { MemberActor } from '#lib/audit/actor.ts'
import type { Database } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { cancelOrder } from '#lib/orders/cancel-order.ts'
import { unknownOrder } from '#lib/orders/errors.ts'
import { memberOrderState } from '#lib/orders/queries.ts'
import { tryToCreateRequest } from './create-request.ts'
import { requestRefused } from './errors.ts'
import type { RequestRefusal } from './rules.ts'
import type { RequestRow } from './schema.ts'

/**
 * State of the order after the call; `refunded` is in points. If `request` is present, the order isn't cancelled yet:
 * its cancellation was requested.
 */
type CancelOutcome = { status: number; remains: number; refunded: number; request?: RequestRow }

/**
 * Refusals of a cancellation request for which the response is the error of `cancelOrder`, whose message clients know.
 * Any other refusal has a message for its reason.
 */
const refusalsWithOrderError: readonly RequestRefusal[] = ['ENDED', 'NOT_OFFERED', 'UNSENT']

/**
 * Cancels a member's own order at once, with a full refund, if it wasn't sent to a provider. Otherwise creates a
 * cancellation request, if the service allows that. The request moves no points: they are refunded when the provider or
 * staff have cancelled the order.
 * @throws NOT_FOUND; CONFLICT neither cancelling the order nor a request is possible
 */
export async function cancelOrRequest(
  db: Database,
  actor: MemberActor,
  { orderId, source }: { orderId: number; source: 'WEB' | 'API' },
): Promise<CancelOutcome> {
  const cancelAtOnce = async () => {
    const { to, remains, refunded } = await cancelOrder(db, actor, { orderId })
    return { status: to, remains, refunded: pointsToNumber(refunded) }
  }
  try {
    return await cancelAtOnce()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
    const result = await tryToCreateRequest(db, actor, { orderId, kind: 'CANCEL', source })
    if ('refused' in result) {
      // Tries again, because the provider may just have refused the order for now, so that it isn't sent any more.
      if (refusalsWithOrderError.includes(result.refused)) return cancelAtOnce()
      throw requestRefused('CANCEL', result.refused)
    }
    const order = await memberOrderState(db, actor.memberId, orderId)
    if (!order) throw unknownOrder()
    return { ...order, refunded: pointsToNumber(order.refunded), request: result.request }
  }
}
