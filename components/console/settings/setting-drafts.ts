import { settingLabels } from '#lib/settings/labels.ts'
import { type SettingKey, type Settings, settingKeys, settingsSchema } from '#lib/settings/schema.ts'
import { areDifferent, type FieldChanges } from '../editable-list/draft.ts'

/** Value of a setting's control; numbers are text while they are typed. */
export type SettingDraft = string | boolean | readonly number[]

function typedValue(key: SettingKey, draft: SettingDraft): unknown {
  const isNumber = settingLabels[key].kind === 'number' && typeof draft === 'string'
  return isNumber && /^\d+(\.\d+)?$/.test(draft.trim()) ? Number(draft) : draft
}

/**
 * What a save of the settings would send: the changed `values`, and for each of them the value that was stored when
 * staff began to change it (`was`). `broken` contains an error for each value that breaks a rule of the server; if
 * there is any, nothing is sent.
 */
interface SettingsPlan {
  readonly values: Partial<Settings>
  readonly was: Readonly<Record<string, unknown>>
  readonly broken: Readonly<Partial<Record<SettingKey, string>>>
}

/** Computes what a save of these changes would send; values that equal the stored ones are left out. */
export function computeSettingsPlan(changes: FieldChanges<SettingDraft>): SettingsPlan {
  const values: Record<string, unknown> = {}
  const was: Record<string, unknown> = {}
  const broken: Partial<Record<SettingKey, string>> = {}
  for (const key of settingKeys) {
    const change = changes[key]
    if (!change) continue
    const parsed = settingsSchema.shape[key].safeParse(typedValue(key, change.draft))
    if (!parsed.success) broken[key] = parsed.error.issues[0]?.message ?? ''
    else if (areDifferent(parsed.data, change.was)) {
      values[key] = parsed.data
      was[key] = change.was
    }
  }
  return { values: values as Partial<Settings>, was, broken }
}
