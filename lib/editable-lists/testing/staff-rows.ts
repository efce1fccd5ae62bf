import { db, oneRow } from '#lib/core/db.ts'
import type { Row, Rows } from '#lib/web/testing/row.ts'

/** The rows of the four calls of a list that staff keep: what a good body is, and how one row is made. */
export function staffRows(path: string, body: () => unknown, make: () => Promise<number>): Rows {
  const one: Row = { access: 'MANAGER', id: make }
  const query = { good: 'q=a&size=200&cursor=9', bad: ['size=201', 'size=0', 'cursor=0', 'cursor=9999999999', 'q=%00'] }
  return {
    [`GET /api/admin/${path}`]: { access: 'SUPPORT', query },
    [`POST /api/admin/${path}`]: { access: 'MANAGER', status: 201, body },
    [`PATCH /api/admin/${path}/{id}`]: { ...one, body },
    [`DELETE /api/admin/${path}/{id}`]: one,
  }
}

/** The id of a row that is inserted afresh. */
export const inserted = (insert: string) => async (): Promise<number> =>
  (await oneRow<{ id: number }>(db(), `${insert} RETURNING id`)).id
