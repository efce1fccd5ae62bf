import type { z } from 'zod'
import { listAuditEntriesOfSubject } from '#lib/audit/trail/queries.ts'
import type { AuditRow } from '#lib/audit/trail/schema.ts'
import { cacheResult } from '#lib/core/cache.ts'
import type { Db } from '#lib/core/db.ts'
import { maskSetting } from './rules.ts'
import {
  publicSettingKeys,
  type SettingKey,
  type Settings,
  settingKeys,
  type settingList,
  settingsFromRows,
} from './schema.ts'

/** The shop's settings, cached for an hour; a save in any process clears the cache (docs/contract.md#settings). */
export function settings(db: Db): Promise<Settings> {
  return cacheResult('settings', 'all', async () =>
    settingsFromRows(await db.rows<{ key: string; value: unknown }>('SELECT key, value FROM settings')),
  )
}

/** The public settings, in the sequence of docs/contract.md#settings. */
export async function readPublicSettings(db: Db): Promise<z.output<typeof settingList>> {
  const all = await settings(db)
  return publicSettingKeys.map((key) => ({ key, value: all[key] }))
}

/** Subject of the audit rows about settings: all settings together are one subject. */
export const settingsAuditSubject = { subjectType: 'settings', subjectId: '-' } as const

/** One setting that a save changed, with its values before and after; secrets are masked. */
export interface SettingChange {
  readonly key: SettingKey
  readonly before: unknown
  readonly after: unknown
}

/** The settings that a save changed, from its audit row. */
const settingChangesOf = ({ before, after }: Pick<AuditRow, 'before' | 'after'>): SettingChange[] => {
  const [oldValues, newValues] = [Object(before), Object(after)]
  return settingKeys
    .filter((key) => Object.hasOwn(newValues, key))
    .map((key) => ({ key, before: maskSetting(key, oldValues[key]), after: maskSetting(key, newValues[key]) }))
}

/** History of the settings, from the audit trail: who saved which values and when. One keyset page, newest first. */
export async function readSettingsHistory(db: Db, page: { size: number; cursor?: number | undefined }) {
  const { rows, ...rest } = await listAuditEntriesOfSubject(db, { ...settingsAuditSubject, ...page })
  return {
    ...rest,
    rows: rows.map(({ id, at, actorId, ...row }) => ({ id, at, actorId, changes: settingChangesOf(row) })),
  }
}

/** One save of settings in the history. */
export type SettingsHistoryEntry = Awaited<ReturnType<typeof readSettingsHistory>>['rows'][number]
