import { encrypt } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { currentRequestId } from '#lib/core/request-context.ts'
import type { Channel, TemplateKind } from './labels.ts'
import { templateText } from './rules.ts'

/** Name from which the key is derived that encrypts the bodies of messages. */
export const OUTBOX_KEY_PURPOSE = 'outbox'

/** Name of the job that sends one message of the outbox. */
export const SEND_MESSAGE = 'send-message'

/** An e-mail or a text message; `to` is an address or a phone number. */
export type Message = {
  channel: Channel
  to: string
  subject: string
  body: string
  /** How long the code or link in the message works, in milliseconds; null for a message without one. */
  life: number | null
}

/**
 * Message to a telephone made of a template; `values` are those of the template's variables. It is sent by AlimTalk if
 * the shop has set that up, else as a text message. `memberId` is the member who chose to be notified, null for a
 * message that needs no such choice; the message isn't sent if he revokes his choice. `life` is as in `Message`.
 */
export type TemplateMessage = {
  template: TemplateKind
  values: Readonly<Record<string, string>>
  to: string
  subject: string
  life: number | null
  memberId: number | null
}

const encryptText = (text: string): string => encrypt(OUTBOX_KEY_PURPOSE, text).toString('base64')

/**
 * Adds a message made of a template to the outbox, like `queueMessage`.
 * @throws Error a value is missing, or isn't allowed for its variable
 */
export async function queueTemplate(db: Db, message: TemplateMessage): Promise<void> {
  const { template, values, to, subject, life, memberId } = message
  await db.rows(
    `WITH queued AS (
       INSERT INTO outbox_messages (channel, "to", subject, body, expires_at, template, variables, member_id)
       VALUES ('SMS', $1, $2, $3, now() + $4::float8 * interval '1 millisecond', $5, $6, $7) RETURNING id
     )
     SELECT ${addSendJob('queued.id', 'now()', '$8::text')} FROM queued`,
    [
      to,
      subject,
      encryptText(templateText(template, values)),
      life,
      template,
      encryptText(JSON.stringify(values)),
      memberId,
      currentRequestId() ?? null,
    ],
  )
}

/**
 * Adds a message to the outbox, with its body encrypted, and queues the job that sends it (docs/contract.md#outbox).
 * Pass the transaction that makes the change reported by the message: the message is sent only if it commits.
 */
export async function queueMessage(db: Db, { channel, to, subject, body, life }: Message): Promise<void> {
  await db.rows(
    `WITH queued AS (
       INSERT INTO outbox_messages (channel, "to", subject, body, expires_at)
       VALUES ($1, $2, $3, $4, now() + $5::float8 * interval '1 millisecond') RETURNING id
     )
     SELECT ${addSendJob('queued.id', 'now()', '$6::text')} FROM queued`,
    [channel, to, subject, encryptText(body), life, currentRequestId() ?? null],
  )
}

/**
 * SQL expression that queues the job to send a message at the time `at`. `id` is an SQL expression for the id of the
 * message, `requestId` for the id of the HTTP request that caused it. A message has at most one job, which runs once:
 * the message's own row counts its attempts, and a retry gets a new job.
 */
export const addSendJob = (id: string, at = 'now()', requestId = 'NULL'): string =>
  `graphile_worker.add_job('${SEND_MESSAGE}', json_build_object('id', ${id}, 'requestId', ${requestId}), run_at := ${at}, max_attempts := 1,
     job_key := 'message:' || ${id})`
