import type { Database } from '#lib/core/db.ts'
import { GATHER_SECONDS, MESSAGE_LIFE_HOURS, MIN_SECONDS_BETWEEN_MESSAGES } from './rules.ts'

/** Maximum number of members for whom one call gathers notices. */
const MAX_MEMBERS = 500

// `due`: members whose oldest waiting notice is old enough, and who were sent no message for five minutes
// (MIN_SECONDS_BETWEEN_MESSAGES). Their notices are marked as sent (`told_at`) and become one message to each of their
// browsers. A member without a browser gets no message. Notices that have waited for 24 hours (MESSAGE_LIFE_HOURS),
// because no worker ran, are marked as well, but no message reports them: they are outdated.
const gatherSql = `
  WITH due AS (
    SELECT n.member_id FROM push_notices n WHERE n.told_at IS NULL
    GROUP BY n.member_id
    HAVING min(n.created_at) <= now() - interval '${GATHER_SECONDS} seconds'
      AND NOT EXISTS (SELECT FROM push_notices t
        WHERE t.member_id = n.member_id AND t.told_at > now() - interval '${MIN_SECONDS_BETWEEN_MESSAGES} seconds')
    LIMIT ${MAX_MEMBERS}
  ), marked AS (
    UPDATE push_notices n SET told_at = now() FROM due WHERE n.member_id = due.member_id AND n.told_at IS NULL
    RETURNING n.member_id, n.order_id, n.is_auto, n.status, n.created_at
  ), gathered AS (
    SELECT member_id, max(order_id) AS order_id, bool_and(is_auto) AS is_auto,
      (array_agg(status ORDER BY order_id DESC))[1] AS status, count(*)::int AS orders
    FROM marked WHERE created_at > now() - interval '${MESSAGE_LIFE_HOURS} hours' GROUP BY member_id
  )
  INSERT INTO push_messages (subscription_id, order_id, is_auto, status, orders)
  SELECT s.id, g.order_id, g.is_auto, g.status, g.orders
  FROM gathered g JOIN push_subscriptions s ON s.member_id = g.member_id
  RETURNING id`

/**
 * Turns waiting notices into messages, for at most 500 members (MAX_MEMBERS). All notices of a member become one
 * message to each of his browsers. The same statement marks the notices, so that no order is reported twice. Returns
 * the number of messages; 0 while another process gathers.
 */
export function gatherNotices(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    // Only one process gathers at a time: two processes would send a member two messages instead of one.
    const [lock] = await tx.rows<{ isAcquired: boolean }>(
      "SELECT pg_try_advisory_xact_lock(hashtext('push-notices')) AS is_acquired",
    )
    return lock?.isAcquired ? (await tx.rows(gatherSql)).length : 0
  })
}
