import { staffOf } from '#lib/audit/testing/actors.ts'
import { db } from '#lib/core/db.ts'
import type { TableColumns } from '../rules.ts'
import { storeColumnMap } from '../store-column-map.ts'

let mapCount = 0

/**
 * Input for a new column map: headings that no bank uses, different ones at each call, and what the columns contain.
 */
export const newColumnMap = (columns: TableColumns = ['at', 'name', 'amount', 'out', 'balance']) => ({
  headings: ['Wann', 'Wer', 'Gutschrift', 'Belastung', `Saldo ${++mapCount}`],
  columns: [...columns],
})

/** Body of the call that stores a column map. */
export const columnMapBody = ({ headings, columns }: { headings: readonly string[]; columns: TableColumns }) => ({
  headings: headings.join('\t'),
  columns,
})

/**
 * Stores a column map as this staff member, and returns its id. Deletes maps older than the newest 50, so that a long
 * test doesn't reach MAX_COLUMN_MAPS.
 */
export async function makeColumnMap(staffId: number, map = newColumnMap()): Promise<number> {
  const { id } = await storeColumnMap(db(), staffOf({ id: staffId, loginId: 'staff' }), map)
  await db().rows('DELETE FROM bank_file_maps WHERE id <= $1', [id - 50])
  return id
}
