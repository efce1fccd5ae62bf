import { clock } from '#lib/core/clock.ts'
import { decrypt } from '#lib/core/crypto.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { OutgoingError, type Reach, sendOutside } from '#lib/core/outgoing.ts'
import { signatureOf } from '#lib/deposits/verify-signature.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { bodyOf, isDelivered, nextStep, pauseAfter, type Result, type Told } from './rules.ts'
import { WEBHOOK_PURPOSE } from './set-webhook.ts'

/** The worker's errand that sends one delivery, as the trigger names it. */
export const DELIVER_WEBHOOK = 'deliver-webhook'

/** SQL that asks for a delivery: one job a delivery at a time, tried once, as the row knows its own retries. */
export const addDelivery = (id: string, at = 'now()'): string =>
  `graphile_worker.add_job('${DELIVER_WEBHOOK}', json_build_object('id', ${id}), run_at := ${at}, max_attempts := 1,
     job_key := 'webhook:' || ${id})`

export type Claimed = { id: number; memberId: number; attempts: number }

type Due = Claimed & Omit<Told, 'refunded'> & { refunded: Points; url: string; secret: Buffer }

// One at a time a member: a slow address must not hold all workers. A job of a queue would do that too, but stay locked for
// hours when its worker is killed.
const claimStatement = `
  UPDATE webhook_deliveries d SET state = 'SENDING', claimed_at = now(), attempts = attempts + 1
  FROM webhooks w
  WHERE d.id = $1 AND d.state = 'PENDING' AND d.next_try_at <= now() AND w.member_id = d.member_id AND w.enabled
    AND NOT EXISTS (SELECT FROM webhook_deliveries s WHERE s.member_id = d.member_id AND s.state = 'SENDING')
  RETURNING d.id, d.member_id, d.attempts, d.order_id, d.status, d.remains, d.start_count, d.refunded, d.created_at,
    w.url, w.secret`

/** An answer is read no further than its status. */
const MOST_READ = 64 * 1_024
const PATIENCE = 10_000

async function send({ url, secret, refunded, ...told }: Due, reach?: Reach): Promise<Result> {
  const body = bodyOf({ ...told, refunded: pointsToNumber(refunded) })
  const timestamp = String(Math.floor(clock.now().getTime() / 1_000))
  const key = decrypt(WEBHOOK_PURPOSE, secret)
  const headers = {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    'x-signature': signatureOf(key, timestamp, Buffer.from(body)),
    'x-webhook-id': String(told.id),
  }
  try {
    const { status } = await sendOutside({ url, headers, body, timeout: PATIENCE, most: MOST_READ }, reach)
    return { httpStatus: status, fault: null }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { httpStatus: null, fault: error.fault }
  }
}

/** One that failed is left alone for a while, and with it all that waits for it. */
async function pause(tx: Db, memberId: number): Promise<void> {
  const [row] = await tx.rows<{ failures: number }>(
    'UPDATE webhooks SET failures = failures + 1 WHERE member_id = $1 RETURNING failures',
    [memberId],
  )
  const wait = pauseAfter(row?.failures ?? 1)
  await tx.rows(`UPDATE webhooks SET paused_until = now() + $2 * interval '1 millisecond' WHERE member_id = $1`, [
    memberId,
    wait,
  ])
  await tx.rows(
    `UPDATE webhook_deliveries SET next_try_at = greatest(next_try_at, now() + $2 * interval '1 millisecond')
     WHERE member_id = $1 AND state = 'PENDING'`,
    [memberId, wait],
  )
}

const resume = (tx: Db, memberId: number) =>
  tx.rows('UPDATE webhooks SET failures = 0, paused_until = NULL WHERE member_id = $1 AND failures > 0', [memberId])

/** Writes down what came of a try; nothing when the claim was meanwhile taken for a dead worker's. */
export async function settleDelivery(db: Database, claimed: Claimed, result: Result): Promise<void> {
  const { id, memberId, attempts } = claimed
  const { state, wait } = nextStep(attempts, result)
  await db.transaction(async (tx) => {
    const settled = await tx.rows(
      `UPDATE webhook_deliveries SET state = $3, http_status = $4, fault = $5,
         delivered_at = CASE WHEN $3 = 'DELIVERED' THEN now() END, next_try_at = now() + $6 * interval '1 millisecond'
       WHERE id = $1 AND state = 'SENDING' AND attempts = $2 RETURNING id`,
      [id, attempts, state, result.httpStatus, result.fault, wait],
    )
    if (settled.length === 0) return
    if (isDelivered(result)) await resume(tx, memberId)
    else await pause(tx, memberId)
    await tx.rows(
      `SELECT ${addDelivery('id', 'next_try_at')} FROM webhook_deliveries
       WHERE member_id = $1 AND state = 'PENDING' ORDER BY next_try_at, id LIMIT 1`,
      [memberId],
    )
  })
}

/** Sends a delivery that is due, to a public address only (decisions 8). It may arrive twice, never not at all. */
export async function deliverWebhook(db: Database, id: number, reach?: Reach): Promise<void> {
  const [due] = await db.rows<Due>(claimStatement, [id])
  if (!due) return
  const result = await send(due, reach)
  await settleDelivery(db, due, result)
  if (!isDelivered(result)) log.info('a webhook was not delivered', { id, memberId: due.memberId, ...result })
}
