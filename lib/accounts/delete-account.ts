import { memberActor } from '#lib/audit/actor.ts'
import { recordAccountEvent } from '#lib/audit/record-account-event.ts'
import { chargeStatus, deletedAccountReason, refundStatus } from '#lib/charges/labels.ts'
import { approvableCharge, requestedCashRefund, transferDueCashRefund } from '#lib/charges/rules.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { unauthenticated } from '#lib/core/unauthenticated.ts'
import { rememberIdentities } from '#lib/members/former-identities.ts'
import type { Points } from '#lib/money/points.ts'
import { activeAutoOrder } from '#lib/orders/auto/rules.ts'
import { openOrder } from '#lib/orders/rules.ts'
import { movePoints } from '#lib/points/move-points.ts'
import { readOpenDebt } from '#lib/points/queries.ts'
import { prepareRewardsForAccountDeletion } from '#lib/referrals/settle-reward.ts'
import { archivePersonalData, archiveRecords, lockChargesToArchive } from '#lib/retained-records/archive-member.ts'
import { dropTasks } from '#lib/tasks/file-task.ts'
import {
  deletionBlockedByCancellation,
  deletionBlockedByCashRefund,
  deletionBlockedByDebt,
  deletionBlockedByOrders,
  deletionBlockedByReward,
  staffNotDeletable,
} from './errors.ts'

// Ends the member's pending and expired charges, so that a late deposit can't credit a deleted account.
const endChargesSql = `
  UPDATE charges SET status = ${chargeStatus.FAIL}, outcome = 'DELETED', response_at = coalesce(response_at, now())
  WHERE member_id = $1 AND ${approvableCharge.sql()}`

// Rejects the member's open request for a cash refund: the deletion forfeits the points that it would pay out.
const endRefundsSql = `
  UPDATE refund_requests SET status = ${refundStatus.REJECTED}, reason = $2, response_at = now() WHERE member_id = $1 AND ${requestedCashRefund.sql()}`

const lockRefundsSql = `SELECT FROM refund_requests WHERE member_id = $1 AND ${requestedCashRefund.sql()} FOR UPDATE`

async function endOpenRequests(tx: Db, memberId: number): Promise<void> {
  await tx.rows(endChargesSql, [memberId])
  await tx.rows(endRefundsSql, [memberId, deletedAccountReason])
}

type DeletionState = {
  isDeleted: boolean
  isStaff: boolean
  isBusy: boolean
  isOwedRefund: boolean
  isCancelling: boolean
}

/**
 * Selects what forbids the deletion of an account, besides debts and rewards (docs/contract.md#account-deletion).
 * `is_busy`: the account has open orders or active auto orders. `is_owed_refund`: the points of a cash refund were
 * debited, but its money isn't paid yet; the deletion would erase the bank account for it. `is_cancelling`: the points
 * of a card payment were debited to cancel it; if the cancellation is refused, a deleted account couldn't get them
 * back.
 */
const deletionStateSql = `
  SELECT m.deleted_at IS NOT NULL AS is_deleted, m.role <> 'MEMBER' AS is_staff,
    EXISTS (SELECT FROM orders WHERE member_id = $1 AND ${openOrder.sql()})
      OR EXISTS (SELECT FROM auto_orders WHERE member_id = $1 AND ${activeAutoOrder.sql()}) AS is_busy,
    EXISTS (SELECT FROM refund_requests WHERE member_id = $1 AND ${transferDueCashRefund.sql()}) AS is_owed_refund,
    EXISTS (SELECT FROM card_payments p JOIN card_cancellations k ON k.payment_id = p.id
      WHERE p.member_id = $1 AND k.state = 'SENDING') AS is_cancelling
  FROM members m WHERE m.id = $1`

