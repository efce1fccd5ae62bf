import { type DecryptedConnection, readConnection } from '#lib/connections/read-connection.ts'
import type { Database } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { OutgoingError } from '#lib/core/outgoing.ts'
import type { DeliveryResult } from '#lib/messages/labels.ts'
import { asObject, callSolapi } from './call-solapi.ts'
import { sentAsOf } from './find-sent.ts'
import { refusalSentence } from './refusal-sentence.ts'

/** Maximum number of messages that one run asks Solapi about. */
const BATCH = 20

/** Highest plausible cost of a message, in won; a higher one is ignored. */
const MAX_COST = 10_000

// Schedules the next request to Solapi for the result of a message before the present request is sent, in case the
// worker is killed. The array holds the seconds between two requests. After the last request ask_at is NULL: if Solapi
// has no result for a message by then, the message never gets one.
const claimSql = `
  UPDATE outbox_messages SET ask_count = ask_count + 1,
    ask_at = now() + (ARRAY[30, 120, 600, 3600, 21600, 86400])[ask_count + 1] * interval '1 second'
  WHERE id IN (SELECT id FROM outbox_messages WHERE ask_at <= now() ORDER BY ask_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING id, group_id`

type AskedMessage = { id: number; groupId: string }

/**
 * Converts Solapi's status code of a message to a delivery result; null while the message is on its way, or if
 * `statusCode` isn't a status code.
 */
export function deliveryResultOf(statusCode: unknown): DeliveryResult | null {
  const code = String(statusCode)
  if (code === '4000') return 'ARRIVED'
  return code === '2000' || code === '3000' || !/^\d{4}$/.test(code) ? null : 'LOST'
}

/** Cost of a message group at Solapi, in hundredths of a won; null if it is missing or implausible. */
export function readGroupCost(group: Record<string, unknown>): number | null {
  const costs = [group.balance, group.point].map((each) => asObject(each).sum)
  if (!costs.every((each) => typeof each === 'number' && Number.isFinite(each))) return null
  const cost = (costs as number[]).reduce((sum, each) => sum + each, 0)
  return cost >= 0 && cost <= MAX_COST ? Math.round(cost * 100) : null
}

async function pollResult(
  db: Database,
  connection: DecryptedConnection<'solapi'>,
  { id, groupId }: AskedMessage,
): Promise<void> {
  const path = encodeURIComponent(groupId)
  const list = await callSolapi(connection, { path: `/messages/v4/list?groupId=${path}&limit=10` })
  const group = await callSolapi(connection, { path: `/messages/v4/groups/${path}` })
  if (refusalSentence(list) !== null || refusalSentence(group) !== null) return
  const [message] = Object.values(asObject(list.body.messageList)).map(asObject)
  if (!message) return
  const result = deliveryResultOf(message.statusCode)
  await db.rows(
    `UPDATE outbox_messages SET sent_as = $2, result = $3, cost = coalesce($4::int, cost),
       fault = CASE WHEN $3 = 'LOST' THEN $5 ELSE fault END, ask_at = CASE WHEN $3::text IS NULL THEN ask_at END
     WHERE id = $1`,
    [id, sentAsOf(message), result, readGroupCost(group.body), `SOLAPI ${String(message.statusCode).slice(0, 4)}`],
  )
}

/**
 * Asks Solapi about accepted messages that are due (`ask_at`), at most BATCH: whether they arrived, whether as AlimTalk
 * or as a text message, and what they cost. Returns the number of messages asked about.
 * @throws the errors of readConnection
 */
export async function pollDeliveryResults(db: Database): Promise<number> {
  const due = await db.rows('SELECT FROM outbox_messages WHERE ask_at <= now() LIMIT 1')
  const connection = due.length > 0 ? await readConnection(db, 'solapi') : null
  if (!connection) return 0
  const claimed = await db.rows<AskedMessage>(claimSql)
  for (const each of claimed)
    try {
      await pollResult(db, connection, each)
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error
      log.info('Solapi did not say what became of a message', { id: each.id, fault: error.fault })
    }
  return claimed.length
}
