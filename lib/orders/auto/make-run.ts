import { type Db, isViolationOf } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { isLinkTakenSql, OPEN_ORDER_PER_LINK_INDEX } from '../active-order.ts'
import { orderStatus } from '../labels.ts'
import { isServiceOrderableSql, owesPointsSql } from './queries.ts'
import { activeAutoOrder, priceOfNextRun, type RunProgress, runningAutoOrder } from './rules.ts'

/** An auto order whose next run was due when it was read; another worker may have made the run since. */
export type DueAutoOrder = RunProgress & { id: number }

// Makes one run completely or not at all. The clock of the database decides whether the run is due. Two conditions
// prevent making the same run twice: the number of runs made must still be the one that was read before, and
// (auto_order_id, run_no) is unique. If the run is less than two minutes late, the next run is due an interval after
// this one was due. Otherwise it is due an interval from now, so that missed runs aren't all made at once
// (docs/contract.md#auto-orders).
const makeRunStatement = `
  WITH claimed AS (
    SELECT a.id FROM auto_orders a
    WHERE a.id = $1 AND ${activeAutoOrder.sql('a')} AND a.completed = $2::int - 1 AND a.next_run_at <= now() AND a.held_at IS NULL
      AND ${isServiceOrderableSql}
      AND NOT ${isLinkTakenSql('a.member_id', 'a.service_id', 'a.link', 'a.clean_link')}
      AND NOT ${owesPointsSql('a.member_id')}
    FOR UPDATE OF a SKIP LOCKED
  ), advanced AS (
    UPDATE auto_orders a SET completed = $2::int, next_run_at = CASE WHEN $2::int < a.runs THEN
      CASE WHEN now() - a.next_run_at < interval '2 minutes' THEN a.next_run_at ELSE now() END
        + a.interval_minutes * interval '1 minute' END
    FROM claimed WHERE a.id = claimed.id AND a.completed = $2::int - 1
    RETURNING a.id, a.member_id, a.service_id, a.unit_price, a.link, a.clean_link, a.amount
  ), placed AS (
    INSERT INTO orders (member_id, service_id, unit_price, price, link, clean_link, amount, remains, source, auto_order_id, run_no)
    SELECT member_id, service_id, unit_price, $3::bigint, link, clean_link, amount, amount, 'AUTO', id, $2::int FROM advanced
    RETURNING id, amount
  ), event AS (
    INSERT INTO order_events (order_id, to_status, actor, remains) SELECT id, ${orderStatus.PENDING}, 'worker', amount FROM placed
  )
  SELECT id FROM placed`

/**
 * Makes the next run of an auto order: places an ordinary order at the price `priceOfNextRun`. Returns the order's id,
 * or null if no run was made. Reasons: the run isn't due, the auto order is held or has ended, the service can't be
 * ordered, an open order blocks the link, the member owes points, or another worker makes the run.
 */
export async function makeRun(db: Db, due: DueAutoOrder): Promise<number | null> {
  const [placed] = await db.rows<{ id: number }>(makeRunStatement, [due.id, due.completed + 1, priceOfNextRun(due)])
  return placed?.id ?? null
}

/**
 * Makes the due run of one auto order. Returns false if it wasn't made. Logs an error instead of throwing it, so that
 * the runs of other auto orders are still made; the next sweep tries this run again.
 */
async function tryRun(db: Db, due: DueAutoOrder): Promise<boolean> {
  try {
    return (await makeRun(db, due)) !== null
  } catch (error) {
    // Another order on the same link was committed first: the run is made when that order has ended.
    if (isViolationOf(error, OPEN_ORDER_PER_LINK_INDEX)) return false
    log.error('a run could not be made', { error, autoOrderId: due.id, runNo: due.completed + 1 })
    return false
  }
}

/** Number of due auto orders read at once. */
const DUE_BATCH = 500

/**
 * Makes all runs that are due and can be made now (`makeRun`), at most one per auto order. Returns the number of runs
 * made. Sweeps may run concurrently.
 */
export async function makeDueRuns(db: Db): Promise<number> {
  let made = 0
  for (let afterId = 0; ; ) {
    const due = await db.rows<DueAutoOrder>(
      `SELECT id, price, runs, completed FROM auto_orders
       WHERE ${runningAutoOrder.sql()} AND next_run_at <= now() AND id > $1 ORDER BY id LIMIT $2`,
      [afterId, DUE_BATCH],
    )
    for (const autoOrder of due) if (await tryRun(db, autoOrder)) made++
    const last = due.at(-1)
    if (!last || due.length < DUE_BATCH) return made
    afterId = last.id
  }
}
