import { settingLabels } from '#lib/settings/labels.ts'
import { type SettingKey, type Settings, settingKeys, settingsSchema } from '#lib/settings/schema.ts'

/** What a control holds: numbers are typed as text. */
export type SettingDraft = string | boolean | readonly number[]

/** One key as it is being changed, and what its writer saw when he began. */
export interface Change {
  readonly draft: SettingDraft
  readonly was: unknown
}

export type Changes = Readonly<Partial<Record<SettingKey, Change>>>

export const draftOf = (value: Settings[SettingKey]): SettingDraft =>
  typeof value === 'number' ? String(value) : value

export const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

function typedValue(key: SettingKey, draft: SettingDraft): unknown {
  const isNumber = settingLabels[key].kind === 'number' && typeof draft === 'string'
  return isNumber && /^\d+(\.\d+)?$/.test(draft.trim()) ? Number(draft) : draft
}

/** What saving would send, and what keeps it from being sent: the server's own rules decide. */
export interface SettingsPlan {
  readonly values: Partial<Settings>
  readonly was: Readonly<Record<string, unknown>>
  readonly broken: Readonly<Partial<Record<SettingKey, string>>>
}

/** Only what differs from what its writer saw is saved. */
export function settingsPlan(changes: Changes): SettingsPlan {
  const values: Record<string, unknown> = {}
  const was: Record<string, unknown> = {}
  const broken: Partial<Record<SettingKey, string>> = {}
  for (const key of settingKeys) {
    const change = changes[key]
    if (!change) continue
    const parsed = settingsSchema.shape[key].safeParse(typedValue(key, change.draft))
    if (!parsed.success) broken[key] = parsed.error.issues[0]?.message ?? ''
    else if (differ(parsed.data, change.was)) {
      values[key] = parsed.data
      was[key] = change.was
    }
  }
  return { values: values as Partial<Settings>, was, broken }
}

/** The changes without those that lead back to what stands. */
export function withChange(changes: Changes, key: SettingKey, draft: SettingDraft, stored: unknown): Changes {
  const was = changes[key] ? changes[key].was : stored
  const { [key]: _, ...others } = changes
  return differ(typedValue(key, draft), was) ? { ...others, [key]: { draft, was } } : others
}
