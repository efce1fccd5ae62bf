import { clock } from '#lib/core/clock.ts'
import { decrypt } from '#lib/core/crypto.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { restrictedMember } from '#lib/members/restriction/rules.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import type { Channel, TemplateKind } from './labels.ts'
import { addSendJobSql, OUTBOX_KEY_PURPOSE } from './queue-message.ts'
import type { Carrier, Carriers } from './rules.ts'
import { isQuietHour, MAX_MESSAGE_AGE, needsMessageBody, nextSendStep, type SendOutcome } from './rules.ts'

/**
 * A message that a worker has claimed. `attempts` identifies the claim; `hasCodeOrLink`: the message contains a code or
 * link that expires.
 */
export type MessageClaim = { id: number; channel: Channel; attempts: number; hasCodeOrLink: boolean }

/** A claimed message with its content; `body` and `variables` are encrypted. */
type ClaimedMessage = MessageClaim & {
  to: string
  subject: string
  body: string
  template: TemplateKind | null
  variables: string
}

/**
 * SQL condition that a message may still be sent. A notice that a member chose is sent only if he still has the phone
 * number and isn't restricted. When a member changes his number or is restricted, triggers withdraw his waiting
 * notices. This condition is for a notice that a worker was sending just then, and that waits again because it wasn't
 * accepted.
 */
const isStillWantedSql = `(member_id IS NULL OR EXISTS (SELECT FROM members m
      WHERE m.id = member_id AND m.phone = "to" AND ${restrictedMember.sql('m')} IS NOT TRUE))`

/**
 * SQL condition: the message may be sent at this hour. A notice that a member chose waits at night, even if it was due
 * by day and couldn't be sent then. `isQuiet` is an SQL expression: true at night (`isQuietHour`).
 */
export const isSendableNowSql = (isQuiet: string): string => `(member_id IS NULL OR NOT ${isQuiet}::boolean)`

/** Seconds after which Solapi is first asked whether a message has arrived. */
const FIRST_POLL_DELAY_SECONDS = 10

const claimStatement = `
  UPDATE outbox_messages SET status = 'SENDING', claimed_at = now(), attempts = attempts + 1
  WHERE id = $1 AND channel = ANY ($2::text[]) AND status = 'PENDING' AND next_try_at <= now()
    AND coalesce(expires_at, created_at + interval '${MAX_MESSAGE_AGE}') > now()
    AND ${isSendableNowSql('$3')} AND ${isStillWantedSql}
  RETURNING id, channel, attempts, expires_at IS NOT NULL AS has_code_or_link, "to", subject, body, template, variables`

/**
 * `refId` of the task about failed messages. All failures of a channel share one task, because one cause may stop
 * thousands of messages.
 */
const taskRefOfChannel = { EMAIL: 1, SMS: 2 } as const

type FailedMessage = { id: number; channel: Channel; fault: string | null }

/** Files the task about failed messages of a channel; `id` and `fault` are those of the last failed message. */
export const fileFailedMessageTask = (tx: Db, { id, channel, fault }: FailedMessage): Promise<void> =>
  fileTask(tx, {
    kind: 'OUTBOX',
    refType: 'channel',
    refId: taskRefOfChannel[channel],
    detail: { channel, id, fault },
  })

/**
 * Records the outcome of sending a message. Does nothing if the claim was released because the worker took so long that
 * it counted as dead.
 */
export async function settleMessage(db: Database, claimed: MessageClaim, outcome: SendOutcome): Promise<void> {
  const { id, channel, attempts, hasCodeOrLink } = claimed
  const { status, fault, wait } = nextSendStep(claimed, outcome)
  const confirmation = outcome.kind === 'sent' ? outcome.confirmation : undefined
  await db.transaction(async (tx) => {
    const settled = await tx.rows<{ id: number }>(
      `UPDATE outbox_messages SET status = $3, fault = $4, sent_at = CASE WHEN $3 = 'SENT' THEN now() END,
         next_try_at = now() + $5 * interval '1 millisecond', body = CASE WHEN $6 THEN body ELSE '' END,
         variables = CASE WHEN $6 THEN variables ELSE '' END, group_id = $7, sent_as = $8,
         ask_at = CASE WHEN $7::text IS NOT NULL THEN now() + interval '${FIRST_POLL_DELAY_SECONDS} seconds' END
       WHERE id = $1 AND status = 'SENDING' AND attempts = $2 RETURNING id`,
      [
        id,
        attempts,
        status,
        fault,
        wait,
        needsMessageBody(status, { hasCodeOrLink, demo: env().DEMO }),
        confirmation?.groupId ?? null,
        confirmation?.sentAs ?? null,
      ],
    )
    if (settled.length === 0) return
    if (status === 'PENDING')
      await tx.rows(`SELECT ${addSendJobSql('id', 'next_try_at')} FROM outbox_messages WHERE id = $1`, [id])
    if (status === 'FAILED') await fileFailedMessageTask(tx, { id, channel, fault })
  })
  if (fault) log.warn('a message was not sent', { id, channel, attempts, status, fault })
}

const decryptText = (encrypted: string): string => decrypt(OUTBOX_KEY_PURPOSE, Buffer.from(encrypted, 'base64'))

async function sendByCarrier(carrier: Carrier, claimed: ClaimedMessage): Promise<SendOutcome> {
  const { id, to, subject, attempts } = claimed
  try {
    const template = claimed.template && { kind: claimed.template, values: JSON.parse(decryptText(claimed.variables)) }
    return await carrier({ id, to, subject, body: decryptText(claimed.body), template, isRetry: attempts > 1 })
  } catch (error) {
    log.error('a carrier broke', { id, error: error instanceof Error ? error.name : 'unknown' })
    return { kind: 'unknown', fault: 'BROKEN' }
  }
}

/**
 * Sends a message of the outbox if it is due. At night, notices that members chose aren't sent. Claims the message
 * first, so that only one of several workers sends it. If the worker is killed before the outcome is recorded,
 * `sweepOutbox` settles the message later.
 */
export async function sendMessage(db: Database, id: number, carriers: Carriers, now = clock.now()): Promise<void> {
  const [claimed] = await db.rows<ClaimedMessage>(claimStatement, [id, Object.keys(carriers), isQuietHour(now)])
  const carrier = claimed && carriers[claimed.channel]
  if (carrier) await settleMessage(db, claimed, await sendByCarrier(carrier, claimed))
}
