import { auditFieldText } from '#lib/audit/trail/labels.ts'
import { settingLabels } from '#lib/settings/labels.ts'
import type { SettingKey } from '#lib/settings/schema.ts'
import { seoulTime } from '../../ui/seoul-time.ts'

/** Name of a changed value by its path: a setting's as on its page, else its field's. */
export const changedFieldText = (path: string): string =>
  settingLabels[path as SettingKey]?.name ?? auditFieldText(path)

const plainValueTexts: Readonly<Record<string, string>> = { '': '(빈 값)', true: '예', false: '아니요', null: '없음' }

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

const objectText = (object: object): string =>
  Object.entries(object)
    .map(([field, value]) => `${auditFieldText(field)} ${changedValueText(String(value))}`)
    .join(' · ')

/** Parses a text that is a JSON list of objects; null for any other text. */
function objectsOf(text: string): readonly object[] | null {
  if (!text.startsWith('[{')) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * A changed value as text: times in Seoul, yes and no in Korean, a list of objects by lines, all else as it was
 * written.
 */
export function changedValueText(text: string): string {
  const objects = objectsOf(text)
  if (objects) return objects.map((each) => objectText(each ?? {})).join('\n')
  return plainValueTexts[text] ?? (ISO_TIME.test(text) ? seoulTime(text) : text)
}
