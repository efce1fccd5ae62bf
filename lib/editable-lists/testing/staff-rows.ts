import { db, oneRow } from '#lib/core/db.ts'
import type { CallTestRow, CallTestRows } from '#lib/web/testing/row.ts'

/**
 * Rows of tests/calls/call-matrix.test.ts for the four calls of an editable list: `body` makes a valid body, `make`
 * creates a row.
 */
export function callTestRowsOfList(path: string, body: () => unknown, make: () => Promise<number>): CallTestRows {
  const one: CallTestRow = { access: 'MANAGER', id: make }
  const query = { good: 'q=a&size=200&cursor=9', bad: ['size=201', 'size=0', 'cursor=0', 'cursor=9999999999', 'q=%00'] }
  return {
    [`GET /api/admin/${path}`]: { access: 'SUPPORT', query },
    [`POST /api/admin/${path}`]: { access: 'MANAGER', status: 201, body },
    [`PATCH /api/admin/${path}/{id}`]: { ...one, body },
    [`DELETE /api/admin/${path}/{id}`]: one,
  }
}

/** Makes a function that inserts a row and returns its id. */
export const insertRow = (insert: string) => async (): Promise<number> =>
  (await oneRow<{ id: number }>(db(), `${insert} RETURNING id`)).id
