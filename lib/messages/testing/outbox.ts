import { decrypt } from '#lib/core/crypto.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { OUTBOX_KEY_PURPOSE, queueMessage } from '../queue-message.ts'

/** Body of the last message to this e-mail address or phone number; null if there is none. */
export async function lastMessageBodyTo(to: string): Promise<string | null> {
  const [row] = await db().rows<{ body: string }>('SELECT body FROM outbox_messages WHERE "to" = $1 ORDER BY id DESC', [
    to,
  ])
  return row ? decrypt(OUTBOX_KEY_PURPOSE, Buffer.from(row.body, 'base64')) : null
}

/** Verification code in the last message to this e-mail address or phone number; '' if there is none. */
export async function lastCodeTo(to: string): Promise<string> {
  return /\d{5}/.exec((await lastMessageBodyTo(to)) ?? '')?.[0] ?? ''
}

/** Columns of a message in the outbox that tests check. */
export type OutboxRow = {
  id: number
  status: string
  attempts: number
  fault: string | null
  body: string
  wait: number
}

/**
 * Outbox row of the last message to this e-mail address or phone number; `wait` is the number of seconds until the next
 * attempt.
 */
export async function lastOutboxRowTo(to: string): Promise<OutboxRow> {
  return oneRow<OutboxRow>(
    db(),
    `SELECT id, status, attempts, fault, body, extract(epoch FROM next_try_at - now())::float8 AS wait
     FROM outbox_messages WHERE "to" = $1 ORDER BY id DESC LIMIT 1`,
    [to],
  )
}

/** Adds a message with a default text to the outbox. Returns its id. */
export async function makeMessage(to: string, { life = null }: { life?: number | null } = {}): Promise<number> {
  await queueMessage(db(), {
    channel: to.includes('@') ? 'EMAIL' : 'SMS',
    to,
    subject: '안내',
    body: '본문 12345',
    life,
  })
  return (await lastOutboxRowTo(to)).id
}

let count = 0

export const newEmailAddress = (): string => `reader${++count}@example.com`
