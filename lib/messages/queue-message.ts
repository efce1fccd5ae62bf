import { encrypt } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { currentRequestId } from '#lib/core/request-context.ts'
import type { Channel, TemplateKind } from './labels.ts'
import { templateText } from './rules.ts'

/** Purpose (lib/core/crypto.ts) for deriving the key that encrypts message bodies. */
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
 * A message to a telephone, made of a template. `values` fill the template's variables. The message is sent by AlimTalk
 * if the shop has set that up, otherwise as a text message. `memberId`: the member who chose this notice; null for a
 * message that needs no such choice. The message isn't sent if he revokes the choice. `life`: as in `Message`.
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
     SELECT ${addSendJobSql('queued.id', 'now()', '$8::text')} FROM queued`,
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
 * Pass the transaction of the change that the message reports: the message is sent only if that transaction commits.
 */
export async function queueMessage(db: Db, { channel, to, subject, body, life }: Message): Promise<void> {
  await db.rows(
    `WITH queued AS (
       INSERT INTO outbox_messages (channel, "to", subject, body, expires_at)
       VALUES ($1, $2, $3, $4, now() + $5::float8 * interval '1 millisecond') RETURNING id
     )
     SELECT ${addSendJobSql('queued.id', 'now()', '$6::text')} FROM queued`,
    [channel, to, subject, encryptText(body), life, currentRequestId() ?? null],
  )
}

/**
 * SQL expression that queues the job to send a message at the time `at`. `id` is an SQL expression for the message's
 * id, `requestId` for the id of the HTTP request that caused it. A message has at most one job, which the job queue
 * never retries: the message's row counts the attempts, and each retry gets a new job.
 */
export const addSendJobSql = (id: string, at = 'now()', requestId = 'NULL'): string =>
  `graphile_worker.add_job('${SEND_MESSAGE}', json_build_object('id', ${id}, 'requestId', ${requestId}), run_at := ${at}, max_attempts := 1,
     job_key := 'message:' || ${id})`
