import { sha256 } from '#lib/core/crypto.ts'
import type { PlaceOrderInput } from '../../schema.ts'
import type { BulkRequest } from '../place-orders.ts'

type RowOptions = Partial<PlaceOrderInput> & { serviceId: number }

/** A row of a bulk call. Default: one unit, and always the same link. */
export const bulkRow = (row: RowOptions): PlaceOrderInput => ({
  link: 'https://www.instagram.com/some.body/',
  amount: 1,
  runs: 0,
  interval: 0,
  ...row,
})

type BulkOptions = Partial<Omit<BulkRequest, 'rows' | 'idempotency'>> & {
  memberId: number
  rows: (RowOptions | null)[]
  key?: string
}

/** A bulk request of a member over the public API. Default: without an API key and an idempotency key. */
export function bulkRequest({ key, rows, ...more }: BulkOptions): BulkRequest {
  return {
    source: 'API',
    call: 'orders',
    isOrderingPaused: false,
    atomic: false,
    ...more,
    idempotency: key === undefined ? null : { key, bodyHash: sha256(JSON.stringify(rows)) },
    rows: rows.map((row) => row && bulkRow(row)),
  }
}