// Statements that delete what belongs to the member. His row stays, emptied by `markDeletedSql`, because payment
// records refer to it. Members whom he referred lose their referrer. His prices come last: their trigger locks the one
// row by which every process learns of changed prices, and whoever holds it must not wait for another member's row.
const forgetMemberSql = [
  'DELETE FROM sessions WHERE member_id = $1',
  'DELETE FROM login_tickets WHERE member_id = $1',
  'DELETE FROM reset_links WHERE member_id = $1',
  'DELETE FROM staff_totp WHERE member_id = $1',
  'DELETE FROM recovery_codes WHERE member_id = $1',
  'DELETE FROM api_keys WHERE member_id = $1',
  'DELETE FROM sns_links WHERE member_id = $1',
  'DELETE FROM webhooks WHERE member_id = $1',
  'DELETE FROM ended_bulk_orders WHERE bulk_order_id IN (SELECT bulk_order_id FROM orders WHERE member_id = $1)',
  'DELETE FROM change_followers WHERE member_id = $1',
  'DELETE FROM question_pictures WHERE message_id IS NULL AND uploader_id = $1',
  'DELETE FROM favorites WHERE member_id = $1',
  'UPDATE members SET referred_by_id = NULL WHERE referred_by_id = $1',
  'DELETE FROM member_prices WHERE member_id = $1',
]

// Updates no row if the member has become staff in the meantime: granting a staff role locks the same row.
const markDeletedSql = `
  UPDATE members SET deleted_at = now(), email = NULL, phone = NULL, password_hash = NULL, referral_code = NULL,
    register_where_id = NULL, referred_by_id = NULL
  WHERE id = $1 AND role = 'MEMBER' RETURNING id`

async function forfeitPoints(tx: Db, memberId: number, point: Points): Promise<void> {
  if (point === 0n) return
  const cause = { kind: 'FORFEIT', refType: 'member', refId: memberId } as const
  await movePoints(tx, memberActor(memberId), { memberId, delta: -point, ...cause })
}

/**
 * Deletes an account in one transaction. Forfeits the remaining points, closes open cash refund requests and charges
 * that could still be credited, and removes password, e-mail, phone number, API keys and sessions. `rememberIdentities`
 * may store keyed hashes of the phone number and of the Naver and Kakao accounts for a while. Records that must be kept
 * by law are moved to the retained records; a job moves those beyond the first batch. Returns the forfeited points.
 * @throws CONFLICT the account has a staff role, open orders or auto orders, a refund or a cancelled card payment whose
 * money is on its way, an open debt, or a paid reward that must be settled first; UNAUTHENTICATED the account was
 * deleted concurrently
 */
export function deleteAccount(db: Database, memberId: number, address = ''): Promise<Points> {
  return db.transaction(async (tx) => {
    // Lock the open cash refund request, the charges, the rewards and then the balance, in the same sequence as
    // approvals, pay-outs and reversals, to avoid deadlocks. The end of a request locks a reward by a trigger.
    await tx.rows(lockRefundsSql, [memberId])
    await lockChargesToArchive(tx, memberId)
    await endOpenRequests(tx, memberId)
    // Lock the rewards before the balance, in the same sequence as the payment of a reward, to avoid deadlocks.
    const areRewardsSettled = await prepareRewardsForAccountDeletion(tx, memberId)
    // Lock the balance, as placing an order does. `deletionStateSql` finds an order placed before this lock; an order
    // placed after the deletion finds no points.
    const { point } = await oneRow<{ point: Points }>(
      tx,
      'SELECT point FROM balances WHERE member_id = $1 FOR UPDATE',
      [memberId],
    )
    const state = await oneRow<DeletionState>(tx, deletionStateSql, [memberId])
    if (state.isDeleted) throw unauthenticated()
    if (state.isStaff) throw staffNotDeletable()
    if (state.isBusy) throw deletionBlockedByOrders()
    if (state.isOwedRefund) throw deletionBlockedByCashRefund()
    if (state.isCancelling) throw deletionBlockedByCancellation()
    if ((await readOpenDebt(tx, memberId)) > 0n) throw deletionBlockedByDebt()
    if (!areRewardsSettled) throw deletionBlockedByReward()
    // The second call ends the charges and cash refund requests that were made after the first call and before the
    // balance was locked.
    await endOpenRequests(tx, memberId)
    await forfeitPoints(tx, memberId, point)
    await rememberIdentities(tx, memberId)
    await archivePersonalData(tx, memberId)
    for (const statement of forgetMemberSql) await tx.rows(statement, [memberId])
    if ((await tx.rows(markDeletedSql, [memberId])).length === 0) throw staffNotDeletable()
    await dropTasks(tx, { kinds: ['DORMANT'], refType: 'member', refId: memberId })
    await recordAccountEvent(tx, { memberId, kind: 'ACCOUNT_DELETED', address })
    await archiveRecords(tx, memberId)
    return point
  })
}
