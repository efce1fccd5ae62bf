import { readDetails } from '#lib/catalog/order-details.ts'
import { serviceById } from '#lib/catalog/queries.ts'
import { AppError } from '#lib/core/errors.ts'
import { firstIssue } from '#lib/core/form-errors.ts'
import type { PlaceOrderInput } from '#lib/orders/schema.ts'
import type { V2ActionContext } from './action.ts'
import { quantityTooLarge, quantityTooSmall, toPlacingRefusal } from './errors.ts'

/** Name of the call under which idempotency keys of API v2 are stored. */
const CALL = 'api/v2'

/** Fields with a quantity, to which the service's minimum and maximum apply. */
const limitedPaths = new Set(['amount', 'min', 'max'])

/**
 * Converts a refusal of an order to a refusal with the text for clients of API v2. The text about a refused quantity
 * contains the service's minimum or maximum. Returns other errors unchanged.
 */
async function refusalForV2({ db }: V2ActionContext, input: PlaceOrderInput, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError)) return error
  const path = error.issues?.[0]?.path ?? ''
  if (!limitedPaths.has(path)) return toPlacingRefusal(error)
  const service = await serviceById(db, input.serviceId, { fresh: true })
  if (!service) return error
  const { amount, range, rules } = readDetails(service.type, input.details)
  if (firstIssue(rules)) return toPlacingRefusal(error)
  if ((range?.min ?? amount ?? input.amount) < service.min) return quantityTooSmall(service.min)
  return (range?.max ?? amount ?? input.amount) > service.max ? quantityTooLarge(service.max) : error
}

/**
 * Places an order, or an auto order if `runs` or `interval` is given. Returns the id of the order or auto order.
 * @throws AppError a refusal with its text for clients of API v2
 */
export async function addOrder(context: V2ActionContext, input: PlaceOrderInput): Promise<{ order: number }> {
  const { orders, idempotency } = context
  const placed = await orders.place({ input, call: CALL, idempotency }).catch(async (error) => {
    throw await refusalForV2(context, input, error)
  })
  return { order: placed.autoOrderId ?? placed.orderId }
}
