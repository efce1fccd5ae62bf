import type { OrderDetails } from '#lib/catalog/order-details.ts'
import { canHaveAutoOrders, isSubscription, rateInApiV2, serviceTypeNames } from '#lib/catalog/service-types.ts'
import type { Db } from '#lib/core/db.ts'
import { formatDayMonthYear } from '#lib/core/seoul-moment.ts'
import type { Snapshot } from '#lib/core/snapshot.ts'
import { type Points, pointsToText } from '#lib/money/points.ts'
import type { AutoOrderStatus } from '#lib/orders/auto/labels.ts'
import { activeAutoOrder } from '#lib/orders/auto/rules.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { isStateReadableSql } from '#lib/orders/queries.ts'
import { openOrder } from '#lib/orders/rules.ts'
import { type PricedCatalog, type PriceTerms, pricedCatalog, withPriceTerms } from '#lib/prices/queries.ts'
import type { SimulatedProgress } from '#lib/sandbox/queries.ts'
import { storedListSnapshot } from '../stored-snapshots.ts'
import { CURRENCY, type V2Status, v2Statuses } from './labels.ts'
import { autoStatusText, type RunFacts } from './rules.ts'
import type { V2OrderState, V2Service } from './schema.ts'

/**
 * Name of a category in the list of services. API v2 has no platforms, so the platform's name is put before it, unless
 * the category's name begins with it.
 */
const categoryText = (platform: string, category: string): string =>
  category.startsWith(platform) ? category : `${platform} ${category}`

function servicesAt({ catalog }: PricedCatalog, terms: PriceTerms): V2Service[] {
  const { platforms, categories, services } = catalog
  const platformTexts = new Map(platforms.map(({ id, text }) => [id, text]))
  const categoryTexts = new Map(
    categories.map(({ id, platformId, text }) => [id, categoryText(platformTexts.get(platformId) ?? '', text)]),
  )
  // Read-only services are left out, because clients take every listed service for one that can be ordered.
  return services
    .filter(({ isReadOnly }) => !isReadOnly)
    .map((service) => withPriceTerms(service, terms))
    .map(({ id, text, type, categoryId, unitPrice, min, max, enableAuto, refillDays, canCancel }) => ({
      service: id,
      name: text,
      type,
      category: categoryTexts.get(categoryId) ?? '',
      rate: rateInApiV2(type, unitPrice),
      min: String(min),
      max: String(max),
      refill: refillDays > 0,
      cancel: canCancel,
      dripfeed: enableAuto && canHaveAutoOrders(type),
    }))
}

/** Response of the action `services`: the services that can be ordered, at the member's prices. */
export async function v2ServiceListSnapshot(db: Db, memberId: number): Promise<Snapshot> {
  const priced = await pricedCatalog(db)
  const terms = priced.termsOf(memberId)
  return storedListSnapshot(priced, `api-v2 ${terms.name}`, () => servicesAt(priced, terms))
}

/**
 * Values from which the state of an order is made. For an auto order: sums over its runs, and the start count of the
 * first run.
 */
type OrderSums = {
  id: number
  /** Price less refunds. */
  charge: Points
  startCount: number | null
  remains: bigint
  /** Details of an order that is a subscription, else null. */
  subscription: OrderDetails | null
}

const subscriptionTypes = serviceTypeNames.filter(isSubscription).map((name) => `'${name}'`)

/**
 * A row for an order has `orderStatus`. A row for an auto order has `autoStatus` and the fields about its runs. The
 * other fields are null.
 */
type StateRow = OrderSums & { orderStatus: OrderStatus | null; autoStatus: AutoOrderStatus | null } & {
  [Field in Exclude<keyof RunFacts, 'status'>]: boolean | null
}

