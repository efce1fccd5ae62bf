import { encrypt } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import type { Channel } from './labels.ts'

export const OUTBOX_PURPOSE = 'outbox'

/** Name of the job that sends one message. */
export const SEND_MESSAGE = 'send-message'

/** An e-mail or a text message; `to` is an address or a phone number. */
export type Message = {
  channel: Channel
  to: string
  subject: string
  body: string
  /** How long the code or link in it works, in milliseconds; null for a message without one. */
  life: number | null
}

/**
 * Puts a message in the outbox and queues its sending. Call it with the transaction that causes it: a message is a row
 * before it is sent, and its body is never stored in the clear (docs/contract.md#outbox).
 */
export async function queueMessage(db: Db, { channel, to, subject, body, life }: Message): Promise<void> {
  const sealed = encrypt(OUTBOX_PURPOSE, body).toString('base64')
  await db.rows(
    `WITH queued AS (
       INSERT INTO outbox_messages (channel, "to", subject, body, expires_at)
       VALUES ($1, $2, $3, $4, now() + $5::float8 * interval '1 millisecond') RETURNING id
     )
     SELECT ${addSending('queued.id')} FROM queued`,
    [channel, to, subject, sealed, life],
  )
}

/** SQL that queues the job of a message: one job a message at a time, tried once, as the row counts its own retries. */
export const addSending = (id: string, at = 'now()'): string =>
  `graphile_worker.add_job('${SEND_MESSAGE}', json_build_object('id', ${id}), run_at := ${at}, max_attempts := 1,
     job_key := 'message:' || ${id})`
