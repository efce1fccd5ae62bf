import { worker } from '#lib/audit/actor.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { log } from '#lib/core/log.ts'
import { notifyMember } from '#lib/members/notify-member.ts'
import { formatPoints } from '#lib/money/points.ts'
import { cancelAutoOrder } from './cancel-auto-order.ts'
import { autoOrderDebtCancelMessage } from './labels.ts'
import { openDebtWithDeadline } from './queries.ts'
import { activeAutoOrder, MAX_DEBT_HOURS } from './rules.ts'

/** SQL condition: the member was notified of an open debt at least MAX_DEBT_HOURS ago. */
const isOverdueSql = (member: string): string => `EXISTS (SELECT FROM debts d
  WHERE d.member_id = ${member} AND d.recovered + d.waived < d.amount AND d.notified_at <= now() - interval '${MAX_DEBT_HOURS} hours')`

type IndebtedAutoOrder = { id: number; memberId: number }

const indebtedAutoOrdersSql = `
  SELECT a.id, a.member_id FROM auto_orders a
  WHERE a.member_id IN (SELECT d.member_id FROM debts d WHERE d.recovered + d.waived < d.amount)
    AND ${activeAutoOrder.sql('a')} AND a.completed < a.runs AND ${isOverdueSql('a.member_id')}
  ORDER BY a.id LIMIT 1000`

/**
 * Cancels an auto order of a member with an overdue debt and notifies him. Returns false if the debt was paid
 * meanwhile. The advisory lock serializes cancellations for one member, because the refund of the first auto order may
 * pay the debt.
 */
async function cancelIfStillIndebted(tx: Db, { id, memberId }: IndebtedAutoOrder): Promise<boolean> {
  await tx.rows("SELECT pg_advisory_xact_lock(hashtext('indebted'), $1::int)", [memberId])
  const owing = await tx.rows(`SELECT WHERE ${isOverdueSql('$1::int')}`, [memberId])
  if (owing.length === 0) return false
  const { left, refund } = await cancelAutoOrder(tx, worker, { autoOrderId: id, reason: 'debt for 72 hours' })
  const { debt } = await openDebtWithDeadline(tx, memberId)
  const { subject, body } = autoOrderDebtCancelMessage
  const owed = debt > 0n ? formatPoints(debt) : null
  await notifyMember(tx, memberId, { subject, body: body({ id, left, refund: formatPoints(refund), owed }) })
  return true
}

/**
 * Runs `cancelIfStillIndebted` in a transaction. Also returns false if the auto order has ended or an error was logged.
 */
async function tryToCancel(db: Database, indebted: IndebtedAutoOrder): Promise<boolean> {
  try {
    return await db.transaction((tx) => cancelIfStillIndebted(tx, indebted))
  } catch (error) {
    if (!(error instanceof AppError))
      log.error('an order of a member who owes points could not be cancelled', { error, autoOrderId: indebted.id })
    return false
  }
}

/**
 * Cancels auto orders of members who still owe points 72 hours after they were notified
 * (lib/orders/auto/notify-indebted.ts). Cancels the oldest first, until the refunds have paid the member's debt
 * (docs/contract.md#auto-orders). Handles at most 1,000 auto orders per call. Returns the number cancelled.
 */
export async function cancelIndebted(db: Database): Promise<number> {
  const autoOrders = await db.rows<IndebtedAutoOrder>(indebtedAutoOrdersSql)
  let canceled = 0
  for (const indebted of autoOrders) if (await tryToCancel(db, indebted)) canceled++
  return canceled
}