// Orders and auto orders take their ids from one sequence, so an id is in one of the two tables at most. `remains` of
// an auto order includes the quantity of the runs that were not made. It also includes the whole quantity of cancelled
// runs, even if a part was delivered: these runs were refunded, and resellers compute from `remains` what they pay back
// to their customers.
const statesSql = `
  SELECT o.id, o.price - o.refunded AS charge, o.start_count, o.remains::bigint,
    CASE WHEN o.service_type IN (${subscriptionTypes}) THEN o.details END AS subscription, o.status AS order_status,
    NULL::int AS auto_status, NULL::boolean AS any_open, NULL::boolean AS all_pending, NULL::boolean AS all_completed,
    NULL::boolean AS all_canceled
  FROM orders o
  WHERE o.id = ANY ($1::int[]) AND o.member_id = $2 AND ${isStateReadableSql('o')}
  UNION ALL
  SELECT a.id, a.price - a.refunded - runs.refunded, runs.start_count,
    runs.remains + a.amount::bigint * (a.runs - a.completed), NULL, NULL, a.status, runs.any_open, runs.all_pending, runs.all_completed,
    runs.all_canceled
  FROM auto_orders a, LATERAL (
    SELECT coalesce(sum(o.refunded), 0)::bigint AS refunded,
      coalesce(sum(CASE WHEN o.status = ${orderStatus.CANCELED} THEN o.amount ELSE o.remains END), 0)::bigint AS remains,
      min(o.start_count) FILTER (WHERE o.run_no = 1) AS start_count,
      coalesce(bool_or(${openOrder.sql('o')}), false) AS any_open,
      coalesce(bool_and(o.status = ${orderStatus.PENDING}), true) AS all_pending,
      coalesce(bool_and(o.status = ${orderStatus.COMPLETED}), true) AS all_completed,
      coalesce(bool_and(o.status = ${orderStatus.CANCELED}), true) AS all_canceled
    FROM orders o WHERE o.auto_order_id = a.id
  ) AS runs
  WHERE a.id = ANY ($1::int[]) AND a.member_id = $2
    AND (${activeAutoOrder.sql('a')} OR a.created_at > now() - interval '1 year'
      OR EXISTS (SELECT FROM orders o WHERE o.auto_order_id = a.id AND ${isStateReadableSql('o')}))`

function statusText({ orderStatus: status, autoStatus, ...runs }: StateRow): V2Status {
  if (status !== null) return v2Statuses[status]
  return autoStatusText({
    status: autoStatus ?? 0,
    anyOpen: runs.anyOpen === true,
    allPending: runs.allPending === true,
    allCompleted: runs.allCompleted === true,
    allCanceled: runs.allCanceled === true,
  })
}

/**
 * Additional fields in the state of a subscription, as on other panels: its last day ('' if it has none) and the number
 * of new posts ordered.
 */
const subscriptionState = (details: OrderDetails | null) =>
  details && { expiry: formatDayMonthYear(String(details.expiry ?? '')), posts: String(details.posts ?? 0) }

/**
 * States of a member's orders and auto orders, by id. Leaves out other members' orders, and orders that are too old for
 * their state to be reported (`isStateReadableSql`). An auto order that has ended is left out if all its runs are too
 * old (docs/contract.md#api-v2).
 */
export async function orderStates(
  db: Db,
  memberId: number,
  ids: readonly number[],
): Promise<Map<number, V2OrderState>> {
  const rows = await db.rows<StateRow>(statesSql, [ids, memberId])
  return new Map(
    rows.map((row) => [row.id, { ...toState(row, statusText(row)), ...subscriptionState(row.subscription) }]),
  )
}

type StateSums = { charge: Points; startCount: number | null; remains: bigint | number }

const toState = ({ charge, startCount, remains }: StateSums, status: V2Status): V2OrderState => ({
  charge: pointsToText(charge),
  start_count: String(startCount ?? 0),
  status,
  remains: String(remains),
  currency: CURRENCY,
})

/** State of a simulated order or auto order, in the format of API v2. */
export const stateOfSimulatedOrder = (order: SimulatedProgress): V2OrderState => ({
  ...toState(order, v2Statuses[order.status]),
  ...subscriptionState(order.subscription),
})
