import { AppError } from '#lib/core/errors.ts'
import { settingLabels } from './labels.ts'
import type { SettingKey } from './schema.ts'

/** Refusal of a save: somebody else has changed the settings with these keys since the settings page was loaded. */
export const settingsChangedMeanwhile = (keys: readonly SettingKey[]): AppError => {
  const names = keys.map((key) => settingLabels[key].name).join(', ')
  return new AppError('CONFLICT', `그사이 다른 운영자가 바꾼 설정이 있어 저장하지 않았어요: ${names}`)
}
