import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { sha256 } from '#lib/core/crypto.ts'
import { type Database, oneRow } from '#lib/core/db.ts'
import { columnMapRefused, tooManyColumnMaps } from './errors.ts'
import { findColumnMapFault, MAX_COLUMN_MAPS } from './map-rules.ts'
import { headingsKey, type TableColumns } from './rules.ts'

/** Headings of a table, and what its columns contain. */
type NewMap = { readonly headings: readonly string[]; readonly columns: TableColumns }

// If other columns are stored for headings that already have a map, the map gets a new id and loses its confirmation.
// So an import by the old id is refused.
const storeMapSql = `
  INSERT INTO bank_file_maps AS m (fingerprint, headings, columns, made_by) VALUES ($1, $2, $3, $4)
  ON CONFLICT (fingerprint) DO UPDATE SET id = nextval(pg_get_serial_sequence('bank_file_maps', 'id')),
    headings = excluded.headings, columns = excluded.columns, made_by = excluded.made_by, created_at = now(),
    confirmed_by = NULL, confirmed_at = NULL
  RETURNING id`

/**
 * Stores a column map: what the columns of tables with these headings contain (docs/contract.md#remembered-columns).
 * Storing the same columns again changes nothing.
 * @throws BAD_INPUT `findColumnMapFault` finds a fault; CONFLICT there are too many maps
 */
export async function storeColumnMap(
  db: Database,
  actor: StaffActor,
  { headings, columns }: NewMap,
): Promise<{ id: number }> {
  const fault = findColumnMapFault(headings, columns)
  if (fault) throw columnMapRefused(fault)
  const meanings = headings.map((_, at) => columns[at] ?? '')
  const fingerprint = sha256(headingsKey(headings))
  return db.transaction(async (tx) => {
    await tx.rows("SELECT pg_advisory_xact_lock(hashtext('bank-file-maps'))")
    const [before] = await tx.rows<{ id: number; columns: string[] }>(
      'SELECT id, columns FROM bank_file_maps WHERE fingerprint = $1',
      [fingerprint],
    )
    if (before && JSON.stringify(before.columns) === JSON.stringify(meanings)) return { id: before.id }
    const { count } = await oneRow<{ count: number }>(tx, 'SELECT count(*)::int AS count FROM bank_file_maps')
    if (!before && count >= MAX_COLUMN_MAPS) throw tooManyColumnMaps()
    const { id } = await oneRow<{ id: number }>(tx, storeMapSql, [fingerprint, headings, meanings, actor.memberId])
    await recordAudit(tx, actor, {
      action: 'bank-file-map.save',
      subjectType: 'bank-file-map',
      subjectId: id,
      ...(before && { before: { map: before.id, columns: before.columns } }),
      after: { headings, columns: meanings },
    })
    return { id }
  })
}
