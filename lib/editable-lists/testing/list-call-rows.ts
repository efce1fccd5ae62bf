import { db, oneRow } from '#lib/core/db.ts'
import type { CallTestRow, CallTestRows } from '#lib/web/testing/row.ts'

/**
 * Test data of the four calls of an editable list: `body` makes a valid body, `make` creates a row of the list and
 * returns its id.
 */
export function callTestRowsOfList(path: string, body: () => unknown, make: () => Promise<number>): CallTestRows {
  const rowOfId: CallTestRow = { access: 'MANAGER', id: make }
  const query = { good: 'q=a&size=200&cursor=9', bad: ['size=201', 'size=0', 'cursor=0', 'cursor=9999999999', 'q=%00'] }
  return {
    [`GET /api/admin/${path}`]: { access: 'SUPPORT', query },
    [`POST /api/admin/${path}`]: { access: 'MANAGER', status: 201, body },
    [`PATCH /api/admin/${path}/{id}`]: { ...rowOfId, body },
    [`DELETE /api/admin/${path}/{id}`]: rowOfId,
  }
}

/** Makes a function that runs this INSERT and returns the id of the new row. */
export const rowInserter = (insert: string) => async (): Promise<number> =>
  (await oneRow<{ id: number }>(db(), `${insert} RETURNING id`)).id
