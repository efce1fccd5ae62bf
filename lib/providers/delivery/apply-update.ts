import type { Actor } from '#lib/audit/actor.ts'
import type { OrderDetails } from '#lib/catalog/order-details.ts'
import type { ServiceTypeName } from '#lib/catalog/service-types.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { addRemark } from '#lib/orders/add-remark.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { recordProgress } from '#lib/orders/record-progress.ts'
import { countRefundIfWithinLimits } from '#lib/orders/refund-within-limits.ts'
import { decideTransition, isTerminal, type OrderState } from '#lib/orders/rules.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import { deliveryNotes } from '../labels.ts'
import type { ProviderUpdate } from '../rules.ts'
import { lockStaffWhoEnteredNumber, wasRefundLeftToStaff } from './number-entered-by-staff.ts'
import { isPartlyDeliveredPackage } from './partly-delivered-package.ts'
import { correctSubscriptionUpdate } from './subscription-update.ts'

const { PENDING, INPROGRESS, PARTIAL } = orderStatus

/**
 * A provider's update on one order. `lastUpdate` is the key (`updateKey`) of the last recorded update on the order,
 * null if there was none; an update with the same key reports nothing new. `orderStatus`: the order's status when it
 * was polled.
 */
export type PolledUpdate = {
  attemptId: number
  orderId: number
  orderStatus: OrderStatus
  providerId: number
  lastUpdate: string | null
  update: ProviderUpdate
}

type OrderProgress = Exclude<ProviderUpdate, { error: string }>

const providerActor = ({ providerId }: PolledUpdate): Actor => ({ kind: 'provider', providerId })

/** Text by which updates are compared; equal updates have the same text. */
const updateKey = (update: ProviderUpdate): string =>
  'error' in update ? update.error : `${update.status} ${update.remains} ${update.startCount}`

/**
 * True if the update can be skipped: it equals the last recorded update, and the order has ended neither by its own
 * status nor by the reported one. An update on an ended order isn't skipped, because recording it plans the next poll
 * (`recordUpdateStatement`), or none if the order ended days ago.
 */
export const isDuplicateUpdate = ({ update, lastUpdate, orderStatus: status }: PolledUpdate): boolean =>
  updateKey(update) === lastUpdate && !isTerminal(status) && ('error' in update || !isTerminal(update.status))

async function fileUnclearTask(tx: Db, { orderId, providerId }: PolledUpdate, update: object): Promise<void> {
  await fileTask(tx, { kind: 'DELIVERY_UNCLEAR', refType: 'order', refId: orderId, detail: { providerId, ...update } })
}

/**
 * The order that an update is about. `numberEnteredBy`: member id of the staff member who entered the provider's order
 * number by hand (`lockStaffWhoEnteredNumber`); null if nobody did, or if the update doesn't end the order.
 */
type PolledOrder = OrderState & {
  memberId: number
  serviceType: ServiceTypeName
  details: OrderDetails | null
  numberEnteredBy: number | null
}

/**
 * Transitions the order to the status that the provider reports. A PENDING order that is reported as PARTIAL becomes
 * INPROGRESS first, because the transition from PENDING to PARTIAL isn't allowed. If the order's status doesn't allow
 * the transition, only records the progress. Files a task instead if the update is unclear, or if staff must decide on
 * the refund (`needsStaff`).
 */
async function transitionAsWorker(
  tx: Db,
  polled: PolledUpdate,
  order: PolledOrder,
  reported: OrderProgress,
): Promise<void> {
  const progress = correctSubscriptionUpdate(reported, order)
  if (progress === null || isPartlyDeliveredPackage(order, progress)) return fileUnclearTask(tx, polled, reported)
  const skipsInProgress = order.status === PENDING && progress.status === PARTIAL
  const from = skipsInProgress ? { ...order, status: INPROGRESS } : order
  const decision = decideTransition(from, { ...progress, by: 'worker', reason: '' })
  if ('refused' in decision) {
    if (decision.refused === 'REMAINS') return fileUnclearTask(tx, polled, progress)
    await recordProgress(tx, { orderId: polled.orderId, ...progress })
    return dropTaskOfFormerUpdate(tx, 'DELIVERY_BY_HAND', polled)
  }
  if (skipsInProgress) await transitionTo(tx, polled, { ...progress, status: INPROGRESS, remains: null })
  if (await needsStaff(tx, polled, order, decision.refunded - order.refunded))
    return fileByHandTask(tx, polled, progress)
  await transitionTo(tx, polled, progress)
  await dropTaskOfFormerUpdate(tx, 'DELIVERY_BY_HAND', polled)
}

/**
 * Drops the task in which staff were to apply an earlier update. The provider has reported something else since, so
 * staff must not refund by the earlier update.
 */
const dropTaskOfFormerUpdate = (
  tx: Db,
  kind: 'DELIVERY_BY_HAND' | 'DELIVERY_LATE',
  { orderId }: PolledUpdate,
): Promise<void> => dropTasks(tx, { kinds: [kind], refType: 'order', refId: orderId })

/**
 * True if staff must decide on the refund: the provider's order number, which may belong to another order, was entered
 * by a staff member who may not make this refund alone. Once a refund of the order was left to staff, it stays with
 * them, even if that staff member's limit of a later day would cover it.
 */
async function needsStaff(
  tx: Db,
  { orderId }: PolledUpdate,
  { numberEnteredBy, memberId }: PolledOrder,
  refund: Points,
): Promise<boolean> {
  if (numberEnteredBy === null || refund <= 0n) return false
  return (
    (await wasRefundLeftToStaff(tx, orderId)) ||
    !(await countRefundIfWithinLimits(tx, numberEnteredBy, { memberId, refund }))
  )
}

