import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { decrypt } from '#lib/core/crypto.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { countRows, countSpan, firstInSpan, keysetPage, type ListSpan, pageSpan } from '#lib/core/keyset.ts'
import { log } from '#lib/core/log.ts'
import type { Channel, MessageStatus, MessageWay } from './labels.ts'
import { OUTBOX_KEY_PURPOSE } from './queue-message.ts'
import type { AdminMessageRow, adminOutboxQuery } from './schema.ts'

type StoredMessage = Omit<AdminMessageRow, 'createdAt' | 'sentAt' | 'expiresAt'> & {
  body: string
  createdAt: Date
  sentAt: Date | null
  expiresAt: Date | null
}

function decryptBody(id: number, encrypted: string): string | null {
  try {
    return decrypt(OUTBOX_KEY_PURPOSE, Buffer.from(encrypted, 'base64'))
  } catch {
    log.warn('a message could not be opened: was AUTH_SECRET changed?', { id })
    return null
  }
}

/**
 * Decrypted body of a message; null if it is hidden, erased or can't be decrypted. Messages that expire contain a code
 * or link, and are hidden except in the demo (docs/contract.md#outbox).
 */
function readableBody({ id, body, expiresAt }: StoredMessage): string | null {
  return body !== '' && (env().DEMO || expiresAt === null) ? decryptBody(id, body) : null
}

function toMessageRow(row: StoredMessage): AdminMessageRow {
  return {
    ...row,
    body: readableBody(row),
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }
}

const prefixPattern = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`

type OutboxFilter = Pick<z.output<typeof adminOutboxQuery>, 'status' | 'channel' | 'q'>

/**
 * SQL conditions for the messages of each way. A message to a telephone is listed as SMS until it has been sent by
 * AlimTalk.
 */
const wayConditions: Record<MessageWay, Sql> = {
  EMAIL: sql`f.channel = 'EMAIL'`,
  ALIMTALK: sql`f.sent_as = 'ALIMTALK'`,
  SMS: sql`f.channel = 'SMS' AND f.sent_as IS DISTINCT FROM 'ALIMTALK'`,
}

/** Converts a search text to the form in which recipients are stored: a telephone number without hyphens. */
const recipientOf = (text: string): string => (/^\d[\d-]*$/.test(text) ? text.replaceAll('-', '') : text)

/**
 * SQL for the ids of the messages that match the filter, within `span`. A search text must be the beginning of the
 * recipient or of the subject; recipients and subjects are searched by an index each.
 */
function messageIds({ status, channel, q }: OutboxFilter, span: ListSpan): Sql {
  const text = q.trim().toLowerCase()
  const where = sql`(${status}::text IS NULL OR f.status = ${status}) AND ${channel ? wayConditions[channel] : sql`TRUE`}`
  const inSpan = firstInSpan(where, span)
  if (text === '') return sql`SELECT f.id FROM outbox_messages f WHERE ${inSpan}`
  return sql`(SELECT f.id FROM outbox_messages f WHERE lower(f."to") LIKE ${prefixPattern(recipientOf(text))} AND ${inSpan})
    UNION (SELECT f.id FROM outbox_messages f WHERE lower(f.subject) LIKE ${prefixPattern(text)} AND ${inSpan})`
}

/**
 * One page of the outbox for staff, newest messages first (docs/contract.md#staff-lists). The filter `q` is the
 * beginning of a recipient or of a subject.
 */
export async function outboxForStaff(
  db: Db,
  { size, cursor, ...wanted }: z.output<typeof adminOutboxQuery>,
): Promise<{ rows: AdminMessageRow[]; nextCursor: number | null; total: number }> {
  const span = pageSpan(cursor, size)
  const [rows, total] = await Promise.all([
    db.rows<StoredMessage>(
      sql`SELECT id, channel, "to", subject, body, status, created_at, sent_at, expires_at, attempts, fault,
          template, sent_as, result, cost::float8 / 100 AS cost FROM outbox_messages
        WHERE id IN (SELECT id FROM (${messageIds(wanted, span)}) AS page ORDER BY id DESC LIMIT ${span.limit}) ORDER BY id DESC`,
    ),
    countRows(db, sql`(${messageIds(wanted, countSpan)}) AS page`),
  ])
  return keysetPage(rows, { size, total }, toMessageRow)
}

/**
 * Numbers of waiting messages, and of messages of the last day that failed. `unsent`: the channels that have no
 * carrier, so that their messages aren't sent.
 */
export type OutboxState = { waiting: number; failed: number; unsent: Channel[] }

const monthCostSql = `
  SELECT coalesce(sum(cost), 0)::float8 / 100 AS cost, count(*)::int AS messages FROM outbox_messages
  WHERE cost IS NOT NULL AND created_at >= date_trunc('month', now() AT TIME ZONE 'Asia/Seoul') AT TIME ZONE 'Asia/Seoul'`

/**
 * Number and total cost in won of this month's messages to telephones whose cost is known. The month begins in Seoul
 * time.
 */
export const messageCostThisMonth = (db: Db): Promise<{ cost: number; messages: number }> => oneRow(db, monthCostSql)

/** The channels that have no carrier, so that their messages stay in the outbox (docs/contract.md#outbox). */
async function channelsWithoutCarrier(db: Db): Promise<Channel[]> {
  const [connected] = await db.rows<{ kind: string }>("SELECT kind FROM connections WHERE kind = 'solapi'")
  const { SMTP_URL, SOLAPI_API_KEY } = env()
  return [...(SMTP_URL ? [] : ['EMAIL' as const]), ...(SOLAPI_API_KEY || connected ? [] : ['SMS' as const])]
}

/**
 * The channels by which no message reaches anybody. In the demo there are none: staff read every message in the outbox.
 */
export const unreachableChannels = async (db: Db): Promise<Channel[]> => (env().DEMO ? [] : channelsWithoutCarrier(db))

/**
 * State of the outbox: the number of waiting messages, the number of messages of the last day that failed, and the
 * channels without a carrier, whose messages aren't sent (docs/contract.md#outbox).
 */
export async function outboxState(db: Db): Promise<OutboxState> {
  const rows = await db.rows<{ status: MessageStatus; count: number }>(
    `SELECT status, count(*)::int AS count FROM outbox_messages
     WHERE status = 'PENDING' OR (status = 'FAILED' AND created_at > now() - interval '1 day') GROUP BY status`,
  )
  const countWithStatus = (status: MessageStatus) => rows.find((row) => row.status === status)?.count ?? 0
  return {
    waiting: countWithStatus('PENDING'),
    failed: countWithStatus('FAILED'),
    unsent: await channelsWithoutCarrier(db),
  }
}
