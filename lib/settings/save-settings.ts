import { recordAudit } from '#lib/audit/record-audit.ts'
import { dropCached } from '#lib/core/cache.ts'
import type { Database } from '#lib/core/db.ts'
import { type Settings, settingKeys, settingsFromRows } from './schema.ts'

type Save = { values: Partial<Settings>; actorId: number; address: string }

const only = (all: Settings, keys: readonly (keyof Settings)[]) =>
  Object.fromEntries(keys.map((key) => [key, all[key]]))

/** Saves the given settings together and leaves one audit row of those that changed. Returns all as they are now. */
export async function saveSettings(db: Database, { values, actorId, address }: Save): Promise<Settings> {
  const saved = await db.transaction(async (tx) => {
    // Two who save at once queue, so that each audit row tells what really was before.
    await tx.rows("SELECT pg_advisory_xact_lock(hashtext('settings'))")
    const before = settingsFromRows(await tx.rows('SELECT key, value FROM settings'))
    const after = { ...before, ...values }
    const changed = settingKeys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    if (changed.length === 0) return before
    await tx.rows(
      `INSERT INTO settings (key, value) SELECT * FROM jsonb_each($1::jsonb)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
      [JSON.stringify(only(after, changed))],
    )
    const states = { before: only(before, changed), after: only(after, changed) }
    await recordAudit(tx, {
      actorId,
      action: 'settings.save',
      subjectType: 'settings',
      subjectId: '-',
      ...states,
      address,
    })
    return after
  })
  dropCached('settings')
  return saved
}
