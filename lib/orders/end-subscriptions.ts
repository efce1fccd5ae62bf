import { isStaffActorSql, staffActorIdSql, worker } from '#lib/audit/actor.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import type { Points } from '#lib/money/points.ts'
import { orderStatus, subscriptionOverText } from './labels.ts'
import { countRefundIfWithinLimits, lockRefundLimits } from './refund-within-limits.ts'
import { decideTransition, type OrderState, openOrder, unsentOrder } from './rules.ts'
import {
  FILE_TASK_AFTER_DAYS,
  isPastLastDaySql,
  isWithoutPostSql,
  REFILE_TASK_AFTER_DAYS,
  STAFF_GRACE_DAYS,
} from './subscription-time.ts'
import { transitionOrder } from './transition-order.ts'

const { PENDING, PARTIAL, CANCELED } = orderStatus

// SQL condition: the worker can end subscription `s` of order `o` now. No provider has it, and it is over: its last day
// has passed, or it has had no post for MAX_DAYS_WITHOUT_POST. A pending subscription, which nobody has begun, can be
// ended as soon as it is over. A subscription that staff have begun can be ended STAFF_GRACE_DAYS later, and only if
// they have recorded progress (`remains` < `amount`), because otherwise nobody knows how much was delivered.
const isOverSql = `o.sent_at IS NULL AND CASE WHEN ${unsentOrder.sql('o')} THEN ${isPastLastDaySql(0)} OR ${isWithoutPostSql(0)}
  ELSE (${isPastLastDaySql(STAFF_GRACE_DAYS)} OR ${isWithoutPostSql(STAFF_GRACE_DAYS)}) AND o.remains < o.amount END`

// Selects the next 100 subscriptions, by order id, that meet `isOverSql`.
const overSubscriptionsQuery = `
  SELECT s.order_id FROM open_subscriptions s JOIN orders o ON o.id = s.order_id
  WHERE ${isOverSql} AND s.order_id > $1 ORDER BY s.order_id LIMIT 100`

/** Order of a subscription that is over; `staffId` is selected by `lastStaffSql`. */
type OverOrder = OrderState & { memberId: number; staffId: number | null }

/** SQL for the id of the staff member who acted last on order `o`; null if no staff member has acted on it. */
const lastStaffSql = `(
  SELECT ${staffActorIdSql('e.actor')} FROM order_events e WHERE e.order_id = o.id AND ${isStaffActorSql('e.actor')}
    ORDER BY e.id DESC LIMIT 1
)`

// Selects the order $1 if its subscription still meets `isOverSql`. The order must have been locked before.
const stillOverQuery = `
  SELECT o.member_id, o.status, o.amount, o.remains, o.price, o.refunded, o.recovered, ${lastStaffSql} AS staff_id
  FROM orders o JOIN open_subscriptions s ON s.order_id = o.id
  WHERE o.id = $1 AND ${openOrder.sql('o')} AND ${isOverSql}`

/**
 * True if the refund needs no second person: it is within the limits of the staff member who acted last on the order.
 */
const mayEndWithoutStaff = async (tx: Db, { memberId, staffId }: OverOrder, refund: Points): Promise<boolean> =>
  staffId !== null && (await countRefundIfWithinLimits(tx, staffId, { memberId, refund }))

/**
 * Ends a subscription that isn't with a provider. Cancels it if nobody has begun it; otherwise transitions it to
 * PARTIAL with the remaining quantity that staff have recorded. Returns false if it can't be ended now. Locks the order
 * before the decision, so that neither staff nor the sending of orders changes it before the refund.
 */
