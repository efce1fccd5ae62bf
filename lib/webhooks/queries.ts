import sql from 'sql-template-tag'
import type { Db } from '#lib/core/db.ts'
import { countOf } from '#lib/core/keyset.ts'
import { type OrderStatus, orderStatusNames } from '#lib/orders/labels.ts'
import type { DeliveryRow, Webhook } from './schema.ts'

/** A member's webhook, without its secret; `{ url: '', enabled: false }` if he never set one. */
export async function webhookOf(db: Db, memberId: number): Promise<Webhook> {
  const [row] = await db.rows<Webhook>('SELECT url, enabled FROM webhooks WHERE member_id = $1', [memberId])
  return row ?? { url: '', enabled: false }
}

type Row = Omit<DeliveryRow, 'status' | 'createdAt' | 'deliveredAt'> & {
  status: OrderStatus
  createdAt: Date
  deliveredAt: Date | null
}

/** A member's webhook deliveries of the last 30 days, newest first, and their number. */
export async function deliveriesOf(
  db: Db,
  memberId: number,
  { page, size }: { page: number; size: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const [rows, total] = await Promise.all([
    db.rows<Row>(
      `SELECT id, order_id, status, state, attempts, http_status, fault, created_at, delivered_at
       FROM webhook_deliveries WHERE member_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3::bigint`,
      [memberId, size, (page - 1) * size],
    ),
    countOf(db, sql`webhook_deliveries WHERE member_id = ${memberId}`),
  ])
  const toRow = ({ status, createdAt, deliveredAt, ...row }: Row): DeliveryRow => ({
    ...row,
    status: orderStatusNames[status],
    createdAt: createdAt.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
  })
  return { rows: rows.map(toRow), total }
}
