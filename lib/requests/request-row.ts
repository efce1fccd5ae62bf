import type { RequestRow } from './schema.ts'

/** SQL for the columns of order_requests `q` that a member sees. */
export const requestColumns = 'q.id, q.order_id, q.kind, q.state, q.reason, q.created_at, q.sent_at, q.closed_at'

export type StoredRequest = Omit<RequestRow, 'createdAt' | 'sentAt' | 'closedAt'> & {
  createdAt: Date
  sentAt: Date | null
  closedAt: Date | null
}

/** Converts a database row to a request as calls return it. */
export const toRequestRow = ({
  id,
  orderId,
  kind,
  state,
  reason,
  createdAt,
  sentAt,
  closedAt,
}: StoredRequest): RequestRow => ({
  id,
  orderId,
  kind,
  state,
  reason,
  createdAt: createdAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
  closedAt: closedAt?.toISOString() ?? null,
})
