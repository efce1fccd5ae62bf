import type { Database, Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { formatSeoulMoment } from '#lib/core/seoul-moment.ts'
import { notifyMember } from '#lib/members/notify-member.ts'
import { formatPoints } from '#lib/money/points.ts'
import { autoOrderDebtMessage } from './labels.ts'
import { openDebtWithDeadline } from './queries.ts'
import { activeAutoOrder } from './rules.ts'

/**
 * SQL condition: debt `d` is open, its member wasn't notified of it yet, and he has an active auto order with runs
 * left.
 */
const notYetNotifiedSql = `d.recovered + d.waived < d.amount AND d.notified_at IS NULL
  AND EXISTS (SELECT FROM auto_orders a WHERE a.member_id = d.member_id AND ${activeAutoOrder.sql('a')} AND a.completed < a.runs)`

/**
 * Notifies a member of the sum of all his open debts. Returns false, without a message, if no debt meets
 * `notYetNotifiedSql`. Locks the member's balance until the message is queued: every change of a debt takes this lock
 * too, so the sum in the message is right.
 */
async function notifyOfDebts(tx: Db, memberId: number): Promise<boolean> {
  await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  const notified = await tx.rows(
    `UPDATE debts d SET notified_at = now() WHERE d.member_id = $1 AND ${notYetNotifiedSql} RETURNING d.charge_id`,
    [memberId],
  )
  if (notified.length === 0) return false
  // The debts updated above have a `notified_at` now, so `until` isn't null.
  const { debt, until } = await openDebtWithDeadline(tx, memberId)
  const { subject, body } = autoOrderDebtMessage
  const text = body({ debt: formatPoints(debt), until: formatSeoulMoment(until ?? new Date(), new Date()) })
  await notifyMember(tx, memberId, { subject, body: text })
  return true
}

/** Runs `notifyOfDebts` in a transaction. Also returns false if an error was logged. */
async function tryToNotify(db: Database, memberId: number): Promise<boolean> {
  try {
    return await db.transaction((tx) => notifyOfDebts(tx, memberId))
  } catch (error) {
    log.error('a member who owes points could not be notified', { error, memberId })
    return false
  }
}

/**
 * Notifies members whose auto orders wait because they owe points. The message states the sum and the deadline for
 * paying. A member is notified of each debt once, and again if a paid debt is raised again
 * (docs/contract.md#auto-orders). Handles at most 1,000 members per call. Returns the number of members notified.
 */
export async function notifyIndebted(db: Database): Promise<number> {
  const notNotified = await db.rows<{ memberId: number }>(
    `SELECT DISTINCT d.member_id FROM debts d WHERE ${notYetNotifiedSql} ORDER BY d.member_id LIMIT 1000`,
  )
  let notified = 0
  for (const { memberId } of notNotified) if (await tryToNotify(db, memberId)) notified++
  return notified
}
