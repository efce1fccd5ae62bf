import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { dropCached } from '#lib/core/cache.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { type AppliedChange, requestChange } from '#lib/pending-changes/request-change.ts'
import { guardedSettings, isEmptyValue } from '#lib/pending-changes/rules.ts'
import { settingsChangedMeanwhile } from '../errors.ts'
import { settingLabels, settingValueText } from '../labels.ts'
import { settingsAuditSubject } from '../queries.ts'
import { maskSetting } from '../rules.ts'
import { type SettingKey, type Settings, settingKeys, settingsFromRows } from '../schema.ts'

type SettingsSave = {
  values: Partial<Settings>
  /**
   * The values that the settings page had loaded. The save is refused if a setting that it changes no longer has its
   * value in `seen`.
   */
  seen?: Readonly<Record<string, unknown>>
}

/** Only the settings with these keys. */
const pickSettings = (all: Settings, keys: readonly SettingKey[]) =>
  Object.fromEntries(keys.map((key) => [key, all[key]]))

/** The settings with these keys, masked for the audit trail. */
const maskedValues = (all: Settings, keys: readonly SettingKey[]) =>
  Object.fromEntries(keys.map((key) => [key, maskSetting(key, all[key])]))

const valuesDiffer = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

type SettingsWrite = { before: Settings; after: Settings; keys: readonly SettingKey[]; confirmedBy?: number | null }

/** Stores the settings with these keys, and writes the audit row. `confirmedBy` is the id of a second OWNER. */
async function writeSettings(tx: Db, actor: StaffActor, { before, after, keys, confirmedBy }: SettingsWrite) {
  await tx.rows(
    `INSERT INTO settings (key, value) SELECT * FROM jsonb_each($1::jsonb)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
    [JSON.stringify(pickSettings(after, keys))],
  )
  const states = {
    before: maskedValues(before, keys),
    after: { ...maskedValues(after, keys), ...(confirmedBy && { confirmedBy }) },
  }
  await recordAudit(tx, actor, { action: 'settings.save', ...settingsAuditSubject, ...states })
}

/**
 * The value that a change of this setting replaces. If it is empty, the change needn't wait for a second OWNER. The
 * shop's account number (BANKING_ACCOUNT_NUMBER) and the text above it (BANKING_DISPLAY_TEXT) count as one value:
 * members may have only one of them to transfer by, and either could name another account beside the other.
 */
const replacedValue = (key: SettingKey, before: Settings): unknown =>
  key === 'BANKING_DISPLAY_TEXT' || key === 'BANKING_ACCOUNT_NUMBER'
    ? before.BANKING_DISPLAY_TEXT || before.BANKING_ACCOUNT_NUMBER
    : before[key]

/** Arguments of `requestChange` for the change of a guarded setting. */
const pendingChangeOf = (key: SettingKey, before: Settings, after: Settings) => ({
  kind: 'SETTING' as const,
  subject: key,
  isEmpty: isEmptyValue(replacedValue(key, before)),
  before: before[key],
  after: after[key],
  shown: {
    name: settingLabels[key].name,
    before: settingValueText(key, maskSetting(key, before[key])),
    after: settingValueText(key, maskSetting(key, after[key])),
  },
})

// Locks and reads the settings. The lock makes saves run one after the other, so that each audit row contains the
// values that the save really replaced.
async function lockSettings(tx: Db): Promise<Settings> {
  await tx.rows("SELECT pg_advisory_xact_lock(hashtext('settings'))")
  return settingsFromRows(await tx.rows('SELECT key, value FROM settings'))
}

/**
 * Applies a pending change of a setting. Returns false, and changes nothing, if the setting no longer has the value
 * that the change was requested for.
 */
export async function applySettingChange(tx: Db, actor: StaffActor, change: AppliedChange): Promise<boolean> {
  const { subject, before: expected, after: value, confirmedBy } = change
  const key = settingKeys.find((settingKey) => settingKey === subject)
  const before = await lockSettings(tx)
  if (!key || valuesDiffer(before[key], expected)) return false
  const after = { ...before, [key]: value }
  await writeSettings(tx, actor, { before, after, keys: [key], confirmedBy })
  return true
}

/**
 * Saves these settings together, and writes one audit row with the changes that take effect at once. A change of a
 * guarded setting, such as the shop's bank account or a limit, may become a pending change, which waits for a period or
 * for a second OWNER. Returns all settings as they are now.
 * @throws CONFLICT a setting has another value than in `seen`
 */
export async function saveSettings(
  db: Database,
  actor: StaffActor,
  { values, seen = {} }: SettingsSave,
): Promise<Settings> {
  const saved = await db.transaction(async (tx) => {
    const before = await lockSettings(tx)
    const after = { ...before, ...values }
    const changed = settingKeys.filter((key) => valuesDiffer(before[key], after[key]))
    if (changed.length === 0) return before
    const stale = changed.filter((key) => Object.hasOwn(seen, key) && valuesDiffer(before[key], seen[key]))
    if (stale.length > 0) throw settingsChangedMeanwhile(stale)
    const waiting: SettingKey[] = []
    for (const key of changed.filter((changedKey) => guardedSettings.includes(changedKey)))
      if (await requestChange(tx, actor, pendingChangeOf(key, before, after))) waiting.push(key)
    const applied = changed.filter((key) => !waiting.includes(key))
    if (applied.length > 0) await writeSettings(tx, actor, { before, after, keys: applied })
    return { ...after, ...pickSettings(before, waiting) }
  })
  dropCached('settings')
  return saved
}
