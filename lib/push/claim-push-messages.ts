import type { Db } from '#lib/core/db.ts'
import { type EndedOrders, MESSAGE_LIFE_HOURS } from './rules.ts'

export type ClaimedPushMessage = { id: number; subscriptionId: number; attempts: number }

/**
 * A message claimed by this process. It contains the ended orders to report, and the encrypted subscription of the
 * browser that it goes to (`sealed`).
 */
export type PushMessageToSend = ClaimedPushMessage &
  EndedOrders & {
    /** Seconds left for which the push service may store the message while the browser is offline. */
    life: number
    sealed: Buffer
  }

/**
 * Maximum number of messages sent to one push service at the same time, counted over all processes, so that a slow push
 * service doesn't take all slots.
 */
const MAX_PER_SERVICE = 16

const claimSql = `
  WITH under_way AS (
    SELECT s.service, count(*) AS messages FROM push_messages m JOIN push_subscriptions s ON s.id = m.subscription_id
    WHERE m.state = 'SENDING' GROUP BY s.service
  ), waiting AS (
    SELECT m.id, m.next_try_at,
      row_number() OVER (PARTITION BY s.service ORDER BY m.next_try_at, m.id) + coalesce(u.messages, 0) AS place
    FROM push_messages m JOIN push_subscriptions s ON s.id = m.subscription_id
    LEFT JOIN under_way u ON u.service = s.service
    WHERE m.state = 'PENDING' AND m.next_try_at <= now()
  ), chosen AS (
    SELECT id FROM push_messages
    WHERE id IN (SELECT id FROM waiting WHERE place <= ${MAX_PER_SERVICE} ORDER BY next_try_at, id LIMIT $1)
      AND state = 'PENDING'
    FOR UPDATE SKIP LOCKED
  )
  UPDATE push_messages m SET state = 'SENDING', claimed_at = now(), attempts = attempts + 1
  FROM push_subscriptions s WHERE m.id IN (SELECT id FROM chosen) AND s.id = m.subscription_id
  RETURNING m.id, m.subscription_id, m.attempts, m.order_id, m.is_auto, m.status, m.orders, s.sealed,
    greatest(0, extract(epoch FROM m.created_at + interval '${MESSAGE_LIFE_HOURS} hours' - now()))::int AS life,
    coalesce(
      (SELECT v.text FROM orders o JOIN services v ON v.id = o.service_id WHERE NOT m.is_auto AND o.id = m.order_id),
      (SELECT v.text FROM auto_orders a JOIN services v ON v.id = a.service_id WHERE m.is_auto AND a.id = m.order_id),
      '') AS product`

/** Claims due messages, at most `freeSlots` of them. */
export const claimPushMessages = async (db: Db, freeSlots: number): Promise<PushMessageToSend[]> =>
  freeSlots > 0 ? db.rows<PushMessageToSend>(claimSql, [freeSlots]) : []
