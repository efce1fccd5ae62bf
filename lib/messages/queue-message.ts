import { encrypt } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import type { Channel } from './labels.ts'

/** Purpose of the key that encrypts the bodies of messages. */
export const OUTBOX_KEY_PURPOSE = 'outbox'

/** Name of the job that sends one message. */
export const SEND_MESSAGE = 'send-message'

/** An e-mail or a text message; `to` is an address or a phone number. */
export type Message = {
  channel: Channel
  to: string
  subject: string
  body: string
  /** Lifetime of the code or link in it, in milliseconds; null for a message without one. */
  life: number | null
}

/**
 * Adds a message to the outbox and queues its sending. Pass the transaction that causes it: a message is stored before
 * it is sent, and its body is always encrypted (docs/contract.md#outbox).
 */
export async function queueMessage(db: Db, { channel, to, subject, body, life }: Message): Promise<void> {
  const sealed = encrypt(OUTBOX_KEY_PURPOSE, body).toString('base64')
  await db.rows(
    `WITH queued AS (
       INSERT INTO outbox_messages (channel, "to", subject, body, expires_at)
       VALUES ($1, $2, $3, $4, now() + $5::float8 * interval '1 millisecond') RETURNING id
     )
     SELECT ${addSendJob('queued.id')} FROM queued`,
    [channel, to, subject, sealed, life],
  )
}

/**
 * SQL expression that queues the job of the message with the id `id` (an SQL expression too) for the time `at`. There
 * is at most one job per message, tried once, because retries are counted in the message's row.
 */
export const addSendJob = (id: string, at = 'now()'): string =>
  `graphile_worker.add_job('${SEND_MESSAGE}', json_build_object('id', ${id}), run_at := ${at}, max_attempts := 1,
     job_key := 'message:' || ${id})`
