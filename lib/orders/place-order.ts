import { readCapLeft } from '#lib/api-keys/daily-cap.ts'
import { dailyCapReached } from '#lib/api-keys/errors.ts'
import { refuseEndedKey } from '#lib/api-keys/refuse-ended-key.ts'
import { actorText, memberActor } from '#lib/audit/actor.ts'
import { type OrderDetails, readDetails } from '#lib/catalog/order-details.ts'
import { isOrderable } from '#lib/catalog/orderable.ts'
import type { Service } from '#lib/catalog/queries.ts'
import { cleanLink } from '#lib/catalog/rules.ts'
import { hasLinkField } from '#lib/catalog/service-types.ts'
import type { Idempotency } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { MAX_POINTS, type Points, pointsToNumber } from '#lib/money/points.ts'
import { priceOf, totalQuantity } from '#lib/money/prices.ts'
import { type PricedService, pricedServiceFor } from '#lib/prices/queries.ts'
import { refuseIfLinkTaken } from './active-order.ts'
import {
  insufficientPoints,
  orderInputRules,
  orderRules,
  priceChanged,
  serviceNotOrderable,
  unknownService,
} from './errors.ts'
import { readFirstAnswer } from './first-answer.ts'
import { insertOrder } from './insert-orders.ts'
import type { PlacedOrder, PlaceOrderInput } from './schema.ts'

/**
 * A request to place an order: the order (`input`), who places it, on the website or with an API key, and the
 * idempotency key.
 */
export type OrderRequest = {
  memberId: number
  source: 'WEB' | 'API'
  /**
   * Name of the call for which the idempotency key is valid. If absent: POST /service/order for the source WEB, POST
   * /order for API.
   */
  call?: string
  /** Value of the setting ENABLE_SERVICE_CHECK: while it is true nothing can be ordered. */
  isOrderingPaused: boolean
  idempotency: Idempotency | null
  /** Id of the API key that the order is placed with, whose daily cap it counts towards; absent on the website. */
  apiKeyId?: number | null
  /** Price that the person was shown: if the order would cost something else, it is refused. Absent for programs. */
  shownPrice?: Points | null
  input: PlaceOrderInput
}

/**
 * Name of the call under which an order's idempotency key is stored. The same key sent to the website's call, to POST
 * /order and to our API v2 therefore places three orders (docs/contract.md#idempotency).
 */
export const idempotencyScope = ({ source, call }: Pick<OrderRequest, 'source' | 'call'>): string =>
  call ?? (source === 'API' ? 'order' : 'service/order')

/** An order's input with parsed and checked details. `amount` is the quantity, entered or derived from the details. */
export type ParsedOrder = Omit<PlaceOrderInput, 'details'> & { details: OrderDetails | null }

export type ParsedOrderRequest = Omit<OrderRequest, 'input'> & { input: ParsedOrder }

/** Maximum number of attempts to place an order if its service or prices change after they were read. */
const MAX_STALE_ATTEMPTS = 3

async function insertOneOff(db: Db, request: ParsedOrderRequest, service: PricedService): Promise<PlacedOrder | null> {
  const { memberId, input, idempotency, source, apiKeyId = null } = request
  const { link, amount, details, serviceId } = input
  const price = priceOf(service.unitPrice, amount)
  const orderId = await insertOrder(db, {
    memberId,
    serviceId,
    revision: service.revision,
    priceRevision: service.priceRevision,
    unitPrice: service.unitPrice,
    price,
    link,
    cleanLink: cleanLink(link, service.platformId),
    amount,
    serviceType: service.type,
    details,
    source,
    actor: actorText(memberActor(memberId)),
    call: idempotencyScope(request),
    key: idempotency?.key ?? null,
    bodyHash: idempotency?.bodyHash ?? null,
    apiKeyId,
  })
  return orderId === null ? null : { orderId, link, amount, serviceId, point: pointsToNumber(price) }
}

/** What differs between kinds of orders: one-off, auto and simulated ones. */
export type OrderKind = {
  /** Further checks of the service. @throws CONFLICT */
  check(service: Service): void
  /**
   * Places the order. Returns null if nothing was placed. Reasons: balance or daily cap don't cover it, the API key was
   * ended or frozen, the service or the member's prices changed since they were read, or the idempotency key was used.
   * @throws ACTIVE_ORDER
   */
  insert(db: Db, request: ParsedOrderRequest, service: PricedService): Promise<PlacedOrder | null>
  /** True: ignores `oneOrderPerLink` of the service, so the member's open orders on the link aren't looked up. */
  ignoresOpenOrders?: boolean
  /**
   * Response to the first request with the same idempotency key; null if there was none. Needed only if the keys aren't
   * stored in the table idempotency_keys, which `firstAnswerOfOrder` reads.
   */
  firstAnswer?(db: Db, request: OrderRequest): Promise<PlacedOrder | null>
}

/**
 * An order that passed all rules except those that the inserting statement checks: balance, API key and daily cap,
 * revisions of the service and of the member's prices, and idempotency key.
 */
export type CheckedOrder = { input: ParsedOrder; service: PricedService; price: Points }

/** `check` is the further check of `OrderKind`. */
type CheckOptions = { isOrderingPaused: boolean; shownPrice?: Points | null; check?(service: Service): void }

