import { type Service, serviceById } from '#lib/catalog/queries.ts'
import type { Idempotency } from '#lib/core/call.ts'
import { type Db, violates } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { turnstile } from '#lib/core/turnstile.ts'
import { MOST_POINTS, pointsToNumber } from '#lib/money/points.ts'
import { costOf, totalQuantity } from '#lib/money/prices.ts'
import { cleanLink } from './clean-link.ts'
import { insufficientPoints, serviceNotOrderable, unknownService } from './errors.ts'
import { firstAnswer } from './first-answer.ts'
import { orderInputRules, orderRules, type PlacedOrder, type PlaceOrderInput } from './schema.ts'

export type OrderRequest = {
  memberId: number
  actor: string
  source: 'WEB' | 'API'
  /** ENABLE_SERVICE_CHECK: nothing can be ordered. */
  serviceCheck: boolean
  idempotency: Idempotency | null
  input: PlaceOrderInput
}

// One round trip: the debit guards the balance, the price quoted and the key; all the rest follows from it or none of
// it happens. Two requests with one key queue at the balance row; the later one fails on the key's primary key.
export const placeOrderStatement = `
  WITH debit AS (
    UPDATE balances SET point = point - $5::bigint
    WHERE member_id = $1 AND point >= $5::bigint
      AND EXISTS (SELECT FROM services WHERE id = $2 AND revision = $3)
      AND NOT EXISTS (SELECT FROM idempotency_keys WHERE member_id = $1 AND call = $11 AND key = $12)
    RETURNING point
  ), placed AS (
    INSERT INTO orders (member_id, service_id, unit_price, cost, link, clean_link, amount, remains, source)
    SELECT $1, $2, $4, $5, $6, $7, $8, $8, $9 FROM debit RETURNING id
  ), event AS (
    INSERT INTO order_events (order_id, to_status, actor, remains) SELECT id, 0, $10, $8 FROM placed
  ), entry AS (
    INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor)
    SELECT $1, 'ORDER', -$5::bigint, debit.point, 'order', placed.id, $10 FROM debit, placed
  ), remembered AS (
    INSERT INTO idempotency_keys (member_id, call, key, body_hash, answer)
    SELECT $1, $11, $12, $13, jsonb_build_object('orderId', id) FROM placed WHERE $12::text IS NOT NULL
  )
  SELECT id FROM placed`

/** A retry's key holds for one call: the web's and the API's are two (decisions 6). */
export const keyScope = ({ source }: OrderRequest): string => (source === 'API' ? 'order' : 'service/order')

const STALE_TRIES = 3
const throughBalance = turnstile(4)

async function insertOrder(db: Db, request: OrderRequest, service: Service): Promise<PlacedOrder | undefined> {
  const { memberId, input, idempotency, actor, source } = request
  const cost = costOf(service.unitPrice, input.amount)
  const [placed] = await db.rows<{ id: number }>(placeOrderStatement, [
    memberId,
    service.id,
    service.revision,
    service.unitPrice,
    cost,
    input.link,
    cleanLink(input.link, service.platformId),
    input.amount,
    source,
    actor,
    keyScope(request),
    idempotency?.key ?? null,
    idempotency?.bodyHash ?? null,
  ])
  const { link, amount, serviceId } = input
  return placed && { orderId: placed.id, link, amount, serviceId, point: pointsToNumber(cost) }
}

/** One kind of order: what it demands of a service beyond being orderable, and the statement that places it. */
export type OrderKind = {
  check(service: Service): void
  insert(db: Db, request: OrderRequest, service: Service): Promise<PlacedOrder | undefined>
}

async function attempt(db: Db, request: OrderRequest, kind: OrderKind, fresh: boolean): Promise<PlacedOrder | 'STALE'> {
  const { input, memberId } = request
  const service = await serviceById(db, input.serviceId, { fresh })
  if (!service) throw unknownService()
  if (service.isReadOnly || request.serviceCheck) throw serviceNotOrderable()
  kind.check(service)
  refuseBroken(orderRules(input, service))
  if (costOf(service.unitPrice, totalQuantity(input.amount, input.runs)) > MOST_POINTS) throw insufficientPoints()
  try {
    const placed = await throughBalance(memberId, () => kind.insert(db, request, service))
    if (placed) return placed
  } catch (error) {
    if (!violates(error, 'idempotency_keys_pkey')) throw error
  }
  return afterNothing(db, request, service.revision)
}

/** Why the statement placed nothing: a price that changed since it was read, or too few points. */
async function afterNothing(db: Db, request: OrderRequest, revision: number): Promise<'STALE'> {
  const now = await serviceById(db, request.input.serviceId, { fresh: true })
  if (now?.revision !== revision) return 'STALE'
  throw insufficientPoints()
}

async function attempts(kind: OrderKind, db: Db, request: OrderRequest): Promise<PlacedOrder> {
  refuseBroken(orderInputRules(request.input))
  for (let tries = 0; tries < STALE_TRIES; tries++) {
    const placed = await attempt(db, request, kind, tries > 0)
    if (placed !== 'STALE') return placed
  }
  throw serviceNotOrderable()
}

/**
 * Places an order of either kind, only ever at the price of the service's present revision. What refuses a replay is
 * never told: it gets its first answer though the balance is spent or the service shut since.
 * @throws BAD_INPUT the first broken rule of spec 5; NOT_FOUND; CONFLICT; INSUFFICIENT_POINTS
 */
export async function placeOrderOf(kind: OrderKind, db: Db, request: OrderRequest): Promise<PlacedOrder> {
  try {
    return await attempts(kind, db, request)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const first = await firstAnswer(db, request.memberId, keyScope(request), request.idempotency)
    if (first) return first
    throw error
  }
}

/** Places a one-off order: debit, order, event, ledger row and the retry's key in one statement (decisions 2, 3, 6). */
export const placeOrder = (db: Db, request: OrderRequest): Promise<PlacedOrder> =>
  placeOrderOf({ check: () => {}, insert: insertOrder }, db, request)