async function endSubscription(tx: Db, orderId: number): Promise<boolean> {
  const { staffId } = await oneRow<Pick<OverOrder, 'staffId'>>(
    tx,
    `SELECT ${lastStaffSql} AS staff_id FROM orders o WHERE id = $1`,
    [orderId],
  )
  if (staffId !== null) await lockRefundLimits(tx, staffId)
  await tx.rows('SELECT FROM orders WHERE id = $1 FOR UPDATE', [orderId])
  const [order] = await tx.rows<OverOrder>(stillOverQuery, [orderId])
  if (!order || order.staffId !== staffId) return false
  const isPending = order.status === PENDING
  const status = isPending ? CANCELED : PARTIAL
  const remains = isPending ? null : order.remains
  const decision = decideTransition(order, { status, remains, by: 'worker', reason: '' })
  if ('refused' in decision) return false
  if (!(isPending || (await mayEndWithoutStaff(tx, order, decision.refunded - order.refunded)))) return false
  const transition = { orderId, status, remains, startCount: null, onlyUnsent: isPending }
  await transitionOrder(tx, worker, { ...transition, reason: subscriptionOverText })
  return true
}

// Files tasks for subscriptions that should have ended FILE_TASK_AFTER_DAYS ago but that only people can end: the
// provider hasn't ended them, staff have recorded no progress, or the refund needs a second person. Leaves out orders
// that have an open task, and those for which a SUBSCRIPTION_OPEN task was filed within REFILE_TASK_AFTER_DAYS. Files
// at most 200 at once. The task's detail has the subscription's last day and the time of its last post.
const fileTasksStatement = `
  WITH late AS (
    SELECT s.order_id, s.expires_on, s.last_post_at FROM open_subscriptions s JOIN orders o ON o.id = s.order_id
    WHERE (o.sent_at IS NOT NULL OR o.status <> ${PENDING})
      AND (${isPastLastDaySql(FILE_TASK_AFTER_DAYS)} OR ${isWithoutPostSql(FILE_TASK_AFTER_DAYS)})
      AND coalesce(s.filed_at, '-infinity') < now() - interval '${REFILE_TASK_AFTER_DAYS} days'
      AND NOT EXISTS (SELECT FROM tasks t WHERE t.ref_type = 'order' AND t.ref_id = s.order_id AND t.resolved_at IS NULL)
    ORDER BY s.order_id LIMIT 200 FOR UPDATE OF s SKIP LOCKED
  ), filed AS (
    INSERT INTO tasks (kind, ref_type, ref_id, detail)
    SELECT 'SUBSCRIPTION_OPEN', 'order', order_id, jsonb_build_object('expiry', expires_on, 'lastPostAt', last_post_at) FROM late
    ON CONFLICT (kind, ref_type, ref_id) WHERE resolved_at IS NULL DO NOTHING
  )
  UPDATE open_subscriptions s SET filed_at = now() FROM late WHERE s.order_id = late.order_id RETURNING s.order_id`

/**
 * Runs `endSubscription` in a transaction. If it throws, logs the error, adds it to `errors` and returns false, so that
 * later subscriptions are still ended and tasks are still filed.
 */
async function tryToEnd(db: Database, orderId: number, errors: unknown[]): Promise<boolean> {
  try {
    return await db.transaction((tx) => endSubscription(tx, orderId))
  } catch (error) {
    log.error('a subscription could not be ended', { error, orderId })
    errors.push(error)
    return false
  }
}

/**
 * Ends the subscriptions that are over and that the worker can end: those that nobody has begun, and those that staff
 * fulfil, if progress is recorded and the refund needs no second person. A subscription that can't be ended because of
 * an error is tried again by the next call. Files tasks for other subscriptions that should have ended
 * (docs/contract.md#subscriptions). Returns how many subscriptions it ended, and for how many it filed a task.
 * @throws AggregateError at the end, if errors occurred, so that the job counts as failed
 */
export async function endSubscriptions(db: Database): Promise<{ ended: number; filed: number }> {
  const errors: unknown[] = []
  let ended = 0
  let afterId = 0
  for (;;) {
    const overSubscriptions = await db.rows<{ orderId: number }>(overSubscriptionsQuery, [afterId])
    for (const { orderId } of overSubscriptions) if (await tryToEnd(db, orderId, errors)) ended++
    const last = overSubscriptions.at(-1)
    if (!last) break
    afterId = last.orderId
  }
  const filed = (await db.rows(fileTasksStatement)).length
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} subscriptions could not be ended`)
  return { ended, filed }
}
