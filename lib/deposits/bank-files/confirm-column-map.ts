import { isSamePersonSql } from '#lib/approvals/own-account.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database } from '#lib/core/db.ts'
import { ownColumnMap, unknownColumnMap } from './errors.ts'

/**
 * Confirms that a column map says correctly what each column contains. The map's maker can't confirm it himself.
 * Afterwards every MANAGER and OWNER may import by the map.
 * @throws NOT_FOUND; FORBIDDEN the map is the actor's own
 */
export async function confirmColumnMap(db: Database, actor: StaffActor, { mapId }: { mapId: number }): Promise<void> {
  await db.transaction(async (tx) => {
    const [map] = await tx.rows<{ columns: string[]; isOwn: boolean; isConfirmed: boolean }>(
      `SELECT columns, ${isSamePersonSql('made_by', '$2::int')} AS is_own, confirmed_by IS NOT NULL AS is_confirmed
       FROM bank_file_maps WHERE id = $1 FOR UPDATE`,
      [mapId, actor.memberId],
    )
    if (!map) throw unknownColumnMap()
    if (map.isOwn) throw ownColumnMap()
    if (map.isConfirmed) return
    await tx.rows('UPDATE bank_file_maps SET confirmed_by = $2, confirmed_at = now() WHERE id = $1', [
      mapId,
      actor.memberId,
    ])
    await recordAudit(tx, actor, {
      action: 'bank-file-map.confirm',
      subjectType: 'bank-file-map',
      subjectId: mapId,
      after: { columns: map.columns },
    })
  })
}
