import { isSamePersonSql } from '#lib/approvals/own-account.ts'
import type { Db } from '#lib/core/db.ts'
import type { BankTableColumn } from '../labels.ts'
import { columnMapChanged, columnMapUnconfirmed } from './errors.ts'
import type { ColumnMapRow } from './schema.ts'

// SQL condition: the staff member with the id $1 may import by column map `p`.
const isUsableSql = `(${isSamePersonSql('p.made_by', '$1::int')} OR p.confirmed_by IS NOT NULL)`

/** A column map as stored: '' means that a column isn't read. */
type StoredMap = Omit<ColumnMapRow, 'columns' | 'createdAt'> & { columns: string[]; createdAt: Date }

/**
 * All column maps of bank files, newest first. `isUsable` says whether the staff member `staffId` may import by the
 * map.
 */
export async function columnMapsForStaff(db: Db, staffId: number): Promise<ColumnMapRow[]> {
  const rows = await db.rows<StoredMap>(
    `SELECT p.id, p.headings, p.columns, m.login_id AS made_by, c.login_id AS confirmed_by, p.created_at,
       ${isUsableSql} AS is_usable
     FROM bank_file_maps p JOIN members m ON m.id = p.made_by LEFT JOIN members c ON c.id = p.confirmed_by
     ORDER BY p.id DESC`,
    [staffId],
  )
  return rows.map((row) => ({
    ...row,
    columns: row.columns.map((column) => (column === '' ? null : (column as BankTableColumn))),
    createdAt: row.createdAt.toISOString(),
  }))
}

/**
 * Returns the maker of the column map by which a staff member imports: his member id, and whether he is an OWNER.
 * @throws CONFLICT the map doesn't exist any more, or it is a colleague's and nobody has confirmed it
 */
export async function makerOfColumnMap(
  db: Db,
  staffId: number,
  mapId: number,
): Promise<{ memberId: number; isOwner: boolean }> {
  const [map] = await db.rows<{ memberId: number; isOwner: boolean; isUsable: boolean }>(
    `SELECT p.made_by AS member_id, m.role = 'OWNER' AS is_owner, ${isUsableSql} AS is_usable
     FROM bank_file_maps p JOIN members m ON m.id = p.made_by WHERE p.id = $2`,
    [staffId, mapId],
  )
  if (!map) throw columnMapChanged()
  if (!map.isUsable) throw columnMapUnconfirmed()
  return { memberId: map.memberId, isOwner: map.isOwner }
}
