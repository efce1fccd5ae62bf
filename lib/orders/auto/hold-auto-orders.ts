import { worker } from '#lib/audit/actor.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { log } from '#lib/core/log.ts'
import { notifyMember } from '#lib/members/notify-member.ts'
import { restrictedMember } from '#lib/members/restriction/rules.ts'
import { cancelAutoOrderAndNotify } from './cancel-auto-order.ts'
import { autoOrderHoldMessage } from './labels.ts'
import { isServiceOrderableSql } from './queries.ts'
import { activeAutoOrder, heldAutoOrder, runningAutoOrder } from './rules.ts'

/** Maximum number of auto orders held in one transaction. */
const HOLD_BATCH = 200

// Holds a batch of running auto orders that have runs left and whose service can't be ordered now.
const holdStatement = `
  WITH not_orderable AS (
    SELECT a.id FROM auto_orders a
    WHERE ${runningAutoOrder.sql('a')} AND a.next_run_at IS NOT NULL AND NOT (${isServiceOrderableSql})
    ORDER BY a.id LIMIT ${HOLD_BATCH} FOR UPDATE OF a SKIP LOCKED
  )
  UPDATE auto_orders a SET held_at = now() FROM not_orderable WHERE a.id = not_orderable.id
  RETURNING a.id, a.member_id, a.runs - a.completed AS left`

/** `left` is the number of runs that were not made. */
type HeldAutoOrder = { id: number; memberId: number; left: number }

// Selects the auto orders among $1 whose members have no e-mail address, but get a notice by telephone about the hold.
// Triggers have written this notice (docs/contract.md#notices-by-telephone). It can be sent if Solapi is connected and
// the member has verified his number and isn't restricted.
const alertedStatement = `
  SELECT n.ref_id AS id FROM alert_notices n JOIN members m ON m.id = n.member_id
  WHERE n.kind = 'HOLD' AND n.told_at IS NULL AND n.ref_id = ANY($1::int[]) AND m.email IS NULL
    AND m.phone_verified_at IS NOT NULL AND ${restrictedMember.sql('m')} IS NOT TRUE
    AND EXISTS (SELECT FROM connections WHERE kind = 'solapi')`

/**
 * Notifies the members of held auto orders by e-mail, or by text message if they have no e-mail address. Members who
 * get a notice by telephone about the same hold get no text message.
 */
async function notifyHeld(tx: Db, held: readonly HeldAutoOrder[]): Promise<void> {
  if (held.length === 0) return
  const alerted = await tx.rows<{ id: number }>(alertedStatement, [held.map(({ id }) => id)])
  const alertedIds = new Set(alerted.map(({ id }) => id))
  const { subject, body } = autoOrderHoldMessage
  for (const { id, memberId, left } of held)
    if (!alertedIds.has(id)) await notifyMember(tx, memberId, { subject, body: body({ id, left }) })
}

const holdBatch = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const held = await tx.rows<HeldAutoOrder>(holdStatement)
    await notifyHeld(tx, held)
    return held.length
  })

/**
 * Holds every active auto order that has runs left and whose service can't be ordered now, even if no run is due.
 * Notifies the members (docs/contract.md#auto-orders). Returns the number of auto orders held.
 */
export async function holdAutoOrders(db: Database): Promise<number> {
  for (let held = 0; ; ) {
    const heldInBatch = await holdBatch(db)
    held += heldInBatch
    if (heldInBatch < HOLD_BATCH) return held
  }
}

/**
 * Resumes held auto orders whose service can be ordered again. Of the runs that became due during the hold, only one is
 * made; the next one follows an interval later (lib/orders/auto/make-run.ts). Returns the number of auto orders
 * resumed.
 */
export async function resumeAutoOrders(db: Database): Promise<number> {
  const resumed = await db.rows(
    `UPDATE auto_orders a SET held_at = NULL WHERE ${heldAutoOrder.sql('a')} AND ${isServiceOrderableSql} RETURNING a.id`,
  )
  return resumed.length
}

/** Cancels one held auto order. Returns false if it was resumed or ended meanwhile, or if an error was logged. */
async function cancelHeld(db: Database, autoOrderId: number): Promise<boolean> {
  try {
    const cancel = { autoOrderId, reason: 'held for 72 hours', onlyHeld: true }
    await db.transaction((tx) => cancelAutoOrderAndNotify(tx, worker, cancel))
    return true
  } catch (error) {
    if (!(error instanceof AppError)) log.error('a held order could not be cancelled', { error, autoOrderId })
    return false
  }
}

/**
 * Cancels auto orders that have been held for 72 hours, refunds the runs not made and notifies the members
 * (docs/contract.md#auto-orders). Handles at most 1,000 per call. Returns the number cancelled.
 */
export async function cancelLongHeld(db: Database): Promise<number> {
  const held = await db.rows<{ id: number }>(
    `SELECT id FROM auto_orders WHERE ${activeAutoOrder.sql()} AND held_at <= now() - interval '72 hours' ORDER BY id LIMIT 1000`,
  )
  let canceled = 0
  for (const { id } of held) if (await cancelHeld(db, id)) canceled++
  return canceled
}
