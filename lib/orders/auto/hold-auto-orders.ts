import { worker } from '#lib/audit/actor.ts'
import type { Database } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { log } from '#lib/core/log.ts'
import { queueMessage } from '#lib/messages/queue-message.ts'
import { cancelAndNotify } from './cancel-auto-order.ts'
import { holdMessage } from './labels.ts'
import { serviceOrderableSql } from './queries.ts'
import { activeAutoOrder, heldAutoOrder, runningAutoOrder } from './rules.ts'

/** Maximum number of auto orders held in one transaction. */
const HOLD_BATCH = 200

// Holds a batch of running auto orders whose service can't be ordered now.
const holdStatement = `
  WITH shut AS (
    SELECT a.id, m.email FROM auto_orders a JOIN members m ON m.id = a.member_id
    WHERE ${runningAutoOrder.sql('a')} AND a.next_run_at IS NOT NULL AND NOT (${serviceOrderableSql})
    ORDER BY a.id LIMIT ${HOLD_BATCH} FOR UPDATE OF a SKIP LOCKED
  )
  UPDATE auto_orders a SET held_at = now() FROM shut WHERE a.id = shut.id
  RETURNING a.id, a.runs - a.completed AS left, shut.email`

/** `left` is the number of runs that were not made. */
type HeldAutoOrder = { id: number; left: number; email: string | null }

const holdBatch = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const held = await tx.rows<HeldAutoOrder>(holdStatement)
    for (const { id, left, email } of held) {
      const { subject, body } = holdMessage
      if (email) await queueMessage(tx, { channel: 'EMAIL', to: email, subject, body: body({ id, left }), life: null })
    }
    return held.length
  })

/**
 * Holds every auto order whose service can't be ordered now, whether or not a run is due, and notifies the members
 * (docs/contract.md#auto-orders). Returns the number of auto orders held.
 */
export async function holdAutoOrders(db: Database): Promise<number> {
  for (let held = 0; ; ) {
    const heldInBatch = await holdBatch(db)
    held += heldInBatch
    if (heldInBatch < HOLD_BATCH) return held
  }
}

/**
 * Resumes held auto orders whose service can be ordered again. Of the runs that were due while it was held, only one is
 * made now; the next run follows an interval later (lib/orders/auto/make-run.ts). Returns the number of auto orders
 * resumed.
 */
export async function resumeAutoOrders(db: Database): Promise<number> {
  const resumed = await db.rows(
    `UPDATE auto_orders a SET held_at = NULL WHERE ${heldAutoOrder.sql('a')} AND ${serviceOrderableSql} RETURNING a.id`,
  )
  return resumed.length
}

/** Cancels one held auto order. Returns false if it was resumed or ended meanwhile, or if an error was logged. */
async function cancelHeld(db: Database, autoOrderId: number): Promise<boolean> {
  try {
    const cancel = { autoOrderId, reason: 'held for 72 hours', onlyHeld: true }
    await db.transaction((tx) => cancelAndNotify(tx, worker, cancel))
    return true
  } catch (error) {
    if (!(error instanceof AppError)) log.error('a held order could not be cancelled', { error, autoOrderId })
    return false
  }
}

/**
 * Cancels auto orders held for 72 hours, refunds the runs that were not made and notifies the members
 * (docs/contract.md#auto-orders). Returns the number of auto orders cancelled.
 */
export async function cancelLongHeld(db: Database): Promise<number> {
  const held = await db.rows<{ id: number }>(
    `SELECT id FROM auto_orders WHERE ${activeAutoOrder.sql()} AND held_at <= now() - interval '72 hours' ORDER BY id LIMIT 1000`,
  )
  let canceled = 0
  for (const { id } of held) if (await cancelHeld(db, id)) canceled++
  return canceled
}
