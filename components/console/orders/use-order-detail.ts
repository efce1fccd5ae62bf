'use client'

import type { AdminOrderDetail, AdminOrderRow } from '#lib/orders/schema.ts'
import { useDetail } from '../use-detail.ts'

/** An order as it stands in the list; when any of this changes, its story has grown. */
const keyOf = ({ id, status, remains, refunded }: AdminOrderRow): string => [id, status, remains, refunded].join(' ')

/** The chosen order's events and money; `first` came with the page. */
export function useOrderDetail(order: AdminOrderRow | undefined, first: AdminOrderDetail | null) {
  const loaded = first && { key: keyOf(first), detail: first }
  return useDetail(order && `/api/admin/orders/${order.id}`, order && keyOf(order), loaded)
}
