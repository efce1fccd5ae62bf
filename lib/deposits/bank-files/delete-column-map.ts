import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database } from '#lib/core/db.ts'
import { unknownColumnMap } from './errors.ts'

/**
 * Deletes a column map. From then on, the columns of files with its headings are guessed from the headings again.
 * @throws NOT_FOUND
 */
export async function deleteColumnMap(db: Database, actor: StaffActor, { mapId }: { mapId: number }): Promise<void> {
  await db.transaction(async (tx) => {
    const [before] = await tx.rows<{ headings: string[]; columns: string[] }>(
      'DELETE FROM bank_file_maps WHERE id = $1 RETURNING headings, columns',
      [mapId],
    )
    if (!before) throw unknownColumnMap()
    await recordAudit(tx, actor, {
      action: 'bank-file-map.forget',
      subjectType: 'bank-file-map',
      subjectId: mapId,
      before,
    })
  })
}
