import { recordAudit } from '#lib/audit/record-audit.ts'
import { dropCached } from '#lib/core/cache.ts'
import type { Database } from '#lib/core/db.ts'
import { settingsChangedMeanwhile } from './errors.ts'
import { settingsSubject } from './queries.ts'
import { masked } from './rules.ts'
import { type SettingKey, type Settings, settingKeys, settingsFromRows } from './schema.ts'

type Save = {
  values: Partial<Settings>
  /** What the saver saw of them before. */
  seen?: Readonly<Record<string, unknown>>
  actorId: number
  address: string
}

const only = (all: Settings, keys: readonly SettingKey[]) => Object.fromEntries(keys.map((key) => [key, all[key]]))

/** The same without what nobody should read in the audit trail. */
const told = (all: Settings, keys: readonly SettingKey[]) =>
  Object.fromEntries(keys.map((key) => [key, masked(key, all[key])]))

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

/** Saves the given settings together and leaves one audit row of those that changed. Returns all as they are now. */
export async function saveSettings(db: Database, { values, seen = {}, actorId, address }: Save): Promise<Settings> {
  const saved = await db.transaction(async (tx) => {
    // Two who save at once queue, so that each audit row tells what really was before.
    await tx.rows("SELECT pg_advisory_xact_lock(hashtext('settings'))")
    const before = settingsFromRows(await tx.rows('SELECT key, value FROM settings'))
    const after = { ...before, ...values }
    const changed = settingKeys.filter((key) => differ(before[key], after[key]))
    if (changed.length === 0) return before
    const stale = changed.filter((key) => Object.hasOwn(seen, key) && differ(before[key], seen[key]))
    if (stale.length > 0) throw settingsChangedMeanwhile(stale)
    await tx.rows(
      `INSERT INTO settings (key, value) SELECT * FROM jsonb_each($1::jsonb)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
      [JSON.stringify(only(after, changed))],
    )
    const states = { before: told(before, changed), after: told(after, changed) }
    await recordAudit(tx, { actorId, action: 'settings.save', ...settingsSubject, ...states, address })
    return after
  })
  dropCached('settings')
  return saved
}