/**
 * Checks an order's input by the rules, in the sequence of docs/contract.md#placing-orders, and computes its price.
 * `service`: null if the catalogue doesn't have it. `check`: additional check of the service for one kind of order.
 * @throws NOT_FOUND `service` is null; CONFLICT it can't be ordered now, or `check` refuses it; BAD_INPUT the first
 * broken rule; INSUFFICIENT_POINTS the price is above the largest possible balance; CONFLICT the price isn't the one
 * that the person was shown
 */
export function checkOrder(
  sent: PlaceOrderInput,
  service: PricedService | null,
  { isOrderingPaused, shownPrice = null, check }: CheckOptions,
): CheckedOrder {
  refuseBroken(orderInputRules(sent, service !== null && !hasLinkField(service.type)))
  if (!service) throw unknownService()
  if (!isOrderable(service, isOrderingPaused)) throw serviceNotOrderable()
  check?.(service)
  const { rules, details, amount, link, range } = readDetails(service.type, sent.details)
  const input = { ...sent, details, amount: amount ?? sent.amount, link: link ?? sent.link, range }
  refuseBroken([...rules, ...orderRules(input, service)])
  const price = priceOf(service.unitPrice, totalQuantity(input.amount, input.runs))
  if (price > MAX_POINTS) throw insufficientPoints()
  if (shownPrice !== null && shownPrice !== price) throw priceChanged()
  return { input, service, price }
}

/** Tries once to place an order. Returns 'STALE' if the service or the prices changed since they were read. */
async function tryToPlace(
  db: Db,
  request: OrderRequest,
  kind: OrderKind,
  fresh: boolean,
): Promise<PlacedOrder | 'STALE'> {
  const serviceAndMember = { id: request.input.serviceId, memberId: request.memberId }
  const found = await pricedServiceFor(db, serviceAndMember, { fresh })
  const { input, service, price } = checkOrder(request.input, found, { ...request, check: kind.check })
  if (service.oneOrderPerLink && !kind.ignoresOpenOrders) {
    const { link, serviceId } = input
    const cleaned = cleanLink(link, service.platformId)
    await refuseIfLinkTaken(db, { memberId: request.memberId, serviceId, link, cleanLink: cleaned })
  }
  const placed = await kind.insert(db, { ...request, input }, service)
  return placed ?? explainNothingPlaced(db, request, { service, price })
}

/**
 * Finds out why an order wasn't placed. Returns 'STALE' if the service or the member's prices changed since they were
 * read.
 * @throws what `refuseBecauseOfKey` throws, for an API key; otherwise INSUFFICIENT_POINTS. This is also thrown for a
 * used idempotency key: `placeOrderOfKind` then returns the first response instead.
 */
async function explainNothingPlaced(
  db: Db,
  request: OrderRequest,
  { service, price }: { service: PricedService; price: Points },
): Promise<'STALE'> {
  const current = await pricedServiceFor(db, { id: service.id, memberId: request.memberId }, { fresh: true })
  if (current?.revision !== service.revision || current.priceRevision !== service.priceRevision) return 'STALE'
  if (request.apiKeyId != null) await refuseBecauseOfKey(db, request.apiKeyId, price)
  throw insufficientPoints()
}

/**
 * Throws if the API key is the reason why an order wasn't placed; otherwise does nothing.
 * @throws UNAUTHENTICATED the key was ended since the HTTP request was authenticated; FORBIDDEN it was frozen; CONFLICT
 * the order's price is above what is left of the key's daily cap
 */
async function refuseBecauseOfKey(db: Db, keyId: number, price: Points): Promise<void> {
  await refuseEndedKey(db, keyId)
  const leftToday = await readCapLeft(db, keyId)
  if (leftToday !== null && price > leftToday) throw dailyCapReached()
}

/**
 * Repeats `tryToPlace` while it returns 'STALE'.
 * @throws what `tryToPlace` throws; CONFLICT after MAX_STALE_ATTEMPTS
 */
async function placeWithRetries(kind: OrderKind, db: Db, request: OrderRequest): Promise<PlacedOrder> {
  for (let tries = 0; tries < MAX_STALE_ATTEMPTS; tries++) {
    const placed = await tryToPlace(db, request, kind, tries > 0)
    if (placed !== 'STALE') return placed
  }
  throw serviceNotOrderable()
}

const firstAnswerOfOrder = (db: Db, request: OrderRequest): Promise<PlacedOrder | null> =>
  readFirstAnswer(db, request.memberId, idempotencyScope(request), request.idempotency)

/**
 * Places an order of this kind at the current price of the service. A repeated request gets the response to the first
 * one, even if a rule would refuse it now (points spent, service closed).
 * @throws what `checkOrder` throws; ACTIVE_ORDER; INSUFFICIENT_POINTS; CONFLICT the key's daily cap doesn't cover the
 * price, the service or prices kept changing, or the idempotency key was used with another body; UNAUTHENTICATED,
 * FORBIDDEN the API key was ended or frozen meanwhile
 */
export async function placeOrderOfKind(kind: OrderKind, db: Db, request: OrderRequest): Promise<PlacedOrder> {
  try {
    return await placeWithRetries(kind, db, request)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const first = await (kind.firstAnswer ?? firstAnswerOfOrder)(db, request)
    if (first) return first
    throw error
  }
}

/**
 * Places a one-off order: debit, order, event, ledger entry and idempotency key in one statement
 * (docs/contract.md#placing-orders).
 * @throws what `placeOrderOfKind` throws
 */
export const placeOrder = (db: Db, request: OrderRequest): Promise<PlacedOrder> =>
  placeOrderOfKind({ check: () => {}, insert: insertOneOff }, db, request)
