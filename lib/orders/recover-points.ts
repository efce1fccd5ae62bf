import { askApprovalIfNeeded, lockStaffDayTotal, type RequestedApproval } from '#lib/approvals/ask-approval.ts'
import { type ApprovalHandler, type Confirmation, confirmationForAudit } from '#lib/approvals/decide-approval.ts'
import { approvalAlreadyWaiting } from '#lib/approvals/errors.ts'
import { accountsOfSql, refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { ApprovalLimits } from '#lib/approvals/rules.ts'
import { actorText, type StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { notifyMember } from '#lib/members/notify-member.ts'
import type { Channel } from '#lib/messages/labels.ts'
import { formatPoints, type Points, pointsToNumber } from '#lib/money/points.ts'
import { droppedOutOfRange, reasonRequired, recoveryRefused, recoveryToFormerMember, unknownOrder } from './errors.ts'
import { isFormerMemberWithLock } from './former-members.ts'
import { refuseWhileRefilled } from './refuse-while-refilled.ts'
import { MAX_RECOVERIES, type OrderState, RECOVERY_WINDOW_DAYS, recoverableQuantity, recoveryPoints } from './rules.ts'
import { refundMessageToMember } from './staff-labels.ts'

/** `dropped` is the quantity that dropped after the delivery: followers, likes and so on. */
type Recovery = { orderId: number; dropped: number; reason: string; notify?: boolean }

/** Result of a recovery. If it waits for a second person, `recovered` is 0 and `approval` the approval request. */
export type RecoveryResult = { recovered: Points; notified: Channel | null; approval?: RequestedApproval }

type LockedOrder = OrderState & { memberId: number }

const lockOrderSql = `SELECT member_id, status, amount, remains, price, refunded, recovered FROM orders
  WHERE id = $1::bigint FOR NO KEY UPDATE`

// The ids are sorted, so that concurrent recoveries on two accounts of one person can't deadlock.
const lockRecoveriesSql = `
  SELECT pg_advisory_xact_lock(hashtext('recoveries'), own.id)
  FROM (
    SELECT a.id FROM orders o, LATERAL (${accountsOfSql('o.member_id')}) AS a (id) WHERE o.id = $1::bigint
    ORDER BY a.id OFFSET 0
  ) AS own`

/**
 * Serializes recoveries to the person who owns an order, on all his accounts. Otherwise two concurrent recoveries could
 * both count as the last one that needs no second person (MAX_RECOVERIES). Take this lock after `lockStaffDayTotal` and
 * before any row is locked. A recovery that a second person has confirmed needs no lock, because the number of these
 * isn't limited.
 */
const lockRecoveries = (tx: Db, orderId: number): Promise<unknown> => tx.rows(lockRecoveriesSql, [orderId])

/**
 * Locks an order and then its member's balance, in the same sequence as transitions, so that a recovery and a
 * transition can't deadlock. The lock on the balance keeps the account from being deleted until the transaction has
 * ended.
 * @throws NOT_FOUND no such order; CONFLICT its member has deleted the account
 */
async function lockOrder(tx: Db, orderId: number): Promise<LockedOrder> {
  const [order] = await tx.rows<LockedOrder>(lockOrderSql, [orderId])
  if (!order) throw unknownOrder()
  if (await isFormerMemberWithLock(tx, order.memberId)) throw recoveryToFormerMember()
  return order
}

/**
 * Points that a recovery gives for the dropped quantity of a locked order.
 * @throws CONFLICT the order can have no recovery; BAD_INPUT the quantity isn't between 1 and what was delivered, or is
 * worth no points
 */
function pointsFor(order: LockedOrder, dropped: number): Points {
  const delivered = recoverableQuantity(order)
  if (delivered === 0) throw recoveryRefused()
  const points = dropped >= 1 && dropped <= delivered ? recoveryPoints(order, dropped) : 0n
  if (points === 0n) throw droppedOutOfRange(delivered)
  return points
}

const recentRecoveriesSql = `SELECT count(*)::int AS recent FROM point_entries
  WHERE member_id IN (${accountsOfSql('$1::int')}) AND kind = 'UNFOLLOW_RECOVERY'
    AND created_at > now() - $2 * interval '1 day'`

/**
 * True if this member has got so many recoveries lately, on all his accounts, that the next one needs a second person
 * (MAX_RECOVERIES). Always false in the demo, which has no second person.
 */
async function hadManyRecoveries(tx: Db, memberId: number): Promise<boolean> {
  if (env().DEMO) return false
  const { recent } = await oneRow<{ recent: number }>(tx, recentRecoveriesSql, [memberId, RECOVERY_WINDOW_DAYS])
  return recent >= MAX_RECOVERIES
}

/**
 * Refuses a recovery while an earlier one of the same order waits for a second person, who could otherwise confirm an
 * outdated quantity.
 * @throws CONFLICT
 */
async function refuseWhileWaiting(tx: Db, orderId: number): Promise<void> {
  const waiting = await tx.rows(
    `SELECT FROM approvals WHERE kind = 'UNFOLLOW_RECOVERY' AND subject_type = 'order' AND subject_id = $1
       AND state = 'WAITING'`,
    [orderId],
  )
  if (waiting.length > 0) throw approvalAlreadyWaiting()
}

// Writes the order, the balance and the ledger in one statement. Its conditions hold even in a race: an order has at
// most one recovery, and its refunds and recovery together never exceed its price.
const recoverSql = `
  WITH given AS (
    UPDATE orders SET recovered = $2::bigint WHERE id = $1 AND recovered = 0 AND refunded + $2::bigint <= price
    RETURNING id, member_id
  ), credit AS (
    UPDATE balances SET point = point + $2::bigint FROM given WHERE balances.member_id = given.member_id RETURNING point
  )
  INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor, reason)
  SELECT given.member_id, 'UNFOLLOW_RECOVERY', $2::bigint, credit.point, 'order', given.id, $3, $4 FROM given, credit
  RETURNING member_id`

/** Gives a recovery's points, notifies the member if staff asked for it, and writes the audit row. */
async function recoverWithAudit(
  tx: Db,
  actor: StaffActor,
  { orderId, dropped, reason, notify = false }: Recovery,
  { points, confirmation }: { points: Points; confirmation?: Confirmation },
): Promise<RecoveryResult> {
  const [given] = await tx.rows<{ memberId: number }>(recoverSql, [orderId, points, actorText(actor), reason])
  if (!given) throw recoveryRefused()
  const facts = { kind: 'RECOVERED', id: orderId, count: dropped, point: formatPoints(points), reason } as const
  const notified = notify ? await notifyMember(tx, given.memberId, refundMessageToMember(facts)) : null
  await recordAudit(tx, actor, {
    action: 'order.recover',
    subjectType: 'order',
    subjectId: orderId,
    after: {
      dropped,
      recovered: pointsToNumber(points),
      ...(notified && { notified }),
      ...confirmationForAudit(confirmation),
    },
    reason,
  })
  return { recovered: points, notified }
}

/**
 * Gives a member points back for followers that dropped after an order had ended and that can't be refilled
 * (docs/contract.md#unfollow-recoveries). A second person has to confirm a recovery above the limits of one staff
 * member, to an account of staff, or beyond the member's third in 30 days.
 * @throws NOT_FOUND; OWN_ACCOUNT; BAD_INPUT no reason, or a quantity that `pointsFor` refuses; CONFLICT the order can
 * have no recovery, an earlier one waits for a second person, a refill is with a provider or waits to be sent to one,
 * or the member has deleted his account
 */
export async function recoverPoints(
  db: Database,
  actor: StaffActor,
  { limits, ...recovery }: Recovery & { limits: ApprovalLimits },
): Promise<RecoveryResult> {
  const { orderId, dropped, reason, notify } = recovery
  const subject = { subjectType: 'order', subjectId: orderId } as const
  if (reason === '') throw reasonRequired()
  await refuseOwnAccount(db, actor, { action: 'order.recover', ...subject })
  return db.transaction(async (tx) => {
    await lockStaffDayTotal(tx, actor.memberId)
    await lockRecoveries(tx, orderId)
    const order = await lockOrder(tx, orderId)
    await refuseWhileWaiting(tx, orderId)
    await refuseWhileRefilled(tx, orderId)
    const points = pointsFor(order, dropped)
    const why = (await hadManyRecoveries(tx, order.memberId)) ? 'OFTEN' : null
    const act = { ...subject, kind: 'UNFOLLOW_RECOVERY', memberId: order.memberId, amount: points, reason } as const
    const approval = await askApprovalIfNeeded(tx, actor, { ...act, why, payload: { dropped, notify }, limits })
    if (approval) return { recovered: 0n, notified: null, approval }
    return recoverWithAudit(tx, actor, recovery, { points })
  })
}

/** Approval handler: gives a recovery that a second person has confirmed, if the order still allows it. */
export const recoveryHandler: ApprovalHandler = {
  lock: (tx, { subjectId }) => tx.rows(lockOrderSql, [subjectId]),
  run: async (tx, { approval: { subjectId, payload, reason }, asker, ...confirmation }) => {
    const { dropped, notify } = payload as Pick<Recovery, 'dropped' | 'notify'>
    const recovery = { orderId: subjectId, dropped, reason, notify: notify ?? false }
    const points = pointsFor(await lockOrder(tx, subjectId), dropped)
    await refuseWhileRefilled(tx, subjectId)
    return recoverWithAudit(tx, asker, recovery, { points, confirmation })
  },
}