/**
 * Files a task for staff to apply the update by hand. Does nothing if the update equals the last recorded one, because
 * staff may already have closed the task about that update.
 */
async function fileByHandTask(tx: Db, polled: PolledUpdate, progress: OrderProgress): Promise<void> {
  const { orderId, providerId, update, lastUpdate } = polled
  if (updateKey(update) === lastUpdate) return
  await fileTask(tx, {
    kind: 'DELIVERY_BY_HAND',
    refType: 'order',
    refId: orderId,
    detail: { providerId, ...progress },
  })
}

async function transitionTo(
  tx: Db,
  polled: PolledUpdate,
  { status, remains, startCount }: OrderProgress,
): Promise<void> {
  const { orderId } = polled
  await transitionOrder(tx, providerActor(polled), { orderId, status, remains, startCount, reason: '' })
}

/**
 * Computes what would happen if staff applied a late update, which arrived after the order had ended. Returns the
 * refund in points, and whether the transition is allowed (`applicable`). Null if the update reports a running order,
 * or the order's own status without a further refund.
 */
function effectOfLateUpdate(order: OrderState, { status, remains }: OrderProgress) {
  if (!isTerminal(status)) return null
  const decision = decideTransition(order, { status, remains, by: 'staff', reason: 'late' })
  if (status === order.status && ('refused' in decision || decision.refunded === order.refunded)) return null
  const refund = 'refused' in decision ? 0 : pointsToNumber(decision.refunded - order.refunded)
  return { refund, applicable: !('refused' in decision) }
}

/**
 * Handles a late update from which the refund isn't clear, for example an update about a part of a package. Adds a
 * remark to the order's timeline, files a task for staff, and drops the task of an earlier late update.
 */
async function recordUnclearLateUpdate(tx: Db, polled: PolledUpdate, progress: OrderProgress): Promise<void> {
  const { orderId } = polled
  await addRemark(tx, providerActor(polled), { orderId, reason: deliveryNotes.lateUpdate })
  await dropTaskOfFormerUpdate(tx, 'DELIVERY_LATE', polled)
  await fileUnclearTask(tx, polled, progress)
}

/**
 * Handles an update that arrived after the order had ended. An ended order isn't transitioned automatically
 * (docs/contract.md#delivery). Instead, adds a remark to its timeline and files a task with the refund that the update
 * would cause. If the update would change nothing, drops the task of an earlier late update.
 */
async function recordLateUpdate(
  tx: Db,
  polled: PolledUpdate,
  order: PolledOrder,
  reported: OrderProgress,
): Promise<void> {
  const progress = correctSubscriptionUpdate(reported, order)
  if (progress === null || isPartlyDeliveredPackage(order, progress))
    return recordUnclearLateUpdate(tx, polled, reported)
  const effect = effectOfLateUpdate(order, progress)
  if (!effect) return dropTaskOfFormerUpdate(tx, 'DELIVERY_LATE', polled)
  const { orderId, providerId } = polled
  await addRemark(tx, providerActor(polled), { orderId, reason: deliveryNotes.lateUpdate })
  const detail = {
    providerId,
    status: progress.status,
    remains: progress.remains,
    startCount: progress.startCount,
    ...effect,
  }
  await fileTask(tx, { kind: 'DELIVERY_LATE', refType: 'order', refId: orderId, detail })
}

/**
 * For this many days after the last event in its timeline, an ended order is still polled once an hour, because some
 * providers revise a status that they reported.
 */
const DAYS_POLLED_AFTER_END = 3

const recordUpdateStatement = `
  UPDATE provider_attempts a SET last_heard = $2, next_poll_at = CASE WHEN NOT $3::boolean THEN next_poll_at
    WHEN (SELECT max(at) FROM order_events e WHERE e.order_id = a.order_id) > now() - ${DAYS_POLLED_AFTER_END} * interval '1 day'
    THEN now() + interval '1 hour' END
  WHERE id = $1`

async function applyToOrder(tx: Db, polled: PolledUpdate, order: PolledOrder): Promise<void> {
  const { update, orderId } = polled
  const isNews = updateKey(update) !== polled.lastUpdate
  const hasEnded = isTerminal(order.status)
  if (isNews) log.debug('provider update', { orderId, update: updateKey(update) })
  if ('error' in update) {
    if (isNews && !hasEnded) await fileUnclearTask(tx, polled, update)
    return
  }
  if (isNews) await dropTasks(tx, { kinds: ['DELIVERY_UNCLEAR'], refType: 'order', refId: orderId })
  if (!hasEnded) await transitionAsWorker(tx, polled, order, update)
  else if (isNews) await recordLateUpdate(tx, polled, order, update)
}

/** Applies a provider's update to the order and records the update, in one transaction. */
export async function applyUpdate(db: Database, polled: PolledUpdate): Promise<void> {
  const { attemptId, orderId, update } = polled
  await db.transaction(async (tx) => {
    const numberEnteredBy = await lockStaffWhoEnteredNumber(tx, orderId, update)
    const [order] = await tx.rows<Omit<PolledOrder, 'numberEnteredBy'>>(
      `SELECT member_id, status, amount, remains, price, refunded, recovered, service_type, details FROM orders
       WHERE id = $1 FOR UPDATE`,
      [orderId],
    )
    if (!order) return
    await applyToOrder(tx, polled, { ...order, numberEnteredBy })
    const isOver = isTerminal(order.status) || (!('error' in update) && isTerminal(update.status))
    await tx.rows(recordUpdateStatement, [attemptId, updateKey(update), isOver])
  })
}
