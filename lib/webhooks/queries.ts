import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '#lib/core/db.ts'
import { countRows } from '#lib/core/keyset.ts'
import { type OrderStatus, orderStatusNames } from '#lib/orders/labels.ts'
import { deliveryContentColumns, type StoredDeliveryContent, toWebhookDeliveryContent } from './delivery-content.ts'
import { renderWebhookBody } from './rules.ts'
import type { Webhook, WebhookDeliveryDetail, WebhookDeliveryQuery, WebhookDeliveryRow } from './schema.ts'

/** A member's webhook, without its secret. If he has none, `url` is '' and `enabled` is false. */
export async function readWebhook(db: Db, memberId: number): Promise<Webhook> {
  const [row] = await db.rows<Omit<Webhook, 'formerUntil'> & { formerUntil: Date | null }>(
    `SELECT url, enabled, service_changes, CASE WHEN former_until > now() THEN former_until END AS former_until
     FROM webhooks WHERE member_id = $1`,
    [memberId],
  )
  if (!row) return { url: '', enabled: false, serviceChanges: false, formerUntil: null }
  return { ...row, formerUntil: row.formerUntil?.toISOString() ?? null }
}

type Row = Omit<WebhookDeliveryRow, 'status' | 'createdAt' | 'deliveredAt'> & {
  status: number | null
  createdAt: Date
  deliveredAt: Date | null
}

const toRow = ({ status, createdAt, deliveredAt, ...row }: Row): WebhookDeliveryRow => ({
  ...row,
  status: status === null ? null : orderStatusNames[status as OrderStatus],
  createdAt: createdAt.toISOString(),
  deliveredAt: deliveredAt?.toISOString() ?? null,
})

const rowColumns = raw(
  'd.id, d.event, d.order_id, d.status, d.state, d.attempts, d.http_status, d.fault, d.duration, d.created_at, d.delivered_at',
)

/** SQL condition for the deliveries of a member that match the filter. */
function condition(memberId: number, { state, order }: Pick<WebhookDeliveryQuery, 'state' | 'order'>): Sql {
  const conditions = [sql`d.member_id = ${memberId}`]
  // The state is part of the SQL text, not a parameter, so that PostgreSQL can use the partial index on failed
  // deliveries.
  if (state) conditions.push(sql`d.state = ${raw(`'${state}'`)}`)
  if (order) conditions.push(sql`d.order_id = ${order}`)
  return join(conditions, ' AND ')
}

/**
 * One page of a member's webhook deliveries that match the filter, newest first. `total` is the number of matching
 * deliveries, counted up to MAX_COUNTED (lib/core/keyset.ts).
 */
export async function listWebhookDeliveries(
  db: Db,
  memberId: number,
  { page, size, ...filter }: WebhookDeliveryQuery,
): Promise<{ rows: WebhookDeliveryRow[]; total: number }> {
  const where = condition(memberId, filter)
  const [rows, total] = await Promise.all([
    db.rows<Row>(
      sql`SELECT ${rowColumns} FROM webhook_deliveries d WHERE ${where} ORDER BY d.id DESC
        LIMIT ${size} OFFSET ${(page - 1) * size}::bigint`,
    ),
    countRows(db, sql`webhook_deliveries d WHERE ${where}`),
  ])
  return { rows: rows.map(toRow), total }
}

type StoredTry = { at: string; httpStatus: number | null; fault: string | null; duration: number }

/** A member's delivery with its body and the last response; null if he has no delivery with this id. */
export async function readWebhookDelivery(db: Db, memberId: number, id: number): Promise<WebhookDeliveryDetail | null> {
  const [row] = await db.rows<Row & StoredDeliveryContent & { answer: string | null; tries: StoredTry[] }>(
    sql`SELECT ${raw(deliveryContentColumns)}, d.state, d.attempts, d.http_status, d.fault, d.duration, d.delivered_at,
        d.answer, d.tries
      FROM webhook_deliveries d WHERE d.id = ${id}::bigint AND d.member_id = ${memberId}`,
  )
  if (!row) return null
  const { answer, tries, autoOrderId, remains, startCount, cause, amount, refunded, recovered, summary, ...rest } = row
  const content = { ...rest, autoOrderId, remains, startCount, cause, amount, refunded, recovered, summary }
  return {
    ...toRow(rest),
    body: renderWebhookBody(toWebhookDeliveryContent(content)),
    answer,
    tries: tries.map(({ at, ...each }) => ({ ...each, at: new Date(at).toISOString() })),
  }
}
